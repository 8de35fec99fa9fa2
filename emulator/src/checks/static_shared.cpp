#include "checks/static_shared.h"

#include "checks/reports.h"
#include "debug_info/program.h"
#include "state/grid.h"

#include <cstdio>
#include <map>

namespace emu {
namespace {

constexpr std::size_t kMostStaticShared = 48 * 1024;

std::size_t bytes_at(uintptr_t pc)
{
    static auto& known = *new std::map<uintptr_t, std::size_t>;
    const auto [found, is_new] = known.try_emplace(pc);
    if (is_new)
        found->second = program.static_shared_of_function(pc);
    return found->second;
}

}  // namespace

bool fits_static_shared(uintptr_t pc, int warp_index, int lane)
{
    if (program.thread_storage_bytes() <= kMostStaticShared)  // that of all kernels
        return true;
    const std::size_t bytes = bytes_at(pc);
    if (bytes <= kMostStaticShared)
        return true;
    const SourceLine place = program.line_at(pc);
    char text[128];
    std::snprintf(text, sizeof text, "Entry function uses too much shared data (0x%zx bytes, 0x%zx max)",
                  bytes, kMostStaticShared);
    report_at(text, place.file.c_str(), place.line, warp_index, lane,
              "nvcc refuses to compile this: use dynamic shared memory and cudaFuncSetAttribute()");
    grid.abort(cudaErrorLaunchOutOfResources);
    return false;
}

}  // namespace emu
