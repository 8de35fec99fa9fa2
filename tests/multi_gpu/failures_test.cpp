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

TEST(Gpus, HaveAsManyNumbersInAnyCase)
{
    expect_refused("allreduce --gpus 1 --weak", 2, "--weak: each GPU has as many numbers as --size says");
}

TEST(Gpus, BoardsOfFewCellsAreRefused)
{
    expect_refused("halo_v1 -n 33", 2, "a row has at least 64");
}

TEST(Gpus, WithoutWorkAreNamed)
{
    const std::string four = "env CUDA_EMULATOR=devices=4 ";
    for (const auto& [command, remark] :
         {std::pair{"allpairs_v2 -n 3", "1 chunk of 256 bodies occupies 1 of the 4 GPUs."},
          std::pair{"allpairs_v3 -n 257", "2 chunks of 256 bodies occupy 2 of the 4 GPUs."},
          std::pair{"halo_v2 -n 64 --height 1", "1 row occupies 1 of the 4 GPUs."},
          std::pair{"halo_v4 -n 64 --height 3", "3 rows occupy 3 of the 4 GPUs."},
          std::pair{"halo_v3 -n 64 --height 31",
                    "A launch plays one generation, not 8: a slab has fewer than 8 rows."}}) {
        const Outcome outcome = run(four + command);
        EXPECT_TRUE(has(outcome.out, std::string(remark) + "\n")) << command << '\n' << outcome.out;
    }
    for (const char* command : {"halo_v3 -n 64 --height 32", "allpairs_v3 -n 1000"}) {
        const Outcome outcome = run(four + command);
        EXPECT_FALSE(has(outcome.out, "occup") || has(outcome.out, "one generation")) << outcome.out;
    }
}

TEST(Gpus, ShareTheWorkIfWeak)
{
    EXPECT_TRUE(has(run("allpairs --help").out, "n grows with the square root of the GPUs"));
    EXPECT_TRUE(has(run("halo --help").out, "each has as much as --size says"));
}

TEST(Gpus, TablesExplainTheColumnsThatTheyHave)
{
    EXPECT_FALSE(has(run("allreduce -n 64").out, "Bus"));
    EXPECT_TRUE(has(run("allreduce -n 64 --wide").out, "Bus"));
}

TEST(Gpus, AreCountedInSingularAndPlural)
{
    const Outcome one = run("env CUDA_EMULATOR=devices=4 halo_v2 -n 64 --height 8 --generations 1");
    EXPECT_TRUE(has(one.out, ": 8 bytes in 1 transfer\n")) << one.out;
    const Outcome several = run("env CUDA_EMULATOR=devices=2 halo_v2 -n 64 --height 16 --generations 1");
    EXPECT_TRUE(has(several.out, ": 128 bytes in 2 transfers\n")) << several.out;
    EXPECT_TRUE(has(run("allpairs_v1 -n 3").out, "launch with 1 block of 128 threads\n"));
}

#ifdef MPIEXEC

