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

// The kernels with cudaFuncAttributeNonPortableClusterSizeAllowed.
struct Code {
    uintptr_t low, high;
};
Code* with_large_clusters = nullptr;  // likewise
int large_clusters_count = 0;

}  // namespace

bool allows_large_clusters(uintptr_t pc)
{
    for (int i = 0; i < large_clusters_count; ++i)
        if (pc >= with_large_clusters[i].low && pc < with_large_clusters[i].high)
            return true;
    return false;
}

void allow_large_clusters(uintptr_t kernel, bool allowed)
{
    for (int i = 0; i < large_clusters_count; ++i)
        if (with_large_clusters[i].low == kernel)
            with_large_clusters[i--] = with_large_clusters[--large_clusters_count];
    if (!allowed)
        return;
    const uintptr_t end = program.end_of_function(kernel);
    with_large_clusters = static_cast<Code*>(
        std::realloc(with_large_clusters, std::size_t(large_clusters_count + 1) * sizeof(Code)));
    with_large_clusters[large_clusters_count++] =
        end > kernel ? Code{kernel, end} : Code{0, UINTPTR_MAX};  // a stripped program: all
}

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
