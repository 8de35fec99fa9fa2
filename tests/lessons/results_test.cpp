// The emulator's figures that the READMEs show are those of today's code.
#include "program.h"

#include <gtest/gtest.h>

namespace {

// Without the active threads, which are counted per basic block and so depend on the compiler.
nlohmann::json counters(const nlohmann::json& version)
{
    nlohmann::json counters = version["counters"];
    counters.erase("active_threads_per_warp");
    return counters;
}

void expect_current(const std::string& name, const std::string& command)
{
    const auto stored = nlohmann::json::parse(read_file(RESULTS_DIR "/emulator/" + name + ".json"));
    const auto measured = run_json(command);
    EXPECT_EQ(stored["input"], measured["input"]);
    ASSERT_EQ(stored["versions"].size(), measured["versions"].size());
    for (std::size_t i = 0; i < measured["versions"].size(); ++i)
        EXPECT_EQ(counters(stored["versions"][i]), counters(measured["versions"][i]))
            << name << ", " << measured["versions"][i]["version"]
            << ": run scripts/measure and scripts/tables.py";
}

TEST(StoredCounters, OfCountAreCurrent)
{
    expect_current("count", "count");
}

TEST(StoredCounters, OfHistAreCurrent)
{
    expect_current("hist", "hist");
    expect_current("hist_constant", "hist --dist constant");
}

TEST(StoredCounters, OfReduceAreCurrent)
{
    expect_current("reduce", "reduce");
}

}  // namespace
