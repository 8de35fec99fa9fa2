#include "common/device/watch_copies.h"

namespace ladders {

bool watch_copies(void (*)(void*, const void*, std::size_t), void (*)(const void*, std::size_t, bool))
{
    return false;
}

}  // namespace ladders
