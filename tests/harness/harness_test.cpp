// The harness must reject every planted mistake, and print no speedup for it.
#include "run_program.h"

#include <gtest/gtest.h>

namespace {

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

// Expects exit code 1, a verdict that holds `part`, and no speedup.
void expect_rejected(const std::string& version, const std::string& part)
{
    const Outcome outcome = run("planted_" + version);
    EXPECT_EQ(outcome.code, 1) << outcome.out << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "Check: WRONG")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, part)) << outcome.out;
    EXPECT_FALSE(contains(outcome.out, "Speedup")) << outcome.out;
}

TEST(Harness, AcceptsARightKernel)
{
    const Outcome outcome = run("planted_v1");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "Check: ok")) << outcome.out;
    EXPECT_EQ(contains(outcome.out, "Speedup:"), !EMULATOR) << outcome.out;
}

TEST(Harness, AcceptsAKernelThatSaysItWorksInPlace)
{
    const Outcome outcome = run("planted_v12");
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

TEST(Harness, RejectsAKernelThatWritesNothing)
{
    expect_rejected("v2", "1000 of 1000 are wrong");
}
TEST(Harness, RejectsAKernelThatWritesHalf)
{
    expect_rejected("v3", "500 of 1000 are wrong");
    if (EMULATOR)
        expect_rejected(
            "v3", "500 of 1000 elements were never written: the first is element 500 of the array that ");
}
TEST(Harness, RejectsWorkThatItsTimeWouldNotInclude)
{
    if (!EMULATOR)
        GTEST_SKIP() << "only the emulator knows what waits for what";
    expect_rejected("v24", "the kernel double_all, queued at v24_beside_the_default_stream.cu:20");
}
TEST(Harness, RejectsNaN)
{
    expect_rejected("v4", "element 77: nan");
}
TEST(Harness, RejectsOneElementOffByOne)
{
    expect_rejected("v5", "element 999");
}
TEST(Harness, RejectsThePreviousLaunchsOutputLeftInPlace)
{
    expect_rejected("v6", "1000 of 1000 are wrong");
}
TEST(Harness, RejectsAVersionThatEndsTheProgram)
{
    const Outcome outcome = run("planted_v16");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(contains(outcome.err, "the program ended before its result was checked")) << outcome.err;
    EXPECT_FALSE(contains(outcome.out, "Check:")) << outcome.out;
}
TEST(Harness, RejectsAVersionThatLaunchesNoKernel)
{
    expect_rejected("v17", "no kernel was launched in run.kernel()");
    EXPECT_EQ(run("planted_v17 --selftest").code, 1);
}
TEST(Harness, RejectsAResultThatNoKernelStored)
{
    if (!EMULATOR)
        GTEST_SKIP() << "only the emulator sees what kernels store";
    expect_rejected("v18", "no kernel stored anything in global memory");
    EXPECT_EQ(run("planted_v18 --selftest").code, 1);
}
TEST(Harness, SaysWhatAVersionThrewAndForWhichInput)
{
    EXPECT_EQ(run("planted_v20").code, 0);
    const Outcome outcome = run("planted_v20 --selftest");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(contains(outcome.out, "v20: -n 31 --seed 31: WRONG: the version threw an exception: "))
        << outcome.out;
    EXPECT_FALSE(contains(outcome.out, "-n 33")) << outcome.out;
}
TEST(Harness, RejectsAHostOutputThatIsWrittenOnlyOnce)
{
    expect_rejected("v15", "1000 of 1000 are wrong");
}
TEST(Harness, RejectsAKernelThatIsRightOnlyAtTheFirstLaunch)
{
    expect_rejected("v7", "1000 of 1000 are wrong");
    if (EMULATOR) {
        const std::string out = run("planted_v7").out;
        EXPECT_TRUE(contains(out, "Every element is NaN: it holds")) << out;
        EXPECT_FALSE(contains(out, "was never written")) << out;
    }
}
TEST(Harness, RejectsAnOverwrittenInput)
{
    expect_rejected("v8", "a kernel overwrote its input");
    if (EMULATOR)
        expect_rejected("v8", "it stores at v8_overwrites_input.cu:11 into the array that ");
}
TEST(Harness, NamesTheLineThatStoredAWrongResult)
{
    if (EMULATOR)
        expect_rejected("v5", "Kernels stored into the result at v5_one_element_off.cu:");
}
TEST(Harness, RejectsALaunchWithGridAndBlockSwapped)
{
    if (EMULATOR)
        expect_rejected("v25", "grid and block are swapped in the launch");
}

TEST(Harness, RefusesAVersionForOtherGpusByName)
{
    const Outcome plain = run("planted_v26");
    EXPECT_EQ(plain.code, 4);
    EXPECT_TRUE(contains(plain.err, "planted_v26 needs a GPU of compute capability 2.0, and this one has "))
        << plain.err;
    EXPECT_FALSE(contains(plain.out, "Check")) << plain.out;
    EXPECT_EQ(run("planted_v26 --selftest").code, 77);  // nothing was tested, and nothing is wrong
}

// On a GPU only the self-test finds it.
TEST(Harness, RejectsAKernelThatIsRightForTheDefaultSizeOnly)
{
    if (EMULATOR)
        expect_rejected("v23", "right for this input, but not for -n 33 --seed 2: element 32");
    const Outcome selftest = run("planted_v23 --selftest");
    EXPECT_EQ(selftest.code, 1) << selftest.out;
}

TEST(Harness, RejectsAStoreBehindTheLastElement)
{
    expect_rejected("v9", EMULATOR ? "v9_out_of_bounds_by_one.cu:" : "a kernel wrote outside of a buffer");
}

TEST(Harness, RejectsAStoreBeforeTheFirstElement)
{
    expect_rejected("v14",
                    EMULATOR ? "v14_before_the_first_element.cu:" : "a kernel wrote outside of a buffer");
}

TEST(Harness, ReportsALaunchThatFails)
{
    const Outcome outcome = run("planted_v10");
    EXPECT_EQ(outcome.code, 4) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "cudaErrorInvalid")) << outcome.err;
    if (!EMULATOR) {  // which reports it in its own words first
        EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
    }
    EXPECT_FALSE(contains(outcome.out, "Speedup")) << outcome.out;
}

