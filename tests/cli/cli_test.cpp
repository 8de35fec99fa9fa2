// What the programs print, and the figures of the inputs named `lecture`.
#include "run_program.h"

#include <gtest/gtest.h>

#include <string>

namespace {

void expect_line(const std::string& text, const std::string& line)
{
    EXPECT_NE(("\n" + text).find("\n" + line), std::string::npos)
        << "no line begins with '" << line << "' in:\n"
        << text;
}

TEST(Lecture, TheFloatSumOf10000IsOffByTheSequentialRounding)
{
    const Outcome outcome = run("reduce_v3 --type float -n 10000");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    expect_line(outcome.out, "Sum (CPU) = 50002896\n");
    expect_line(outcome.out, "Sum (GPU) = 50005000\n");
    expect_line(outcome.out, "Error against the exact sum 50005000: sequential 2.1e+03, Kahan 0,");
}

TEST(Lecture, TheIntSumIs2097152)
{
    const Outcome outcome = run("reduce_v6 -n 4Mi");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    expect_line(outcome.out, "Sum (CPU) = 2097152\n");
    expect_line(outcome.out, "Sum (GPU) = 2097152\n");
}

TEST(Lecture, TheCpuCountsAllPixelsOfTheLecturesPicture)
{
    // The whole picture on a GPU; on the emulator one of the same kind that does not take minutes.
    const std::string size = EMULATOR ? "262144" : "104857600";
    const Outcome outcome = run("hist_v4 --dist lecture -n " + size);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    expect_line(outcome.out, "Sum (CPU) = " + size + "\n");
    expect_line(outcome.out, "Sum (GPU) = " + size + "\n");
}

TEST(Version, PrintsItsPartsWithTheLabelsOfTheSlides)
{
    const Outcome outcome = run("reduce_v3 -n 5000");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out.rfind("reduce_v3: sequential addressing\nDevice: ", 0), 0u) << outcome.out;
    for (const char* label :
         {"n = 5000 int (19.5 KiB), v[i] = i + 1", "CUDA kernel launch with 20 blocks of 256 threads",
          "Sum (CPU) = ", "Sum (GPU) = ", "Check: ok", "Next: v4: two per thread"})
        expect_line(outcome.out, label);
    if (EMULATOR) {
        for (const char* label :
             {"Global loads: ", "Shared loads: ", "Barriers: ", "Active threads per warp: "})
            expect_line(outcome.out, label);
        EXPECT_EQ(outcome.out.find("sec."), std::string::npos) << "an emulated run must print no times";
        EXPECT_EQ(outcome.out.find("Speedup"), std::string::npos);
    } else {
        for (const char* label : {"CPU version (sec.): ", "GPU version (sec.): ", "Memory ops. (sec.): ",
                                  "GPU bandwidth (GB/s): ", "Speedup: ", "Speedup (with mem ops.): "})
            expect_line(outcome.out, label);
    }
}

TEST(Version, BlockChangesTheLaunch)
{
    const Outcome outcome = run("reduce_v3 -n 5000 --block 64");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    expect_line(outcome.out, "CUDA kernel launch with 79 blocks of 64 threads");
}

TEST(Version, QuietPrintsOnlyTheVerdict)
{
    EXPECT_EQ(run("reduce_v3 -n 5000 --quiet").out, "reduce_v3: sequential addressing\nCheck: ok\n");
}

TEST(Version, NoCpuChecksWithoutTheCpuAndPrintsNoSpeedup)
{
    for (const char* command : {"reduce_v6 -n 5000 --no-cpu", "reduce_v6 -n 5000 --type float --no-cpu",
                                "hist_v6 -n 5000 --no-cpu", "count_v5 -n 5000 --no-cpu"}) {
        const Outcome outcome = run(command);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        expect_line(outcome.out, "Check: ok");
        EXPECT_EQ(outcome.out.find("(CPU) ="), std::string::npos) << outcome.out;
        EXPECT_EQ(outcome.out.find("Speedup"), std::string::npos) << outcome.out;
    }
}

