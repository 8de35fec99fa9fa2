// CUDA_EMULATOR=fail=KIND:N lets one call fail.
#include "lessons.h"

#include <gtest/gtest.h>

#include <string>

namespace {

struct Failure {
    const char *word, *call, *error;  // the value of fail=, the call that fails, and what it returns
};

class ForcedFailures : public testing::TestWithParam<Failure> {};

}  // namespace

TEST_P(ForcedFailures, MakeOneCallFailAndNoOther)
{
    const auto& [word, call, error] = GetParam();
    const Outcome outcome = run(std::string("env CUDA_EMULATOR=fail=") + word + " emulator_failing_calls");
    EXPECT_EQ(outcome.code, 1);
    const std::string told = std::string(call) + ": " + error + "\n";
    ASSERT_NE(outcome.out.find(told), std::string::npos) << outcome.out;
    std::string others = outcome.out;
    others.erase(others.find(told), told.size());
    for (std::size_t at = others.find(": "); at != std::string::npos; at = others.find(": ", at + 1))
        EXPECT_TRUE(others.substr(at).starts_with(": cudaSuccess\n")) << outcome.out;

    const std::string kind = std::string(word).substr(0, std::string(word).find(':'));
    EXPECT_TRUE(outcome.err.starts_with("CUDA emulator: fail=" + kind)) << outcome.err;
    const std::string place = (kind == "launch" ? "// " : "SAY(\"") + std::string(call);
    EXPECT_NE(outcome.err.find(place_of("tests/emulator/runtime/failing_calls.cu", place) + " fails\n"),
              std::string::npos)
        << outcome.err;
    EXPECT_EQ(outcome.err.find("ERROR SUMMARY"), std::string::npos) << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(, ForcedFailures,
                         testing::Values(Failure{"allocation", "allocation 1", "cudaErrorMemoryAllocation"},
                                         Failure{"allocation:2", "allocation 2", "cudaErrorMemoryAllocation"},
                                         Failure{"fill:1", "fill 1", "cudaErrorInvalidValue"},
                                         Failure{"fill:2", "fill 2", "cudaErrorInvalidValue"},
                                         Failure{"fill:3", "fill 3", "cudaErrorInvalidValue"},
                                         Failure{"copy:1", "copy 1", "cudaErrorInvalidValue"},
                                         Failure{"copy:2", "copy 2", "cudaErrorInvalidValue"},
                                         Failure{"copy:3", "copy 3", "cudaErrorInvalidValue"},
                                         Failure{"copy:4", "copy 4", "cudaErrorInvalidValue"},
                                         Failure{"launch:1", "launch 1", "cudaErrorLaunchOutOfResources"}));

TEST(ForcedFailure, OfAKernelIsSeenByEveryLaterCall)
{
    const Outcome outcome = run("env CUDA_EMULATOR=fail=kernel:1 emulator_failing_calls");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.out.find("kernel 1: cudaErrorLaunchFailure\n"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("copy 4: cudaErrorLaunchFailure\n"), std::string::npos) << outcome.out;
}

TEST(ForcedFailure, ThatDoesNotComeIsTold)
{
    const Outcome outcome = run("env CUDA_EMULATOR=fail=copy:9 emulator_failing_calls");
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_EQ(outcome.err, "CUDA emulator: fail=copy:9: nothing has failed; calls of this kind: 4\n");
    EXPECT_TRUE(outcome.out.ends_with("\n2\n")) << outcome.out;
}
