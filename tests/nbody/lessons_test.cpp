#include "lessons.h"

namespace {

// One step of bodies that fill whole blocks of 256 threads.
constexpr double kBodies = 512, kWarps = kBodies / 32, kBlocks = kBodies / 256;

const LadderRun& counted()
{
    static const LadderRun run("nbody -n 512 --steps 1");
    return run;
}

double loads(const std::string& version)
{
    return counted().of(version, "global_loads", "requests");
}

TEST(Lessons, V1LoadsEachBodyInFourWords)
{
    // In the loop x, y, z and the mass; before and after it a place and a velocity of three words each.
    EXPECT_EQ(loads("v1"), kWarps * (4 * kBodies + 6));
}

TEST(Lessons, V2ChangesNothingButTheName)
{
    for (const char* accesses : {"global_loads", "global_stores"})
        for (const char* counter : {"requests", "lanes", "sectors"})
            EXPECT_EQ(counted().of("v2", accesses, counter), counted().of("v1", accesses, counter))
                << accesses << ' ' << counter;
}

TEST(Lessons, V3LoadsAPaddedPlaceAtOnce)
{
    EXPECT_EQ(loads("v3"), kWarps * (2 * kBodies + 2));
    // For its own place and velocity a warp moves a third more: 16 sectors each in place of three times 4.
    EXPECT_EQ(counted().of("v3", "global_loads", "sectors"), kWarps * (2 * kBodies + 2 * 16));
    EXPECT_EQ(counted().of("v3", "global_stores", "sectors"), kWarps * 2 * 16);
}

TEST(Lessons, V4LoadsPlaceAndMassAtOnce)
{
    EXPECT_EQ(loads("v4"), kWarps * (kBodies + 2));
}

TEST(Lessons, V5IsBackAtFourLoadsThoughItsOwnBodiesAreCoalesced)
{
    EXPECT_EQ(loads("v5"), loads("v1"));
    EXPECT_EQ(counted().of("v5", "global_loads", "sectors"), kWarps * (4 * kBodies + 6 * 4));
    EXPECT_EQ(counted().of("v1", "global_loads", "sectors"), kWarps * (4 * kBodies + 6 * 12));
}

TEST(Lessons, V6LoadsEachBodyOncePerBlock)
{
    const double own = 2 * kWarps, of_others = loads("v6") - own;
    EXPECT_EQ(of_others, kBlocks * kWarps);
    EXPECT_EQ((loads("v4") - own) / of_others, 256);
    EXPECT_EQ(counted().of("v6", "shared_loads", "requests"), kWarps * kBodies);
    EXPECT_EQ(counted().conflicts("v6", "shared_loads"), 1);
}

// What v7 gains is arithmetic, which the emulator does not count: nbody/README.md says how to see it.
TEST(Lessons, V7TouchesMemoryAsV6Does)
{
    for (const char* accesses : {"global_loads", "global_stores", "shared_loads", "shared_stores"})
        for (const char* counter : {"requests", "lanes", "sectors", "wavefronts"})
            EXPECT_EQ(counted().of("v7", accesses, counter), counted().of("v6", accesses, counter))
                << accesses << ' ' << counter;
    EXPECT_EQ(counted().of("v7", "barriers"), counted().of("v6", "barriers"));
}

TEST(Lessons, V8NeedsAQuarterOfTheSharedLoads)
{
    EXPECT_EQ(counted().of("v7", "shared_loads", "requests"), kWarps * kBodies);
    const LadderRun whole("nbody_v8 -n 1024 --steps 1");  // a group has 4 bodies for each of 256 threads
    EXPECT_EQ(whole.of("v8", "shared_loads", "requests"), 1024. / 32 * 1024 / 4);
    EXPECT_EQ(whole.conflicts("v8", "shared_loads"), 1);
    EXPECT_EQ(whole.conflicts("v8", "shared_stores"), 1);
}

TEST(Lessons, V8SharesOutTheBodiesThatPullAsWell)
{
    // 2048 bodies are two blocks of 256 threads with four bodies each, and 8 tiles: with one part, most of
    // the emulator's 8 multiprocessors would be idle.
    const LadderRun run("nbody_v8 -n 2048 --steps 1");
    const std::vector<int> pull = run.grid("v8");
    EXPECT_EQ(pull[0], 2);
    EXPECT_GT(pull[1], 1);
    // Each part of the pulls is stored once, and read once by the kernel that adds them up.
    const double parts = pull[1], warps = 2048 / 32;
    EXPECT_EQ(run.of("v8", "global_stores", "requests"), warps * (parts + 2));
}

TEST(Lessons, V9ComputesHardlyMoreThanHalfOfThePairs)
{
    constexpr double kMany = 3072, kChunk = 256, kChunks = kMany / kChunk;
    const LadderRun run("nbody_v9 -n 3072 --steps 1");
    // 7 numbers travel on after each of the 32 turns of 8 groups.
    const double meetings = run.of("v9", "warp_collectives") / (7 * 32 * 8);
    EXPECT_EQ(meetings, kChunks * (kChunks / 2 + 1));
    EXPECT_LT(meetings / (kChunks * kChunks), 0.59);
    // Of these meetings all but two of each chunk add to the other side as well.
    const double rows = run.grid("v9")[1];
    EXPECT_EQ(run.of("v9", "global_atomics", "lanes"),
              3 * (kMany * rows + (meetings - 2 * kChunks) * kChunk));
    EXPECT_EQ(run.same_address_degree("v9", "global_atomics"), 1);
}

TEST(Lessons, NoVersionIsReported)
{
    for (const char* options : {"-n 512 --steps 1", "-n 257 --dist plummer --steps 2 --block 64"}) {
        const LadderRun run(std::string("nbody ") + options);
        for (const char* version : {"v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"}) {
            EXPECT_EQ(run.status(version), "ok") << options << ' ' << version;
            EXPECT_TRUE(run.reports(version).empty()) << options << ' ' << run.reports(version);
        }
    }
}

}  // namespace
