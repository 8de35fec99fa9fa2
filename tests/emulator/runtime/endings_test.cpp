// What a program prints when it ends, whoever wrote it: errors, leaks, counters, and where Ctrl-C stopped it.
#include "cuda_emulator/options.h"
#include "lessons.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace {

constexpr const char* kProgram = "emulator_endings ";

std::string line(const std::string& text)
{
    return place_of("tests/emulator/runtime/endings.cu", text);
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST(Endings, ARightProgramSaysNothing)
{
    const Outcome outcome = run(kProgram);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out, "starts\ncudaSuccess\n");
}

TEST(Endings, ErrorsAreCountedAndFailTheProgram)
{
    const Outcome outcome = run(std::string(kProgram) + "'out of bounds'");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(contains(outcome.err, "Invalid __global__ write of size 4 bytes")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, line("out[i] = i;"))) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "and is 1 bytes after the nearest allocation")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "========= ERROR SUMMARY: 2 errors\n")) << outcome.err;
}

TEST(Endings, AnAccessBeforeTheFirstAllocationIsOneOutOfItsBounds)
{
    for (const char* ending : {"'before the first allocation'", "'before the first managed allocation'"}) {
        const Outcome outcome = run(kProgram + std::string(ending));
        EXPECT_EQ(outcome.code, 1);
        EXPECT_EQ(outcome.out, "starts\ncudaSuccess\n");  // not sticky: the program goes on
        EXPECT_TRUE(contains(outcome.err, "and is 60 bytes before the nearest allocation")) << outcome.err;
    }
}

TEST(Endings, AKernelThatWaitsForTheHostEndsTheProgram)
{
    const Outcome outcome = run(kProgram + std::string("'play ping-pong with the host'"));
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(contains(outcome.err, line("while (*turn == 0)"))) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "a kernel cannot wait for what the host does after the launch"))
        << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "the program is ended: its host may wait for this kernel for ever"))
        << outcome.err;
}

TEST(Endings, LaunchesOfNothingAreErrors)
{
    const Outcome outcome = run(std::string(kProgram) + "'no blocks'");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.out, "starts\ncudaErrorInvalidConfiguration\n");
    EXPECT_TRUE(contains(outcome.err, "cudaErrorInvalidConfiguration")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "of kernel fill")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "ERROR SUMMARY: 1 error\n")) << outcome.err;
}

TEST(Endings, LeaksAreErrorsOnlyIfAskedFor)
{
    const std::string leak = std::string(kProgram) + "leak";
    EXPECT_EQ(run(leak).code, 0);
    EXPECT_EQ(
        run(leak).err.find(
            "========= Remark: 2 allocations were never freed (1024 bytes); the first was allocated in "),
        0u)
        << run(leak).err;
    EXPECT_TRUE(run(leak).err.ends_with(line("cudaMalloc(&kept, 24);") + "\n")) << run(leak).err;
    EXPECT_EQ(run("env CUDA_EMULATOR=quiet " + leak).err, "");
    const Outcome asked = run("env CUDA_EMULATOR=leaks " + leak);
    EXPECT_EQ(asked.code, 1);
    EXPECT_TRUE(contains(asked.err, "========= Leaked 24 bytes at 0x")) << asked.err;
    EXPECT_TRUE(contains(asked.err, "========= Leaked 1000 bytes at 0x")) << asked.err;
    EXPECT_TRUE(contains(asked.err, "=========     allocated in ")) << asked.err;
    EXPECT_TRUE(contains(asked.err, line("cudaMalloc(&kept, 24);") + "\n")) << asked.err;
    EXPECT_TRUE(contains(asked.err, line("cudaMallocManaged(&kept, 1000);") + "\n")) << asked.err;
    EXPECT_TRUE(contains(asked.err, "========= LEAK SUMMARY: 1024 bytes leaked in 2 allocations\n"))
        << asked.err;
    EXPECT_TRUE(contains(asked.err, "ERROR SUMMARY: 2 errors\n")) << asked.err;
    EXPECT_EQ(run(std::string("env CUDA_EMULATOR=leaks ") + kProgram).err, "");
}