Outcome run_processes(int n, const std::string& command)
{
    return run("env -u NO_COLOR TERM=xterm " MPIEXEC " --oversubscribe --allow-run-as-root -n " +
               std::to_string(n) + " " + command);
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

TEST(Processes, AreCountedTogether)
{
    struct Pair {
        const char *processes, *gpus;
    };
    for (const auto& [processes, gpus] :
         {Pair{"halo_v6 -n 64", "halo_v5 -n 64"}, Pair{"allpairs_v4 -n 257", "allpairs_v3 -n 257"}}) {
        const Outcome outcome = run_processes(3, std::string(processes) + " --json -");
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const auto several = nlohmann::json::parse(outcome.out)["versions"][0]["counters"];
        const auto one =
            run_json(std::string("env CUDA_EMULATOR=devices=3 ") + gpus)["versions"][0]["counters"];
        EXPECT_EQ(several.value("processes", 1), 3);
        for (const char* counter : {"global_loads", "global_stores", "global_atomics"})
            for (const char* what : {"requests", "lanes", "sectors"})
                EXPECT_EQ(several[counter][what], one[counter][what]) << processes << ": " << counter;
        const auto bytes_of = [](const nlohmann::json& counters) {
            double bytes = 0;
            for (const auto& link : counters["links"])
                bytes += link["collectives"]["bytes"].get<double>();
            return bytes;
        };
        EXPECT_EQ(bytes_of(several), bytes_of(one)) << processes;
    }
    const Outcome text = run_processes(2, "halo_v6 -n 64");
    EXPECT_TRUE(has(text.out, "Counts: of all 2 processes together")) << text.out;
    EXPECT_TRUE(has(text.out, "From GPU 1 to other processes: ")) << text.out;
}

TEST(Processes, PrintNoColours)
{
    EXPECT_FALSE(has(run_processes(2, "halo_v6 -n 64").out, "\x1b")) << "mpirun gives them a pseudo-terminal";
}

TEST(Processes, SayWhichOneASignalHasEnded)
{
    const std::string script = write_file("rank.sh",
                                          "if [ \"$OMPI_COMM_WORLD_RANK\" = 1 ]; then\n"
                                          "    (sleep 2; kill -TERM $$) &\n"
                                          "fi\n"
                                          "exec halo_v6 -n 512 --generations 20000\n");
    const Outcome outcome = run_processes(3, "sh " + script);
    EXPECT_NE(outcome.code, 0);
    EXPECT_TRUE(has(outcome.err, "halo_v6: process 1 of 3 was ended by signal 15 in ")) << outcome.err;
}

TEST(Processes, AreNamedAsTheReasonOfARefusal)
{
    const Outcome outcome = run("env CUDA_EMULATOR=devices=2 halo_v6 --selftest");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(
        has(outcome.out, " refused (the first: this version needs a process for each GPU: mpirun -n 2"))
        << outcome.out;
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

// A shell starts each process. That of rank 1 gets the signal in the middle of the steps: as soon as a kernel of its own has
// been traced, so that all processes have met and set up NCCL, and with hundreds of exchanges still to come.
Outcome run_with_signal(const std::string& signal)
{
    const std::string script = write_file("rank.sh",
                                          "run='halo_v6 -n 512 --generations 20000'\n"
                                          "[ \"$OMPI_COMM_WORLD_RANK\" = 1 ] || exec $run\n"
                                          "rm -f trace signalled\n"
                                          "(until grep -qs '\"record\":\"launch\"' trace; do\n"
                                          "     kill -0 $$ || exit; sleep 0.1; done\n"
                                          "kill -" +
                                              signal +
                                              " $$; date +%s.%N > signalled) &\n"
                                              "exec $run --trace trace\n");
    const Outcome outcome = run_processes(3, "sh " + script);
    const double end =
        std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    const double waited = end - std::stod("0" + read_file(scratch() + "/signalled"));
    EXPECT_LT(waited, 35) << "seconds from the signal to the end";
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
    // Where it stopped while it waited itself, the ranks that wait for it know it.
    EXPECT_TRUE(has(outcome.err, "rank 1 does not answer") ||
                has(outcome.err,
                    "halo_v6: waited 25 s for the other processes in an exchange in checked "
                    "launches\n"))
        << outcome.err;
}

TEST(Processes, AreNotLeftWaitingForOneThatDoesNotStart)
{
    const std::string script =
        write_file("rank.sh", "[ \"$OMPI_COMM_WORLD_RANK\" != 1 ] || kill -STOP $$\nexec halo_v6\n");
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = run_processes(3, "sh " + script);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(35));
    EXPECT_NE(outcome.code, 0);
    EXPECT_TRUE(has(outcome.err, "halo_v6: waited 25 s for the other processes to start")) << outcome.err;
}

#endif
#endif

}  // namespace
