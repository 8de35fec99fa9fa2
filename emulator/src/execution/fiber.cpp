#include "execution/fiber.h"

#include "memory/shadow.h"

#include <sys/mman.h>

namespace emu {

Stacks stacks;

void Stacks::reserve()
{
    bytes = kStackGuard + std::size_t(kMaxResidentBlocks) * kMaxThreads * kStackBytes;
    void* range = reserve_zeroed(bytes, "the threads' stacks");
    madvise(range, bytes, MADV_NOHUGEPAGE);  // a stack uses a page or two
    low = reinterpret_cast<uintptr_t>(range);
}

}  // namespace emu
