#include "machine/machine.h"

#include <sys/auxv.h>

namespace emu {

std::size_t page_bytes()
{
    return getauxval(AT_PAGESZ);
}

}  // namespace emu
