// --counters and the orders, as every ladder program has them on the emulator.
#include "run_program.h"

#include <gtest/gtest.h>

namespace {

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST(CountersOption, ShowsEachLineBesideItsSource)
{
    const Outcome outcome = run("reduce_v2 -n 4096 --counters");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(
        has(outcome.out, "\nreduce_v2: interleaved, strided\nsum_per_block: 16 blocks of 256 threads\n"))
        << outcome.out;
    EXPECT_TRUE(has(outcome.out, "/v2_interleaved_strided.cu\n")) << outcome.out;
    EXPECT_TRUE(has(outcome.out, "0%                             100%  partial[tid] = i < n ? v[i] : 0;\n"))
        << outcome.out;
    EXPECT_TRUE(has(outcome.out, "- way bank conflict across all 384 shared load requests\n")) << outcome.out;
    EXPECT_FALSE(has(run("reduce_v2 -n 4096").out, "requests    /req"));
}

TEST(CountersOption, GivesTheLinesToScripts)
{
    const nlohmann::json counters = run_json("reduce_v2 -n 4096 --counters")["versions"][0]["counters"];
    ASSERT_TRUE(counters.contains("lines"));
    std::uint64_t loads = 0;
    for (const nlohmann::json& line : counters["lines"]) {
        EXPECT_EQ(line["kernel"], "sum_per_block");
        EXPECT_EQ(line["file"], "v2_interleaved_strided.cu");
        EXPECT_GT(line["line"], 0);
        if (line["memory"] == "global" && line["access"] == "load") {
            EXPECT_EQ(line["bytes_asked"], 4096 * 4);
            EXPECT_EQ(line["bytes_moved"], 4096 * 4);
        }
        if (line["memory"] == "shared" && line["access"] == "load")
            loads += line["requests"].get<std::uint64_t>();
    }
    EXPECT_EQ(loads, counters["shared_loads"]["requests"]) << "the lines add up";
    EXPECT_FALSE(run_json("reduce_v2 -n 4096")["versions"][0]["counters"].contains("lines"));
}

TEST(CountersOption, OfALadderShowsAllVersions)
{
    const Outcome outcome = run("reduce -n 4096 --counters");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const char* version : {"\nreduce_v1: ", "\nreduce_v3: ", "\nreduce_v6: "})
        EXPECT_TRUE(has(outcome.out, version)) << version;
}

TEST(OrderOptions, ChangeNothingInARightVersion)
{
    const Outcome forward = run("reduce_v3 -n 10007");
    for (const char* order : {"reverse", "random:1", "random:12345"}) {
        const Outcome other =
            run(std::string("reduce_v3 -n 10007 --warp-order ") + order + " --block-order " + order);
        EXPECT_EQ(other.code, 0) << order;
        EXPECT_EQ(other.out, forward.out) << order;
    }
}

TEST(OrderOptions, RefuseWhatIsNoOrder)
{
    for (const char* wrong : {"--warp-order sideways", "--block-order random:", "--warp-order reverse:1"}) {
        const Outcome outcome = run(std::string("reduce_v3 -n 100 ") + wrong);
        EXPECT_EQ(outcome.code, 2) << wrong;
        EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
        EXPECT_TRUE(has(outcome.err, "forward, reverse, random or random:SEED is expected")) << outcome.err;
    }
}