TEST(Endings, CountersAreShownBesideTheSource)
{
    const Outcome outcome = run(std::string("env CUDA_EMULATOR=counters ") + kProgram);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(contains(outcome.err, "fill: 4 blocks of 256 threads, the first of 2 launches"))
        << outcome.err;
    // 1000 stores of 4 bytes: 31 warps and a quarter, 125 sectors; in each of two launches.
    EXPECT_TRUE(
        contains(outcome.err, "    14  global store  4 B            64    31.2     3.91    3.91      0%"))
        << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "100%  out[i] = i;\n")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "Avg. Active Threads Per Warp: ")) << outcome.err;
}

TEST(Endings, CountersAreWrittenAsJson)
{
    const std::string file = testing::TempDir() + "counters_of_endings.json";
    const Outcome outcome = run("env CUDA_EMULATOR=counters=" + file + " " + kProgram);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    const auto json = nlohmann::json::parse(std::ifstream(file));
    EXPECT_EQ(json["launches"], 2);
    EXPECT_EQ(json["blocks"], 8);
    EXPECT_EQ(json["threads"], 2048);
    ASSERT_EQ(json["lines"].size(), 1u);  // the launches of a kernel are added up
    EXPECT_EQ(json["lines"][0]["line"], 14);
    EXPECT_EQ(json["lines"][0]["sectors"], 250);
    EXPECT_GE(json["allocations"], 1);
    std::remove(file.c_str());

    const Outcome refused = run("env CUDA_EMULATOR=counters=/nowhere/x " + std::string(kProgram));
    EXPECT_EQ(refused.err, "CUDA emulator: CUDA_EMULATOR: counters=/nowhere/x cannot be written\n");
}

TEST(Endings, AnUnknownWordOfTheEnvironmentIsRefused)
{
    const Outcome outcome = run(std::string("env CUDA_EMULATOR=leaks,bogus ") + kProgram);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(contains(outcome.err, "\"bogus\" is none of: counters, counters=FILE")) << outcome.err;
    EXPECT_EQ(outcome.error_lines(), 1);
    EXPECT_EQ(run(std::string("env CUDA_EMULATOR=warp-order=sideways ") + kProgram).code, 2);
    EXPECT_EQ(
        run(std::string("env CUDA_EMULATOR=warp-order=reverse,block-order=random:7,quiet ") + kProgram).code,
        0);
}

TEST(Endings, AWrongValueOfAnOptionIsRefusedWithWhatItMayBe)
{
    const std::pair<const char*, const char*> wrong[] = {
        {"devices=0", "a number from 1 to 16"},
        {"devices=1000", "a number from 1 to 16"},
        {"devices=x", "a number from 1 to 16"},
        {"patience=soon", "a number of seconds, 0 for no limit"},
        {"tick=0", "a number of milliseconds from 1 to 1000"},
        {"step-limit=-1", "a number of basic blocks, 0 for no limit"},
        {"warp-order=sideways", "forward, reverse or random:SEED"},
        {"block-order=random:x", "forward, reverse or random:SEED"},
        {"fail=nothing", "allocation, copy, fill, launch or kernel, with :N for the N-th one"},
        {"fail=copy:0", "allocation, copy, fill, launch or kernel, with :N for the N-th one"},
        {"counters=", "the name of a file"},
        {"explain=", "the name of a GPU"},
        {"trace=", "the name of a file"},
        {"trace_line=FILE:0", "N or FILE:N, lines from 1 on"},
        {"trace_block=one", "X, X.Y, X.Y.Z or all"},
        {"trace_warp=-1", "a number from 0 on"},
        {"trace_limit=0", "a number from 1 on"},
    };
    for (const auto& [word, what] : wrong) {
        const Outcome outcome = run(std::string("env CUDA_EMULATOR=leaks,") + word + " " + kProgram);
        EXPECT_EQ(outcome.code, 2) << word;
        const std::string text = word;
        const std::string name = text.substr(0, text.find('='));
        EXPECT_EQ(outcome.err, "CUDA emulator: CUDA_EMULATOR: " + text + ": the value of " + name +
                                   " must be " + what + "\n");
    }
}

