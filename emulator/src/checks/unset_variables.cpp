#include "checks/unset_variables.h"

#include "checks/reports.h"
#include "debug_info/program.h"
#include "memory/device_variables.h"
#include "state/grid.h"

#include <string>

namespace emu {
namespace {

std::string name_of_variable(uintptr_t address)
{
    for (const Variable& variable : program.static_variables())
        if (address >= variable.low && address < variable.low + variable.bytes)
            return variable.name;
    return "the variable";
}

}  // namespace

void find_unset_variable(const Site& site, const Warp& warp, uint32_t lanes)
{
    const Space space = site.count.space;
    if ((space != Space::constant && space != Space::module) || !is_load(site.count.operation))
        return;
    for (; lanes; lanes &= lanes - 1) {
        const uintptr_t address = warp.address[__builtin_ctz(lanes)];
        const int other = device_variables.set_only_on(address, site.count.bytes);
        if (other < 0)
            continue;
        const std::string own = std::to_string(grid.device);
        return remark("variable of another device",
                      name_of_variable(address) + " is 0 on device " + own + ": it was set on device " +
                          std::to_string(other) + " only",
                      program.line_at(site.count.pc),
                      "Each device has its own copy of a __constant__ or __device__ variable. Call\n"
                      "cudaSetDevice(" +
                          own + ") and cudaMemcpyToSymbol(), for each device that reads it.");
    }
}

}  // namespace emu
