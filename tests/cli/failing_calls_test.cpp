// A call of CUDA that fails ends a program with one line and an exit code; in a ladder the other versions go on, if they can.
#include "run_program.h"

#include <gtest/gtest.h>

#include <string>

namespace {

constexpr int kCudaError = 4, kNoMemory = 5;

Outcome run_failing(const std::string& kind, const std::string& command)
{
    return run("env CUDA_EMULATOR=fail=" + kind + " " + command);
}

}  // namespace

TEST(FailingCalls, EndAProgramWithALineAndAnExitCode)
{
    const struct {
        const char *kind, *call;
        int code;
    } kFailures[] = {
        {"allocation:1", "cudaMalloc(", kNoMemory},
        {"allocation:2", "cudaMalloc(", kNoMemory},
        {"copy:1", "cudaMemcpy(data_, host", kCudaError},
        {"copy:2", "cudaMemcpy(host, data_", kCudaError},
        {"copy:3", "cudaMemcpy(chunk.data()", kCudaError},  // looks whether the input is the same
        {"launch:1", "cudaGetLastError()", kCudaError},
        {"launch:2", "cudaGetLastError()", kCudaError},
        {"kernel:1", "(unspecified launch failure)", kCudaError}};
    for (const auto& [kind, call, code] : kFailures) {
        const Outcome outcome = run_failing(kind, "reduce_v3 -n 1000 --no-cpu");
        EXPECT_EQ(outcome.code, code) << kind << "\n" << outcome.out << outcome.err;
        const std::size_t line = outcome.err.find("reduce_v3: ");
        ASSERT_NE(line, std::string::npos) << kind << "\n" << outcome.err;
        EXPECT_NE(outcome.err.find(call, line), std::string::npos) << kind << "\n" << outcome.err;
        EXPECT_EQ(outcome.err.find('\n', line), outcome.err.size() - 1) << "one line\n" << outcome.err;
    }
}

TEST(FailingCalls, OfAFillEndAProgramToo)
{
    const Outcome outcome = run_failing("fill:1", "reduce_v6 -n 1000 --no-cpu");
    EXPECT_EQ(outcome.code, kCudaError) << outcome.err;
    EXPECT_NE(outcome.err.find("reduce_v6: "), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("cudaMemsetAsync("), std::string::npos) << outcome.err;
}

TEST(FailingCalls, OfOneVersionAreNotTakenForTheNextOnes)
{
    const Outcome outcome = run_failing("allocation:1", "reduce -n 1000 --no-cpu --json -");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const auto versions = nlohmann::json::parse(outcome.out)["versions"];
    EXPECT_EQ(versions[0]["status"], "out of memory");
    for (std::size_t v = 1; v < versions.size(); ++v)
        EXPECT_EQ(versions[v]["status"], "ok") << versions[v]["version"] << ": " << versions[v]["detail"];
}