// --foreground: else timeout signals the process and its group, and a second Ctrl-C ends a program at once.
TEST(Endings, ControlCSaysWhereTheKernelStood)
{
    for (const char* divergence : {"", "env CUDA_EMULATOR=no-divergence "}) {
        for (const char* ending : {"'count for ever'", "'compute for ever'"}) {
            const Outcome outcome =
                run(std::string(divergence) + "timeout --foreground --signal=INT --preserve-status 0.5 " +
                    kProgram + ending);
            EXPECT_EQ(outcome.code, 128 + 2) << ending;
            EXPECT_EQ(outcome.out, "starts\n");
            EXPECT_TRUE(contains(outcome.err, "CUDA emulator: interrupted in kernel ")) << outcome.err;
            EXPECT_TRUE(contains(outcome.err, "_for_ever at ")) << outcome.err;
            EXPECT_TRUE(contains(outcome.err, "endings.cu:")) << outcome.err;
        }
    }
}

// It gets on: its blocks end.
TEST(Endings, ALongLaunchSaysOnceWhereItStands)
{
    write_file("long.sh", "ulimit -t 1  # seconds of processor time\nCUDA_EMULATOR=patience=1,tick=50 exec " +
                              std::string(kProgram) + "'many blocks'\n");
    const Outcome outcome = run("sh long.sh");
    EXPECT_GT(outcome.code, 128) << "still running";
    EXPECT_EQ(outcome.out, "starts\n");
    EXPECT_TRUE(contains(outcome.err, "CUDA emulator: still in kernel end_at_once")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, " of 1073741824, after 5 s\n")) << outcome.err;
    EXPECT_EQ(outcome.err.find("still in"), outcome.err.rfind("still in")) << outcome.err;
}

// However many of a warp's threads are active, and whether the loop changes memory, only passes a barrier, or does none of these.
TEST(Endings, AKernelThatGetsNowhereIsEndedInTime)
{
    const struct {
        const char *ending, *loop;
    } kLoops[] = {{"'count for ever'", "atomicAdd(out, 1);"},
                  {"'store for ever'", "out[i] = in[i] + n;"},  // many warps, which take turns
                  {"'synchronise for ever'", "__syncthreads();  // for ever"},
                  {"'compute for ever'", ""},
                  {"'compute for ever in one thread'", ""},
                  {"'watch the clock for ever'", "while (clock64() >= 0)"}};
    for (const char* divergence : {"", ",no-divergence"}) {
        for (const auto& [ending, loop] : kLoops) {
            write_file("nowhere.sh", std::string("ulimit -t 8  # seconds of processor time\n") +
                                         "CUDA_EMULATOR=patience=1,tick=40" + divergence + " exec " +
                                         kProgram + ending + "\n");
            const Outcome outcome = run("sh nowhere.sh");
            EXPECT_EQ(outcome.code, 1) << ending << divergence;
            EXPECT_EQ(outcome.out, "starts\ncudaErrorLaunchTimeout\n");
            EXPECT_TRUE(contains(outcome.err, "No forward progress: a loop ")) << outcome.err;
            EXPECT_TRUE(contains(outcome.err, "patience=10 (seconds; 0: for ever)")) << outcome.err;
            if (*loop) {
                EXPECT_TRUE(contains(outcome.err, line(loop))) << outcome.err;
            }
        }
    }
}

TEST(Endings, ACrashOfTheHostIsReportedWithItsLine)
{
    const struct {
        const char *ending, *what, *at;
    } kCrashes[] = {
        {"'read device memory'", "Invalid host access to device memory", "std::printf(\"%d\\n\", d[1]);"},
        {"'write to freed pinned memory'", "Invalid host access to pinned or managed memory",
         "kept[1] = argc;"},
        {"'follow a null pointer'", "Segmentation fault in the host's code", "*(volatile int*)(argc - 2L)"},
        {"'call a kernel'", "A kernel is called like a function", "kernel(d, kNumbers);"}};
    for (const auto& [ending, what, at] : kCrashes) {
        const Outcome outcome = run(std::string(kProgram) + ending);
        EXPECT_NE(outcome.code, 0);
        EXPECT_TRUE(contains(outcome.err, what)) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, line(at))) << outcome.err;
        EXPECT_EQ(outcome.err.find(what), outcome.err.rfind(what)) << "once\n" << outcome.err;
    }
}

