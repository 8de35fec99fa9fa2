// NCCL with a process for each rank.
#include "lessons.h"

#include <gtest/gtest.h>

#include <chrono>

namespace {

constexpr const char* kProcesses = "tests/emulator/devices/nccl_process_cases.cu";

Outcome run_ranks(const std::string& name, int ranks)
{
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = run("emulator_nccl_processes \"" + name + "\" " + std::to_string(ranks));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(40));
    return outcome;
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST(NcclProcesses, ExchangeData)
{
    for (const int ranks : {1, 2, 3, 4}) {
        std::string expected;
        for (int rank = 0; rank < ranks; ++rank)
            expected += "rank " + std::to_string(rank) + ": 0\n";
        const Outcome outcome = run_ranks("exchange", ranks);
        EXPECT_EQ(outcome.out, expected) << outcome.err;
        EXPECT_EQ(outcome.err, "");
    }
}

TEST(NcclProcesses, AreNotLeftWaitingForOneThatDies)
{
    for (const char* name : {"killed", "ends early"}) {
        const Outcome outcome = run_ranks(name, 3);
        EXPECT_EQ(outcome.out,
                  std::string("rank 0: 1\nrank 1: ") + (name[0] == 'k' ? "-9" : "3") + "\nrank 2: 1\n");
        for (const char* rank : {"0", "2"})
            EXPECT_TRUE(has(outcome.err, "of rank " + std::string(rank) +
                                             " waits for ever: the process of rank 1 has ended"))
                << outcome.err;
        EXPECT_TRUE(has(outcome.err, place_of(kProcesses, "// here: reduce"))) << outcome.err;
    }
}

TEST(NcclProcesses, CallsThatDoNotMatchAreTold)
{
    const Outcome outcome = run_ranks("different counts", 2);
    EXPECT_EQ(outcome.out, "rank 0: 1\nrank 1: 1\n");
    EXPECT_TRUE(has(outcome.err, "rank 0: ncclAllReduce(count 100, ")) << outcome.err;
    EXPECT_TRUE(has(outcome.err, "rank 1: ncclAllReduce(count 101, ")) << outcome.err;
}

TEST(NcclProcesses, WaitingForEachOtherIsTold)
{
    const Outcome outcome = run_ranks("each waits", 2);
    EXPECT_EQ(outcome.out, "rank 0: 1\nrank 1: 1\n");
    EXPECT_TRUE(has(outcome.err, "waits for ever: rank ")) << outcome.err;
    EXPECT_TRUE(has(outcome.err, place_of(kProcesses, "// here: recv"))) << outcome.err;
}

TEST(NcclProcesses, AStoppedOneDoesNotWait)
{
    const Outcome outcome = run_ranks("stopped", 2);
    EXPECT_EQ(outcome.out, "rank 0: 1\nrank 1: -9\n");
    EXPECT_TRUE(has(outcome.err, "of rank 0 waits for ever: rank 1 does not answer")) << outcome.err;
    EXPECT_TRUE(has(outcome.err, "A signal has stopped its process")) << outcome.err;
    EXPECT_FALSE(has(outcome.err, "waits, too")) << outcome.err;
}

TEST(NcclProcesses, AreStartedByMpi)
{
#ifdef MPIEXEC
    const std::string mpirun =
        "env -u DISPLAY OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 " MPIEXEC
        " --oversubscribe -n 4 ";
    const Outcome right = run(mpirun + "emulator_nccl_mpi");
    EXPECT_EQ(right.out, "4 ranks, 0 wrong\n") << right.err;
    EXPECT_EQ(right.code, 0) << right.err;
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NE(run(mpirun + "emulator_nccl_mpi dies").code, 0);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
#else
    GTEST_SKIP() << "MPI was not found at configure time";
#endif
}
