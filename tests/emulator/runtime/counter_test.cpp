#include "cases.h"

#include <gtest/gtest.h>

using emu::Access;
using emu::LineCounters;
using emu::Space;

namespace {

// The counters of the line "here: <mark>"; several rows of one line are told apart by their space.
LineCounters counters_of_line(const std::string& name, const std::string& mark, Space space, Access access)
{
    const cases::Outcome outcome = cases::run(name);
    EXPECT_EQ(outcome.errors, 0u) << name << (outcome.reports.empty() ? "" : outcome.reports[0].text);
    const int number = cases::line_of(outcome, mark);
    for (const LineCounters& c : outcome.counters.at(0).lines)
        if (c.line == number && c.file == outcome.file && c.space == space && c.access == access)
            return c;
    ADD_FAILURE() << name << ": no such access at line " << number;
    return {};
}

uint64_t load_sectors(const std::string& name)
{
    return counters_of_line(name, "global_load", Space::global, Access::load).sectors;
}

uint64_t wavefronts(const std::string& name)
{
    return counters_of_line(name, "shared_load", Space::shared, Access::load).wavefronts;
}

}  // namespace

TEST(Sectors, OfARequest)
{
    EXPECT_EQ(load_sectors("count_coalesced"), 4u);
    EXPECT_EQ(load_sectors("count_shifted"), 5u);
    EXPECT_EQ(load_sectors("count_one_word"), 1u);
    EXPECT_EQ(load_sectors("count_strided"), 32u);
    EXPECT_EQ(load_sectors("count_bytes"), 1u);
    EXPECT_EQ(load_sectors("count_doubles"), 8u);
    EXPECT_EQ(counters_of_line("count_reversed", "reversed_load", Space::global, Access::load).sectors, 4u);
}

TEST(Sectors, IdealIsWhatTheDistinctAddressesNeed)
{
    EXPECT_EQ(counters_of_line("count_strided", "global_load", Space::global, Access::load).ideal_sectors,
              4u);
    EXPECT_EQ(counters_of_line("count_one_word", "global_load", Space::global, Access::load).ideal_sectors,
              1u);
}

TEST(Banks, Wavefronts)
{
    EXPECT_EQ(wavefronts("count_banks_step_1"), 1u);
    EXPECT_EQ(wavefronts("count_banks_step_2"), 2u);
    EXPECT_EQ(wavefronts("count_banks_step_32"), 32u);
    EXPECT_EQ(wavefronts("count_banks_same"), 1u);
    EXPECT_EQ(wavefronts("count_banks_8_bytes"), 2u);
    EXPECT_EQ(wavefronts("count_banks_16_bytes"), 4u);
}

TEST(Banks, WideAccessesOfLanesThatShareAddressesNeedHalfTheWavefronts)
{
    for (const char* name :
         {"count_banks_16_bytes_neighbours_share", "count_banks_16_bytes_next_but_one_share"})
        EXPECT_EQ(counters_of_line(name, "shared_load_by_pairs", Space::shared, Access::load).wavefronts, 2u)
            << name;
}

TEST(Atomics, SameAddressDegree)
{
    const LineCounters global =
        counters_of_line("count_global_atomics", "global_atomic", Space::global, Access::atomic);
    EXPECT_EQ(global.requests, 1u);
    EXPECT_EQ(global.lanes, 32u);
    EXPECT_EQ(global.same_address, 8u);
    EXPECT_EQ(
        counters_of_line("count_shared_atomics", "shared_atomic", Space::shared, Access::atomic).same_address,
        32u);
}

TEST(Constants, AreASpaceOfTheirOwn)
{
    EXPECT_EQ(
        counters_of_line("count_constants_one", "constant_load", Space::constant, Access::load).wavefronts,
        1u);
    EXPECT_EQ(
        counters_of_line("count_constants_all", "constant_load", Space::constant, Access::load).wavefronts,
        32u);
}

TEST(DeviceVariables, CountAsGlobalMemory)
{
    EXPECT_EQ(counters_of_line("count_variables", "variable_load", Space::module, Access::load).lanes, 32u);
    const auto outcome = cases::run("count_variables");
    EXPECT_EQ(outcome.counters.at(0).total(Space::global, Access::load).requests, 1u);
}

TEST(Vectors, AreMovedAsAWholeAndShownAtTheKernelsLine)
{
    const LineCounters load = counters_of_line("count_vectors", "vector_load", Space::global, Access::load);
    EXPECT_EQ(load.bytes, 16);
    EXPECT_EQ(load.requests, 1u);
    EXPECT_EQ(load.sectors, 16u);
    EXPECT_EQ(counters_of_line("count_vectors", "vector_store", Space::global, Access::store).bytes, 16);
    EXPECT_EQ(
        counters_of_line("count_built_vectors", "built_vector_store", Space::global, Access::store).bytes, 8);
}

TEST(Structs, OfThreeFloatsAreThreeLoads)
{
    const auto outcome = cases::run("count_structs");
    const LineCounters loads = outcome.counters.at(0).total(Space::global, Access::load);
    EXPECT_EQ(loads.requests, 3u);
    EXPECT_EQ(loads.sectors, 3 * 12u);
}

TEST(Kernel, CountsBarriersAndCollectives)
{
    const auto outcome = cases::run("count_synchronisation");
    EXPECT_EQ(outcome.counters.at(0).kernel, "barriers_and_shuffles");
    EXPECT_EQ(outcome.counters.at(0).grid.x, 3u);
    EXPECT_EQ(outcome.counters.at(0).barriers, 6u);
    EXPECT_EQ(outcome.counters.at(0).collectives, 30u);
}