TEST(Endings, TheNameOfAConstantIsNoAddress)
{
    const Outcome copy = run(std::string(kProgram) + "'copy to the name of a constant'");
    EXPECT_EQ(copy.out, "starts\ncudaErrorInvalidValue\n");
    EXPECT_TRUE(contains(copy.err, "the name of a __constant__ variable is not its address")) << copy.err;
    EXPECT_TRUE(contains(copy.err, line("cudaMemcpy(table, values"))) << copy.err;
    const Outcome pass = run(std::string(kProgram) + "'pass a constant'");
    EXPECT_TRUE(contains(pass.err, "A __constant__ variable is passed to a kernel")) << pass.err;
    EXPECT_TRUE(contains(pass.err, line("read_table<<<1, 1>>>(table, d);"))) << pass.err;
}

TEST(Endings, PatienceOfZeroWaitsForEver)
{
    for (const char* ending : {"'count for ever'", "'compute for ever in one thread'"}) {
        write_file("patient.sh",
                   "ulimit -t 1  # seconds of processor time\n"
                   "CUDA_EMULATOR=patience=0,tick=20,no-divergence exec " +
                       std::string(kProgram) + ending + "\n");
        EXPECT_GT(run("sh patient.sh").code, 128) << "still running: " << ending;
    }
    EXPECT_EQ(emu::Options().step_limit, 0u) << "a fast machine would come to a limit within that time";
}

TEST(Endings, AHostLoopThatWaitsForWhatNeverComesIsEnded)
{
    const std::string patience = "env CUDA_EMULATOR=patience=1,tick=50 ";
    const Outcome stuck = run(patience + kProgram + "'wait in the host'");
    EXPECT_EQ(stuck.code, 1);
    EXPECT_TRUE(contains(stuck.err, "No forward progress: a loop of the host does not end")) << stuck.err;
    EXPECT_TRUE(contains(stuck.err, line("cudaMemcpy(&changed, d, sizeof changed"))) << stuck.err;
    EXPECT_TRUE(contains(stuck.err, "the same each time: 1 (as an int)")) << stuck.err;
    EXPECT_TRUE(contains(stuck.err, "The kernels no longer change device memory.")) << stuck.err;

    // This loop does not look at errors: it would go on for ever.
    const Outcome blind = run(patience + kProgram + "'wait blindly'");
    EXPECT_EQ(blind.code, 1);
    EXPECT_TRUE(contains(blind.err, "a kernel failed (cudaErrorLaunchTimeout)")) << blind.err;

    // As slow, and the flag is the same each time, but the kernels get on.
    const Outcome slow = run(patience + kProgram + "'take long in the host'");
    EXPECT_EQ(slow.code, 0) << slow.err;
    EXPECT_EQ(slow.err, "");
}

TEST(Endings, AHostLoopWhoseKernelsStoreNothingIsEnded)
{
    const std::string patience = "env CUDA_EMULATOR=patience=1,tick=50 ";
    const Outcome stuck = run(patience + kProgram + "'launch for nothing'");
    EXPECT_TRUE(contains(stuck.err, "No forward progress: a loop of the host does not end")) << stuck.err;
    EXPECT_TRUE(contains(stuck.err, line("look<<<1, 1>>>(d);"))) << stuck.err;
    EXPECT_TRUE(contains(stuck.err, "kernels, which stored nothing, and copied nothing back")) << stuck.err;

    for (const char* right : {"'launch for something'", "'measure launches'"}) {
        const Outcome useful = run(patience + kProgram + right);
        EXPECT_EQ(useful.code, 0) << useful.err;
        EXPECT_EQ(useful.err, "");
    }
}

TEST(Endings, AKernelThatOnlyComputesForEverIsEnded)
{
    const Outcome outcome =
        run(std::string("env CUDA_EMULATOR=step-limit=100000 ") + kProgram + "'compute for ever'");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.out, "starts\ncudaErrorLaunchTimeout\n");
    EXPECT_TRUE(contains(outcome.err, "No forward progress")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "It has passed 100000 basic blocks")) << outcome.err;
}

TEST(Endings, AnEmptyLoopForEverIsEnded)
{
    const Outcome outcome =
        run(std::string("env CUDA_EMULATOR=step-limit=100000,tick=100 ") + kProgram + "'stand still'");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.out, "starts\ncudaErrorLaunchTimeout\n");
    EXPECT_TRUE(contains(outcome.err, "No forward progress")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "at stand_still in ")) << outcome.err;

    // Of this loop, too, the compiler leaves nothing but a jump to itself.
    const Outcome add = run(std::string("env CUDA_EMULATOR=tick=20 ") + kProgram + "'add for ever'");
    EXPECT_TRUE(contains(add.err, "No forward progress")) << add.err;
    EXPECT_TRUE(contains(add.err, line("for (int i = threadIdx.x; i < n;)"))) << add.err;
}

