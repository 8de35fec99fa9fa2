// Bad input gets one line on stderr that names the culprit, the right exit code, and no result.
#include "run_program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

constexpr int kUsage = 2, kBadInput = 3, kOutOfMemory = 5;

TEST(BadSize, IsRefusedByTheOptionsName)
{
    for (const char* program : {"count_v5", "hist_v6", "reduce_v3", "reduce", "hist"})
        for (const char* size : {"0", "-1", "abc", "1e6", "''", "2^40", "4M", "1.5"})
            expect_refused(std::string(program) + " -n " + size, kUsage,
                           std::string("--size ") + (*size == '\'' ? "" : size));
}

TEST(BadSize, OneThatNoMemoryHoldsIsRefusedWithBothFigures)
{
    expect_refused("reduce_v3 -n 1024Gi", kOutOfMemory, "4398046511104 bytes of device memory are needed, ");
    expect_refused("reduce_v3 -n 1099511627776", kOutOfMemory, "are free");
    expect_refused("reduce -n 1024Gi --type double", kOutOfMemory, "8796093022208 bytes");
    expect_refused("reduce_v3 -n 17179869183Gi", kOutOfMemory, "more bytes than can be counted");
    expect_refused("gol_v7 --width 2000000 --height 2000000", kOutOfMemory, "gol_v7: this input: ");
}

TEST(BadSize, OneThatTheCountersCannotHoldIsRefused)
{
    expect_refused("count_v5 -n 2Gi", kUsage,
                   "--size 2147483648: a counter of type int counts one by one up to 2147483647");
    expect_refused("count_v3 -n 16777217 --type float", kUsage, "--size 16777217");
    expect_refused("count_v3 -n 65537", kUsage, "at most 65536");
}

TEST(BadOption, UnknownOnesAndSuperfluousWordsAreRefused)
{
    expect_refused("hist_v6 --frobnicate", kUsage, "--frobnicate");
    expect_refused("reduce_v3 --lenght 3", kUsage, "--lenght");
    expect_refused("reduce_v3 12", kUsage, "12");
    expect_refused("reduce_v3 -i photo.png", kUsage, "-i: unknown option (see --help)");
    expect_refused("reduce_v3 --typ float", kUsage,
                   "--typ: unknown option; did you mean --type? (see --help)");
    expect_refused("reduce_v3 -size=5", kUsage, "-size: unknown option; did you mean --size?");
    expect_refused("reduce_v3 --warm 3 --counter", kUsage, "--warm: unknown option; did you mean --warmup?");
    expect_refused("reduce_v3 -", kUsage, "-: unknown option");
    expect_refused("reduce_v3 -=", kUsage, "-: unknown option");
}

TEST(BadOption, RepeatedOnesAreRefused)
{
    expect_refused("reduce_v3 -n 5 -n 6", kUsage, "--size");
    expect_refused("reduce_v3 --seed 5 --seed 6", kUsage, "--seed");
    expect_refused("hist_v6 --dist ramp --dist runs", kUsage, "--dist");
}

TEST(BadOption, MissingValuesAreRefused)
{
    expect_refused("reduce_v3 -n", kUsage, "--size");
    expect_refused("hist_v6 -i", kUsage, "--input");
}

TEST(BadOption, UnknownNamesAreRefused)
{
    expect_refused("reduce_v3 --type int64", kUsage, "--type");
    expect_refused("reduce_v3 --dist gaussian", kUsage, "--dist");
    expect_refused("hist_v6 --dist Uniform", kUsage, "--dist");
    expect_refused("hist_v6 -o picture.gif", kUsage, "picture.gif");
}

TEST(BadOption, NumbersOutOfRangeAreRefused)
{
    expect_refused("reduce_v3 --reps 0", kUsage, "--reps");
    expect_refused("reduce_v3 --warmup -1", kUsage, "--warmup");
    const std::string range = ": a whole number from 0 to 18446744073709551615 is expected";
    for (const std::string seed : {"-1", "x", "1.5", "18446744073709551616"})
        expect_refused("reduce_v3 --seed " + seed, kUsage, "--seed " + seed + range);
    EXPECT_EQ(run("reduce_v3 -n 100 --seed 18446744073709551615").code, 0);
}

TEST(BadOption, ContradictionsAreRefused)
{
    const std::string pictures = scratch() + "/pictures";
    ASSERT_EQ(run("make_pictures " + pictures).code, 0);
    expect_refused("hist_v6 -i " + pictures + "/right/photo.png -n 100", kUsage, "--size");
    expect_refused("hist_v6 -i " + pictures + "/right/photo.png --dist ramp", kUsage, "--dist");
    expect_refused("count_v5 --type float", kUsage, "counts in int only");
    expect_refused("count_v5 --selftest --json x.json", kUsage, "--json");
    for (const std::string option : {"--size 30", "--seed 2", "--type int"})
        expect_refused("count_v5 --selftest " + option, kUsage,
                       option.substr(0, 6) + " has no meaning beside");
}

TEST(BadBlock, OutOfRangeIsRefusedEverywhere)
{
    for (const char* program : {"count_v5", "hist_v6", "reduce_v3", "reduce"})
        for (const char* block : {"0", "1025", "-32", "x"})
            expect_refused(std::string(program) + " --block " + block, kUsage, "--block");
}

TEST(BadBlock, OneThatTheVersionCannotUseIsRefusedByTheVersion)
{
    expect_refused("reduce_v5 -n 1000 --block 33", kUsage, "--block 33: this version needs a multiple of 32");
    expect_refused("count_v5 -n 1000 --block 33", kUsage, "--block 33");
    expect_refused("reduce_v3 -n 1000 --block 33", kUsage, "--block 33: this version needs a power of two");
    expect_refused("reduce -n 1000 --block 33", kUsage, "--block 33");
    expect_refused("conv2d_v7 --block 64", kUsage, "--block 64: this version's blocks have 128 threads");
}

