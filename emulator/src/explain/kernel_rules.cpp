#include "explain/kernel_rules.h"

#include "explain/rules.h"

namespace emu {

void explain_kernel(const KernelCounters& counters, const Gpu& gpu, std::vector<Finding>& found)
{
    const KernelView kernel(counters, gpu, found);
    for (const auto rule :
         {uncoalesced, small_accesses, small_shared_accesses, one_load_at_a_time, loaded_again, flags,
          moved_again, bank_conflicts, shared_traffic, global_atomics, shared_atomics, divergence, barriers,
          parallelism, loads_for_nothing, waits_for_tile, waits_for_blocks, unequal_warps})
        rule(kernel);
}

}  // namespace emu