TEST(Endings, DivisionByZeroIsReported)
{
    const Outcome outcome = run(std::string(kProgram) + "'divide by zero'");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.out, "starts\ncudaSuccess\n");
    EXPECT_TRUE(contains(outcome.err, "Integer division by zero")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "ERROR SUMMARY: 32 errors")) << outcome.err;
}

TEST(Endings, RepeatedErrorsAreSummedUp)
{
    const Outcome outcome = run(std::string(kProgram) + "'warm up and use'");
    EXPECT_EQ(outcome.code, 1);
    const std::string once = "Uninitialized __global__ memory read of size 4 bytes\n";
    EXPECT_TRUE(contains(outcome.err, "========= " + once)) << outcome.err;
    EXPECT_EQ(outcome.err.find(once), outcome.err.rfind(once)) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, line("out[i] = in[i] + 1;") + ": and 999 more like it\n"))
        << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "ERROR SUMMARY: 1000 errors\n")) << outcome.err;
    // Over launches, too. Of 16 lanes, 16, 8, 4, 2 and 1 read from one that does not exist.
    const Outcome shuffles = run(std::string(kProgram) + "'shuffle from nowhere and use'");
    EXPECT_TRUE(contains(shuffles.err, ": and 30 more like it\n")) << shuffles.err;
    EXPECT_TRUE(contains(shuffles.err, "ERROR SUMMARY: 31 errors\n")) << shuffles.err;
}

TEST(Endings, AStoreFarPastSharedMemoryIsReportedWithTheNearestArray)
{
    const Outcome outcome = run(std::string(kProgram) + "'store far past shared memory'");
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    for (const char* part :
         {"Invalid __shared__ write of size 4 bytes\n", "at void store_far_past_shared<int>(",
          "is out of bounds\n=========     and is 47873 bytes after the nearest array of shared "
          "memory, tile, of size 128 bytes\n",
          "That is element 12000 of tile, which has 32 elements of 4 bytes.\n"})
        EXPECT_TRUE(contains(outcome.err, part)) << part << outcome.err;
}

TEST(Endings, UndefinedValuesThatNothingDependsOnAreWarnings)
{
    for (const char* ending : {"warm up", "warm up for nothing", "shuffle from nowhere"}) {
        const Outcome outcome = run(kProgram + ("'" + std::string(ending) + "'"));
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "========= Warning: no result depends on this: ")) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "WARNING SUMMARY: ")) << outcome.err;
        EXPECT_FALSE(contains(outcome.err, "ERROR SUMMARY")) << outcome.err;
    }
    EXPECT_TRUE(
        contains(run(std::string(kProgram) + "'shuffle from nowhere'").err, ": and 92 more like it\n"));
    for (const char* ending : {"warm up and use", "warm up and print", "warm up and decide",
                               "warm up and overwrite a part", "shuffle from nowhere and use"}) {
        const Outcome outcome = run(kProgram + ("'" + std::string(ending) + "'"));
        EXPECT_EQ(outcome.code, 1) << ending << outcome.err;
        EXPECT_FALSE(contains(outcome.err, "Warning")) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "ERROR SUMMARY: ")) << outcome.err;
    }
}

TEST(Endings, ABarrierAfterReturnsIsAWarning)
{
    const Outcome outcome = run(std::string(kProgram) + "'barrier after returns'");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "32 threads of the block have returned before this barrier\n"))
        << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "========= Warning: only older GPUs go wrong here: Barrier error"))
        << outcome.err;
    EXPECT_FALSE(contains(outcome.err, "ERROR SUMMARY")) << outcome.err;
    // The same words about the same line, of threads that wait at different barriers.
    const Outcome apart = run(std::string(kProgram) + "'barriers apart'");
    EXPECT_EQ(apart.code, 1) << apart.err;
    EXPECT_FALSE(contains(apart.err, "Warning: ")) << apart.err;
    EXPECT_TRUE(contains(apart.err, "ERROR SUMMARY: 2 errors\n")) << apart.err;
}