TEST(BadOption, WhatIsEchoedHasNoControlCharactersAndFitsAScreen)
{
    expect_refused("reduce_v3 -n \"$(printf 'a\\033[2J\\r\\nb\\302\\233')\"", kUsage,
                   "--size a\\x1b[2J\\x0d\\x0ab\\xc2\\x9b: a whole number is expected");
    expect_refused("hist_v6 -i \"$(printf 'no\\033file')\"", kBadInput, "no\\x1bfile: No such file");
    for (const char* bytes : {"5000", "100000"})
        for (const char* option : {"-n", "--seed", "--type", "--block", "--frobnicate"}) {
            const Outcome outcome =
                run(std::string("reduce_v3 ") + option + " $(printf 'x%.0s' $(seq " + bytes + "))");
            EXPECT_EQ(outcome.code, kUsage) << option;
            EXPECT_EQ(outcome.error_lines(), 1) << option;
            EXPECT_LT(outcome.err.size(), 700u) << option;
        }
    ASSERT_EQ(run("make_pictures pictures").code, 0);
    const Outcome outcome =
        run("sh -c 'cp pictures/right/photo.png \"$(printf a\\\\033b.png)\"; "
            "hist_v6 -i \"$(printf a\\\\033b.png)\"'");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("a\\x1bb.png"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos) << outcome.out;
}

TEST(BadBlock, OneThatTheVersionRefusesForEveryInputIsGivenAReason)
{
    const Outcome outcome = run("reduce_v3 --block 96 --selftest");
    EXPECT_EQ(outcome.code, kUsage);
    EXPECT_EQ(outcome.err, "reduce_v3: refuses every input: --block 96: this version needs a power of two\n");
}

TEST(BadSize, MemoryThatTheSystemDoesNotGiveIsRefused)
{
    if (!EMULATOR)
        GTEST_SKIP() << "a GPU's driver needs address space of its own";
    for (const char* limit : {"400000", "4000000", "40000000"}) {
        const Outcome outcome = run(std::string("sh -c 'ulimit -v ") + limit +
                                    "; reduce_v3 -n 1Gi --dist uniform --type double'");
        EXPECT_EQ(outcome.code, kOutOfMemory) << limit << ": " << outcome.err;
        EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
    }
}

TEST(BadOutput, AnUnwritableJsonFileIsRefusedBeforeTheRun)
{
    expect_refused("reduce_v3 -n 1000 --json /no/such/folder/x.json", kUsage,
                   "--json /no/such/folder/x.json");
    expect_refused("reduce_v3 -n 1000 --json " + scratch(), kUsage, "--json");
    expect_refused("reduce_v3 -n 1000 --json ''", kUsage, "--json");
}

TEST(BadOutput, AnUnwritablePictureIsRefusedBeforeTheRun)
{
    expect_refused("hist_v6 -n 1000 -o /no/such/folder/x.png", kUsage,
                   "--output: /no/such/folder/x.png cannot be written");
    EXPECT_EQ(run("hist_v6 -n 1000 -o /no/such/folder/x.png").out, "");
}

TEST(BadOutput, AnOlderFileOutlivesARunThatFails)
{
    const std::string json = write_file("older.json", "precious"), csv = write_file("older.csv", "precious");
    expect_refused("hist_v6 -i missing.png --json " + json + " -o " + csv, kBadInput, "missing.png");
    for (const std::string& file : {json, csv}) {
        std::ifstream stream(file);
        EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "precious");
    }
    expect_refused("hist_v6 -i missing.png --json new.json -o new.csv", kBadInput, "missing.png");
    EXPECT_FALSE(std::ifstream(scratch() + "/new.json").is_open());
    EXPECT_FALSE(std::ifstream(scratch() + "/new.csv").is_open());
}

TEST(BadOutput, AFullDiskIsNotTakenForSuccess)
{
    EXPECT_EQ(run("reduce_v3 -n 1000 --json /dev/full").code, kUsage);
    EXPECT_NE(run("sh -c 'reduce_v3 -n 1000 >/dev/full'").code, 0);
}

class BadPicture : public testing::Test {
protected:
    static void SetUpTestSuite() { ASSERT_EQ(run("make_pictures " + scratch() + "/pictures").code, 0); }
};

TEST_F(BadPicture, EveryBrokenFileIsRefusedByItsName)
{
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(scratch() + "/pictures/broken")) {
        expect_refused("hist_v6 -i '" + file.path().string() + "'", kBadInput,
                       file.path().filename().string());
        ++files;
    }
    EXPECT_GE(files, 16);
}

TEST_F(BadPicture, AMissingFileIsRefused)
{
    expect_refused("hist_v6 -i nowhere.pgm", kBadInput, "nowhere.pgm");
    expect_refused("hist -i nowhere.png", kBadInput, "nowhere.png");
    expect_refused("hist_v6 -i ''", kUsage, "--input");
}

TEST_F(BadPicture, EveryRightFileIsCounted)
{
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(scratch() + "/pictures/right")) {
        const Outcome outcome = run("hist_v6 -i '" + file.path().string() + "'");
        EXPECT_EQ(outcome.code, 0) << file.path() << outcome.err;
        EXPECT_NE(outcome.out.find("Check: ok"), std::string::npos) << outcome.out;
        ++files;
    }
    EXPECT_GE(files, 10);
}

}  // namespace
