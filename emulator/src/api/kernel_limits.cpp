#include "api/kernel_limits.h"

#include "debug_info/program.h"

#include <algorithm>
#include <cstdlib>

namespace emu {
namespace {

constexpr int kDefaultShared = 48 * 1024;

// The limit that cudaFuncSetAttribute() has set for one kernel.
struct Allowed {
    uintptr_t low, high;  // the kernel's code
    int bytes;
};
Allowed* all_allowed = nullptr;  // plain memory, as fibers read it
int allowed_count = 0;
int least = kDefaultShared;

Allowed* find_allowed(uintptr_t pc)
{
    for (int i = 0; i < allowed_count; ++i)
        if (pc >= all_allowed[i].low && pc < all_allowed[i].high)
            return &all_allowed[i];
    return nullptr;
}

}  // namespace

int allowed_dynamic_shared(uintptr_t pc)
{
    const Allowed* found = find_allowed(pc);
    return found ? found->bytes : kDefaultShared;
}

int least_allowed_dynamic_shared()
{
    return least;
}

void allow_dynamic_shared(uintptr_t kernel, int bytes)
{
    Allowed* found = find_allowed(kernel);
    if (!found) {
        all_allowed = static_cast<Allowed*>(
            std::realloc(all_allowed, std::size_t(allowed_count + 1) * sizeof(Allowed)));
        found = &all_allowed[allowed_count++];
        const uintptr_t end = program.end_of_function(kernel);
        *found =
            end > kernel ? Allowed{kernel, end, 0} : Allowed{0, UINTPTR_MAX, 0};  // a stripped program: all
    }
    found->bytes = bytes;
    least = std::min(least, bytes);
}

}  // namespace emu
