#include "machine/machine.h"

#include <sys/auxv.h>

namespace emu {

std::size_t page_bytes()
{
    static const std::size_t bytes = getauxval(AT_PAGESZ);
    return bytes;
}

uintptr_t page_below(uintptr_t address)
{
    return address / page_bytes() * page_bytes();
}

uintptr_t page_above(uintptr_t address)
{
    return page_below(address + page_bytes() - 1);
}

}  // namespace emu
