#include "lessons.h"

#include <map>
#include <regex>
#include <string>

namespace {

constexpr double kPixels = 65536;

const LadderRun& counted(const std::string& dist)
{
    static std::map<std::string, LadderRun> runs;
    return runs.try_emplace(dist, "hist -n 65536 --dist " + dist).first->second;
}

TEST(Lessons, V1LosesIncrementsInARace)
{
    EXPECT_EQ(counted("uniform").status("v1"), "WRONG as meant");
    ASSERT_FALSE(counted("uniform").reports("v1").empty());
    EXPECT_NE(counted("uniform").first_report("v1").find(
                  place_of("histogram/v1_race.cu", "histogram[pixels[i]]++;")),
              std::string::npos)
        << counted("uniform").reports("v1");
}

TEST(Lessons, V2ContendsTheMoreTheMoreAlikeThePixelsAre)
{
    EXPECT_EQ(counted("uniform").of("v2", "global_atomics", "lanes"), kPixels);
    EXPECT_LT(counted("uniform").same_address_degree("v2", "global_atomics"), 3);
    EXPECT_GT(counted("skewed").same_address_degree("v2", "global_atomics"), 7);
    EXPECT_EQ(counted("constant").same_address_degree("v2", "global_atomics"), 32);
}

TEST(Lessons, V3DoesTheSameAtomicsFromFewerThreads)
{
    EXPECT_EQ(counted("uniform").of("v3", "global_atomics", "lanes"), kPixels);
    EXPECT_EQ(counted("uniform").blocks("v2"), 256);
    EXPECT_LE(counted("uniform").blocks("v3"), 16);
}

TEST(Lessons, V4Needs256GlobalAtomicsPerBlock)
{
    EXPECT_EQ(counted("uniform").of("v4", "global_atomics", "lanes"), 256 * counted("uniform").blocks("v4"));
    EXPECT_EQ(counted("uniform").of("v4", "shared_atomics", "lanes"), kPixels);
}

TEST(Lessons, V5AsksForTheSameBytesInASixteenthOfTheRequests)
{
    EXPECT_EQ(counted("uniform").of("v4", "global_loads", "requests"), kPixels / 32);
    EXPECT_EQ(counted("uniform").of("v5", "global_loads", "requests"), kPixels / 32 / 16);
    EXPECT_EQ(counted("uniform").of("v4", "global_loads", "sectors"),
              counted("uniform").of("v5", "global_loads", "sectors"));
}

TEST(Lessons, V5StillContendsInSharedMemory)
{
    EXPECT_EQ(counted("constant").same_address_degree("v5", "shared_atomics"), 32);
    EXPECT_GT(counted("uniform").conflicts("v5", "shared_atomics"), 2);
}

TEST(Lessons, TheTableShowsBankConflictsOfAtomics)
{
    const std::string table = run("hist -n 65536").out;
    std::smatch found;
    ASSERT_TRUE(std::regex_search(table, found, std::regex("v5 .* ([0-9.]+) +[0-9.]+ +32.0  ok"))) << table;
    EXPECT_NEAR(std::stod(found[1]), 3.46, 0.05) << table;
}

TEST(Lessons, V6HasNeitherContentionNorBankConflictsWhateverThePicture)
{
    for (const char* dist : {"uniform", "constant", "skewed", "ramp", "runs"})
        for (const char* version : {"v6", "v7", "v8"}) {
            EXPECT_EQ(counted(dist).same_address_degree(version, "shared_atomics"), 1) << dist;
            EXPECT_EQ(counted(dist).conflicts(version, "shared_atomics"), 1) << dist;
            EXPECT_EQ(counted(dist).conflicts(version, "shared_loads"), 1) << dist;
            EXPECT_EQ(counted(dist).conflicts(version, "shared_stores"), 1) << dist;
        }
}

// What v7 and v8 gain is instructions and time, which the emulator does not count.
TEST(Lessons, V7AndV8AskForWhatV6AsksFor)
{
    for (const char* version : {"v7", "v8"})
        for (const char* accesses : {"global_loads", "global_atomics", "shared_atomics", "shared_loads"})
            for (const char* counter : {"requests", "lanes", "bytes_asked", "sectors", "wavefronts"})
                EXPECT_EQ(counted("uniform").of(version, accesses, counter),
                          counted("uniform").of("v6", accesses, counter))
                    << version << ' ' << accesses << ' ' << counter;
}

// The 16-byte loads of one line of a version, in requests, as --counters lists them.
std::string loads_at(const std::string& program, const std::string& file, const std::string& source)
{
    const std::string place = place_of("histogram/" + file, source);
    const std::string out = run(program + " -n 262144 --counters").out;
    const std::string row = " " + place.substr(place.find(':') + 1) + "  global load 16 B";
    const std::size_t begin = out.find(row);
    if (begin == std::string::npos)
        return "none";
    const std::size_t number = out.find_first_not_of(' ', begin + row.size());
    return out.substr(number, out.find(' ', number) - number);
}

TEST(Lessons, V8LoadsFourTimesBeforeItCounts)
{
    // 4 blocks of 32 warps, and 4 loads to a thread: none is left for the loop of single loads.
    EXPECT_EQ(loads_at("hist_v7", "v7_byte_permute.cu", "count_sixteen(sixteens[i], column);"), "512");
    EXPECT_EQ(loads_at("hist_v8", "v8_loads_in_flight.cu", "loaded[k] = __ldcs("), "512");
    EXPECT_EQ(loads_at("hist_v8", "v8_loads_in_flight.cu", "count_sixteen(__ldcs("), "none");
}

TEST(Lessons, OnlyV1IsReported)
{
    for (const char* version : {"v2", "v3", "v4", "v5", "v6", "v7", "v8"})
        EXPECT_TRUE(counted("uniform").reports(version).empty()) << counted("uniform").reports(version);
}

}  // namespace
