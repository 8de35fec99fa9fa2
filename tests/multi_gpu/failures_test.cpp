// What goes wrong with several GPUs and processes: one line and an end.
#include "run_program.h"

#include <gtest/gtest.h>

#include <chrono>

namespace {

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

#if EMULATOR

TEST(Gpus, AreNotMoreThanThereAre)
{
    for (const char* ladder : {"halo", "allreduce", "allpairs"})
        expect_refused("env CUDA_EMULATOR=devices=2 " + std::string(ladder) + " --gpus 3", 2,
                       "--gpus 3: there are 2 GPUs");
    expect_refused("env CUDA_EMULATOR=devices=1 halo_v1 --gpus 2", 2, "there is 1 GPU");
}

TEST(Gpus, WithoutPeerAccessAreNamed)
{
    const std::string no_peers = "env CUDA_EMULATOR=devices=2,no-peers ";
    expect_refused(no_peers + "halo_v4", 2, "GPU 0 cannot use the memory of GPU 1 (no peer access)");
    const Outcome copies = run(no_peers + "halo_v2");
    EXPECT_EQ(copies.code, 0) << copies.err;
    EXPECT_TRUE(has(copies.out, "No peer access: copies between the GPUs go through the host."))
        << copies.out;
    EXPECT_TRUE(has(copies.out, ", through the host")) << copies.out;
}

TEST(Gpus, BoardsOfFewCellsAreRefused)
{
    expect_refused("halo_v1 -n 33", 2, "a row has at least 64");
}

#ifdef MPIEXEC

Outcome run_processes(int n, const std::string& command)
{
    return run("env NO_COLOR=1 " MPIEXEC " --oversubscribe --allow-run-as-root -n " + std::to_string(n) +
               " " + command);
}

TEST(Processes, AgreeWithOneProcess)
{
    const Outcome one = run("halo_v6");
    EXPECT_TRUE(has(one.out, "nothing to exchange")) << one.out << one.err;
    const std::string cells = one.out.substr(one.out.find("Cells alive (GPU)"), 24);
    for (const int n : {2, 3, 4}) {
        const Outcome several = run_processes(n, "halo_v6");
        EXPECT_EQ(several.code, 0) << several.err;
        EXPECT_TRUE(has(several.out, cells)) << several.out;
        EXPECT_TRUE(has(several.out, "Check: ok")) << several.out;
        EXPECT_EQ(several.out.find("Check"), several.out.rfind("Check")) << "one process prints";
    }
}

TEST(Processes, AreRightForAwkwardSizes)
{
    for (const char* program : {"halo_v6", "allpairs_v4"}) {
        const Outcome outcome = run_processes(3, std::string(program) + " --selftest");
        EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
        EXPECT_TRUE(has(outcome.out, "inputs right")) << outcome.out;
    }
}

TEST(Processes, NeedOneForEachGpu)
{
    expect_refused("env CUDA_EMULATOR=devices=2 halo_v6", 2, "mpirun -n 2");
    const Outcome outcome = run_processes(2, "halo_v6 --gpus 3");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(has(outcome.err, "--gpus 3: there are 2 processes, one for each GPU")) << outcome.err;
}

TEST(Processes, WithDifferentSizesAreTold)
{
    const Outcome outcome = run_processes(1, "halo_v6 -n 64 : -n 1 halo_v6 -n 128");
    EXPECT_EQ(outcome.code, 2) << outcome.out;
    EXPECT_TRUE(has(outcome.err, "process 1 has another input, 128 x 128 cells")) << outcome.err;
}

// A shell starts each process. That of rank 1 sends itself a signal while the others wait for it.
Outcome run_with_signal(const std::string& signal)
{
    const std::string script =
        write_file("rank.sh", "if [ \"$OMPI_COMM_WORLD_RANK\" = 1 ]; then (sleep 2; kill -" + signal +
                                  " $$) & fi\n"
                                  "exec halo_v6 -n 512 --generations 2000\n");
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = run_processes(3, "sh " + script);
    // 25 s of waiting, and what comes before it: the input and the CPU's run.
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
    return outcome;
}

TEST(Processes, AreNotLeftWaitingForOneThatDies)
{
    const Outcome outcome = run_with_signal("KILL");
    EXPECT_NE(outcome.code, 0);
    EXPECT_TRUE(has(outcome.err, "process rank 1") || has(outcome.err, "the process of rank 1 has ended"))
        << outcome.err;
}

TEST(Processes, AreNotLeftWaitingForOneThatStops)
{
    const Outcome outcome = run_with_signal("STOP");
    EXPECT_NE(outcome.code, 0);
    // Where it stops decides who notices: in an exchange, as NCCL is set up, or at the roll call.
    EXPECT_TRUE(has(outcome.err, "halo_v6: waited 2")) << outcome.err;
}

#endif
#endif

}  // namespace