TEST(Harness, RejectsAKernelThatFailsUnderRepetition)
{
    if (EMULATOR)
        GTEST_SKIP() << "nothing is repeated for timing on the emulator";
    expect_rejected("v11", "right at first, but not after repeated launches");
    expect_rejected("v28", "right at first, but not after repeated launches");
}

TEST(Harness, SaysThatAVersionIsWrongAsMeant)
{
    const Outcome outcome = run("planted_v13");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "Check: WRONG, as this version is meant to show: three is not two"))
        << outcome.out;
    EXPECT_FALSE(contains(outcome.out, "Speedup")) << outcome.out;
}

TEST(Harness, SelfTestFailsForAWrongKernelAndPassesForARightOne)
{
    EXPECT_EQ(run("planted_v1 --selftest").code, 0);
    EXPECT_EQ(run("planted_v3 --selftest").code, 1);
    EXPECT_EQ(run("planted_v13 --selftest").code, 0);
}

// Lines of `text` that have `part` in them.
std::size_t lines_with(const std::string& text, const std::string& part)
{
    std::size_t lines = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++lines;
    return lines;
}

TEST(Reports, ArePrintedWhenTheyOccurOncePerVersion)
{
    if (!EMULATOR)
        GTEST_SKIP() << "they are the emulator's";
    for (const char* command : {"planted_v9", "planted_v9 --quiet", "planted_v9 --json -",
                                "planted_v9 --selftest", "planted_v9 --quiet --no-cpu"}) {
        const Outcome outcome = run(command);
        EXPECT_EQ(lines_with(outcome.err, "========= Invalid __global__ write"), 1u)
            << command << outcome.err;
    }
    const Outcome tested = run("planted_v9 --selftest");
    EXPECT_EQ(tested.err.rfind("planted_v9: self-test 1 of 15: -n 1 --seed 1\n", 0), 0u) << tested.err;
    EXPECT_EQ(run("planted_v1 --selftest").err, "");
}

TEST(Reports, ComeOutBeforeACudaErrorAndBeforeACrash)
{
    const Outcome failed = run("planted_v10 --selftest");
    EXPECT_EQ(failed.code, 4) << failed.out;
    EXPECT_TRUE(contains(failed.out, "v10: -n 1 --seed 1: CUDA error: ")) << failed.out;
    if (EMULATOR) {
        EXPECT_TRUE(contains(failed.err, "2048 threads per block in x")) << failed.err;
    }
    const Outcome crashed = run("planted_v19 --selftest");
    EXPECT_EQ(crashed.code, 139) << crashed.out << crashed.err;
    EXPECT_TRUE(
        contains(crashed.err, "planted_v19: segmentation fault in self-test 4 of 15: -n 31 --seed 31"))
        << crashed.err;
    if (EMULATOR) {
        EXPECT_EQ(lines_with(crashed.err, "========= Invalid __global__ read"), 1u) << crashed.err;
        EXPECT_TRUE(contains(crashed.err, "========= Invalid host access to device memory")) << crashed.err;
        EXPECT_TRUE(contains(crashed.out, "v19: -n 3 --seed 3: WRONG")) << crashed.out;
    }
}

TEST(Harness, WhatAKernelPrintsDoesNotSpoilTheJson)
{
    const Outcome outcome = run("planted_v22 --json -");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_FALSE(nlohmann::json::parse(outcome.out, nullptr, false).is_discarded()) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "thread 0 was here")) << outcome.err;
    EXPECT_TRUE(contains(run("planted_v22").out, "thread 0 was here"));
}

TEST(Reports, AreOfTheVersionThatTheyFollow)
{
    if (!EMULATOR)
        GTEST_SKIP() << "they are the emulator's";
    const Outcome outcome = run("planted");
    EXPECT_TRUE(contains(outcome.err, "planted_v9:\n========= Invalid __global__ write")) << outcome.err;
}

TEST(Harness, TheLadderAsAWholeFailsIfOneVersionDoes)
{
    const Outcome outcome = run("planted");
    EXPECT_NE(outcome.code, 0);
    EXPECT_TRUE(contains(outcome.out, "v1 ")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "v2: WRONG")) << outcome.out;
}

TEST(Harness, NoCpuStillRejectsAWrongElement)
{
    EXPECT_EQ(run("planted_v5 --no-cpu").code, 1);
    EXPECT_EQ(run("planted_v1 --no-cpu").code, 0);
}

TEST(Cases, AreAllChecked)
{
    EXPECT_EQ(run("planted_v27").code, 0);
    EXPECT_EQ(run("planted_v27 --cases 1").code, 0);
    for (const std::string options : {"--cases 2", "--cases 3", "--cases 3 --no-cpu"}) {
        const Outcome got = run("planted_v27 " + options);
        EXPECT_EQ(got.code, 1) << options;
        EXPECT_NE(got.out.find("Check: WRONG: case 1: "), std::string::npos) << got.out;
        EXPECT_EQ(got.out.find("Speedup"), std::string::npos) << got.out;
    }
    const Outcome right = run("planted_v1 --cases 3");
    EXPECT_EQ(right.code, 0) << right.out;
    EXPECT_NE(right.out.find("Check: ok\n"), std::string::npos) << right.out;
}

}  // namespace
