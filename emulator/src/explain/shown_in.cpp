// Where to read on: the emulator's ladders, as words only. No rule looks at them.
#include "explain/rules.h"

namespace emu {

std::string shown_in(const std::string& rule)
{
    struct Row {
        const char *rule, *version;
    };
    constexpr Row kRows[] = {
        {"uncoalesced", "matmul_v3"},
        {"small_accesses", "vecadd_v3"},
        {"small_shared_accesses", "matmul_v7"},
        {"one_load_at_a_time", "hist_v8"},
        {"loaded_again", "matmul_v4"},
        {"moved_again", "scan_v7"},
        {"bank_conflicts", "reduce_v3"},
        {"shared_traffic", "matmul_v5"},
        {"atomics", "hist_v4"},
        {"shared_atomics", "hist_v6"},
        {"divergence", "reduce_v2"},
        {"idle_warps", "reduce_v4"},
        {"barriers", "scan_v2"},
        {"parallelism", "vecadd_v2"},
        {"loads_for_nothing", "spmv_v5"},
        {"waits_for_tile", "matmul_v9"},
        {"waits_for_blocks", "scan_v8"},
        {"unequal_warps", "bfs_v5"},
        {"launches", "gol_v7"},
        {"host_waits", "bfs_v7"},
        {"flags", "gol_v6"},
        {"pageable_copies", "stream_v2"},
        {"blocking_copies", "stream_v3"},
        {"no_overlap", "stream_v4"},
    };
    for (const Row& row : kRows)
        if (rule == row.rule)
            return row.version;
    return "";
}

}  // namespace emu