TEST(Version, WrongByDesignSaysSoAndNamesTheRace)
{
    for (const char* program : {"count_v1", "hist_v1"}) {
        const Outcome outcome = run(std::string(program) + " -n 20000");
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        expect_line(outcome.out, "Check: WRONG, as this version is meant to show: ");
        EXPECT_EQ(outcome.out.find("Speedup"), std::string::npos) << outcome.out;
        if (EMULATOR) {
            EXPECT_NE(outcome.out.find("v1_race.cu:"), std::string::npos) << outcome.out;
            EXPECT_NE(outcome.err.find("v1_race.cu:"), std::string::npos) << outcome.err;
        }
    }
}

TEST(Ladder, PrintsARowForEachVersion)
{
    const Outcome outcome = run("reduce -n 20000");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const char* version : {"v1 ", "v2 ", "v3 ", "v4 ", "v5 ", "v6 "})
        expect_line(outcome.out, version);
    if (!EMULATOR)
        expect_line(outcome.out, "lib ");
}

TEST(Json, HoldsEveryVersionAndItsFigures)
{
    const auto json = run_json("reduce -n 20000");
    EXPECT_EQ(json["program"], "reduce");
    EXPECT_EQ(json["versions"].size(), EMULATOR ? 7u : 8u);
    EXPECT_EQ(json["versions"][2]["version"], "v3");
    EXPECT_EQ(json["versions"][2]["status"], "ok");
    EXPECT_EQ(json["versions"][2]["figures"]["Sum"], "200010000");
    if (EMULATOR)
        EXPECT_GT(json["versions"][2]["counters"]["shared_loads"]["requests"], 0);
    else
        EXPECT_GT(json["versions"][2]["gpu_seconds"], 0);
}

TEST(Json, GoesToAFileBesideTheText)
{
    const Outcome outcome = run("reduce_v3 -n 20000 --json figures.json");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    expect_line(outcome.out, "Check: ok");
    EXPECT_EQ(nlohmann::json::parse(read_file(scratch() + "/figures.json"))["versions"][0]["version"], "v3");
}

TEST(Hist, WritesTheCountsAsCsvAndAsAPicture)
{
    const Outcome outcome = run("hist_v6 --dist constant -n 12345 --seed 1 -o counts.csv -o bars.png");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::string csv = read_file(scratch() + "/counts.csv");
    EXPECT_EQ(csv.rfind("value,pixels\n0,", 0), 0u) << csv;
    EXPECT_NE(csv.find(",12345\n"), std::string::npos) << csv;
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 257);
    EXPECT_EQ(read_file(scratch() + "/bars.png").substr(1, 3), "PNG");
}

TEST(Hist, CountsAPhotographAndSaysWhatBecameOfItsColour)
{
    ASSERT_EQ(run("make_pictures pictures").code, 0);
    for (const char* name : {"photo.png", "photo.jpg", "photo.ppm"}) {
        const Outcome outcome = run(std::string("hist_v6 -i pictures/right/") + name);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_NE(outcome.out.find("colour turned to luma (Rec. 601)"), std::string::npos) << outcome.out;
        expect_line(outcome.out, "Check: ok");
    }
    EXPECT_NE(run("hist_v6 -i pictures/right/photo_16_bits.pgm").out.find("scaled from maxval 65535"),
              std::string::npos);
}

TEST(SelfTest, PassesForTheRightVersionsAndCountsTheInputs)
{
    const Outcome outcome = run("count_v5 --selftest");
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_EQ(outcome.out, "count_v5: 9 inputs right, 18 refused\n");
}

TEST(Help, NamesTheOptions)
{
    const Outcome outcome = run("hist_v6 --help");
    EXPECT_EQ(outcome.code, 0);
    for (const char* option :
         {"--size", "--seed", "--block", "--json", "--selftest", "--dist", "--input", "--output"})
        EXPECT_NE(outcome.out.find(option), std::string::npos) << option;
    EXPECT_EQ(run("hist_v6 --version").out.rfind("CUDA Ladders ", 0), 0u);
}

TEST(DeviceInfo, PrintsTheDeviceAndAnOccupancyTable)
{
    const Outcome outcome = run("device_info --registers 64");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const char* label :
         {"Device: ", "Multiprocessors: ", "Shared memory: ", "Occupancy with 64 registers"})
        expect_line(outcome.out, label);
    EXPECT_EQ(run("device_info --block 2000").code, 2);
}

}  // namespace
