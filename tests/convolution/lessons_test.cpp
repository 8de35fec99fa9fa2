#include "lessons.h"

namespace {

// 64 blocks of 256 threads, and the mask's default width.
constexpr double kNumbers = 16384, kBlocks = 64, kWarps = kNumbers / 32, kWidth = 5;

const LadderRun& counted()
{
    static const LadderRun run("conv1d");
    return run;
}

TEST(Conv1dLessons, V1AsksForANumberAndAWeightPerProduct)
{
    // Save the six products whose number would be outside.
    EXPECT_EQ(counted().of("v1", "global_loads", "lanes"), 2 * (kNumbers * kWidth - 6));
    EXPECT_EQ(counted().of("v1", "global_loads", "requests"), 2 * kWarps * kWidth);
}

TEST(Conv1dLessons, V2AsksGlobalMemoryForHalf)
{
    for (const char* counter : {"lanes", "requests"})
        EXPECT_EQ(counted().of("v2", "global_loads", counter),
                  counted().of("v1", "global_loads", counter) / 2);
}

TEST(Conv1dLessons, V3AsksForEachNumberOnceAndForTheHalos)
{
    EXPECT_EQ(counted().of("v3", "global_loads", "lanes"), kNumbers + (kBlocks - 1) * (kWidth - 1));
    EXPECT_EQ(counted().of("v3", "shared_loads", "lanes"), kNumbers * kWidth);
    EXPECT_EQ(counted().of("v3", "barriers"), kBlocks);
}

TEST(Conv1dLessons, V4LeavesTheHalosToTheCache)
{
    // On each side of a border between blocks, one thread wants two of the other block's numbers, and its
    // neighbour one.
    EXPECT_EQ(counted().of("v4", "global_loads", "lanes"), kNumbers + (kBlocks - 1) * (2 + 1) * 2);
    EXPECT_EQ(counted().of("v4", "shared_stores", "lanes"), kNumbers);
    EXPECT_GT(counted().of("v3", "shared_stores", "lanes"), kNumbers);
}

TEST(Conv1dLessons, V5LoadsSixteenBytesAtATimeAndNeedsNeitherSharedMemoryNorBarriers)
{
    EXPECT_EQ(counted().of("v5", "global_loads", "requests"), 3 * kWarps / 4);
    EXPECT_EQ(counted().of("v5", "global_stores", "requests"), kWarps / 4);
    EXPECT_EQ(counted().of("v5", "global_stores", "sectors"), counted().of("v4", "global_stores", "sectors"));
    EXPECT_EQ(counted().of("v5", "shared_loads", "requests"), 0);
    EXPECT_EQ(counted().of("v5", "barriers"), 0);
}

TEST(Conv1dLessons, V5WithAWideMaskGetsMoreProductsFromALoadWithoutConflicts)
{
    // A load of 16 bytes serves four weights of 8 or 16 results. Fours of weights: 16 of 61, 64 of 255.
    const LadderRun wide("conv1d_v5 --mask 61"), very_wide("conv1d_v5 --mask 255");
    EXPECT_EQ(wide.of("v5", "shared_loads", "lanes"), kNumbers / 8 * (16 + 2));
    EXPECT_EQ(very_wide.of("v5", "shared_loads", "lanes"), kNumbers / 16 * (64 + 4));
    EXPECT_EQ(wide.conflicts("v5", "shared_loads"), 1);
    EXPECT_EQ(very_wide.conflicts("v5", "shared_loads"), 1);
}

TEST(Conv1dLessons, NoVersionIsReported)
{
    for (const char* options : {"-n 10007", "-n 3001 --mask 7 --block 96"}) {
        const LadderRun run(std::string("conv1d ") + options);
        for (const char* version : {"v1", "v2", "v3", "v4", "v5"})
            EXPECT_TRUE(run.reports(version).empty()) << options << ' ' << run.reports(version);
    }
}

// A square picture and its results.
constexpr double kSide = 128, kPixels = kSide * kSide;

const LadderRun& counted_2d()
{
    static const LadderRun run("conv2d");
    return run;
}

// How many of the products along a row or a column have a sample that is inside.
constexpr double kInside = kSide * kWidth - 6;

TEST(Conv2dLessons, V1AsksForASampleAndAWeightPerProduct)
{
    EXPECT_EQ(counted_2d().of("v1", "global_loads", "lanes"), 2 * kInside * kInside);
}

TEST(Conv2dLessons, V2AsksGlobalMemoryForHalf)
{
    for (const char* counter : {"lanes", "requests"})
        EXPECT_EQ(counted_2d().of("v2", "global_loads", counter),
                  counted_2d().of("v1", "global_loads", counter) / 2);
}

TEST(Conv2dLessons, V3AsksForLittleMoreThanOneSamplePerPixel)
{
    // Tiles of 32 x 8: three borders between columns of tiles and fifteen between rows, at each of which four
    // columns or rows are loaded by both sides.
    const double columns = kSide + 3 * (kWidth - 1), rows = kSide + 15 * (kWidth - 1);
    EXPECT_EQ(counted_2d().of("v3", "global_loads", "lanes"), columns * rows);
    EXPECT_EQ(counted_2d().of("v3", "shared_loads", "lanes"), kPixels * kWidth * kWidth);
    EXPECT_EQ(counted_2d().conflicts("v3", "shared_loads"), 1);
}

TEST(Conv2dLessons, V3NeedsLessHaloInLargerBlocks)
{
    const LadderRun large("conv2d_v3 -n 128 --block 1024");  // 32 x 32
    const double side = kSide + 3 * (kWidth - 1);
    EXPECT_EQ(large.of("v3", "global_loads", "lanes"), side * side);
    EXPECT_LT(large.of("v3", "global_loads", "lanes"), 1.2 * kPixels);
}

TEST(Conv2dLessons, V4FetchesEachProductsSampleFromTheTexture)
{
    // Also those outside, for which the texture returns zero: there is no guard, and no lane is idle.
    EXPECT_EQ(counted_2d().of("v4", "texture_loads", "lanes"), kPixels * kWidth * kWidth);
    EXPECT_EQ(counted_2d().of("v4", "texture_loads", "requests"), kPixels / 32 * kWidth * kWidth);
    EXPECT_EQ(counted_2d().of("v4", "global_loads", "requests"), 0);
    EXPECT_EQ(counted_2d().of("v4", "shared_loads", "requests"), 0);
    EXPECT_EQ(counted_2d().of("v4", "barriers"), 0);
}

TEST(Conv2dLessons, V5DoesTwiceTheWidthInPlaceOfItsSquare)
{
    EXPECT_EQ(counted_2d().of("v5", "global_loads", "lanes"), 2 * kInside * kSide);
    EXPECT_EQ(counted_2d().of("v5", "global_stores", "lanes"), 2 * kPixels);
    const LadderRun square("conv2d_v2 -n 64 --mask 9"), twice("conv2d_v5 -n 64 --mask 9");
    EXPECT_GT(square.of("v2", "global_loads", "lanes"), 4.2 * twice.of("v5", "global_loads", "lanes"));
}

TEST(Conv2dLessons, V6TakesAboutOneLoadPerPixelAndNoSharedMemory)
{
    // A warp takes 128 columns. Eight rows of results take twelve rows of samples, those at the border fewer,
    // and each row takes three loads of 16 bytes per lane, two in the first and in the last lane.
    const double rows = kSide / 8 * 12 - 4;
    EXPECT_EQ(counted_2d().of("v6", "global_loads", "lanes"), rows * (3 * 32 - 2));
    EXPECT_LT(counted_2d().of("v6", "global_loads", "lanes"), 1.1 * kPixels);
    EXPECT_EQ(counted_2d().of("v6", "global_loads", "requests"), rows * 3);
    EXPECT_EQ(counted_2d().of("v6", "global_stores", "requests"), kPixels / 32 / 4);
    EXPECT_EQ(counted_2d().of("v6", "shared_loads", "requests"), 0);
    EXPECT_EQ(counted_2d().of("v6", "shared_stores", "requests"), 0);
    EXPECT_EQ(counted_2d().of("v6", "barriers"), 0);
}

TEST(Conv2dLessons, V6WithAWideMaskGetsThirtyTwoProductsFromALoadWithoutConflicts)
{
    // Whole blocks of 24 rows.
    const LadderRun wide("conv2d_v6 --width 256 --height 48 --mask 31");
    // 31 rows of 8 fours of weights, and two fours before the first, for each lane's eight results.
    EXPECT_EQ(wide.of("v6", "shared_loads", "lanes"), 256. * 48 / 8 * 31 * (8 + 2));
    EXPECT_EQ(wide.conflicts("v6", "shared_loads"), 1);
}

TEST(Conv2dLessons, V7LoadsASampleOncePerStripAndNeedsNoBarrier)
{
    const LadderRun wide("conv2d_v7 --mask 31"), twice("conv2d_v5 --mask 31");
    // Four strips of 32 rows, and 15 rows above and 17 below as far as they are inside: 64 rows are copied, four
    // together. A lane copies four samples.
    EXPECT_EQ(wide.of("v7", "global_loads", "lanes"), kSide / 4 * (4 * 32 + 3 * (15 + 17)));
    EXPECT_EQ(wide.of("v7", "global_stores", "requests"), kPixels / 32 / 4);
    EXPECT_GT(twice.of("v5", "global_loads", "lanes"), 120 * wide.of("v7", "global_loads", "lanes"));
    // A row of samples serves 128 columns: nine loads of 16 bytes per lane.
    EXPECT_EQ(wide.of("v7", "shared_loads", "requests"), 4 * (32 + 30) * 9);
    EXPECT_EQ(wide.conflicts("v7", "shared_loads"), 1);
    EXPECT_EQ(wide.of("v7", "barriers"), 0);
}

TEST(Conv2dLessons, NoVersionIsReported)
{
    for (const char* options :
         {"-n 61", "--width 100 --height 37 --mask 7", "-n 33 --mask 11 --block 96", "-n 5 --mask 33"}) {
        const LadderRun run(std::string("conv2d ") + options);
        for (const char* version : {"v1", "v2", "v3", "v4", "v5", "v6", "v7"})
            EXPECT_TRUE(run.reports(version).empty()) << options << ' ' << run.reports(version);
    }
}

}  // namespace
