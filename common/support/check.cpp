#include "common/support/check.h"

namespace ladders {

std::string Chain::assumption(double n) const
{
    std::ostringstream text;
    text << "a chain of " << of(n) << " additions"
         << (additions_ < 0 ? ", the most there can be" : ", as the version says");
    return text.str();
}

}  // namespace ladders
