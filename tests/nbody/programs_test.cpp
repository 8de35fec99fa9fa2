// The programs: bodies from files and into files, drift, refusals.
#include "run_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int kUsage = 2, kBadInput = 3;

using Table = std::vector<std::vector<double>>;

Table parse(const std::string& text)
{
    Table table;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line[0] == '#')
            continue;
        std::istringstream words(line);
        table.emplace_back();
        for (double value; words >> value;)
            table.back().push_back(value);
    }
    return table;
}

// The table of bodies after a run.
Table after(const std::string& command)
{
    const Outcome outcome = run(command + " -o after.txt");
    EXPECT_EQ(outcome.code, 0) << command << '\n' << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("Check: ok"), std::string::npos) << outcome.out;
    return parse(read_file(scratch() + "/after.txt"));
}

// The number after `label` in one of the run's remarks.
double remark(const nlohmann::json& json, const std::string& label)
{
    for (const auto& line : json["versions"][0]["remarks"])
        if (const std::string text = line; text.rfind(label, 0) == 0)
            return std::stod(text.substr(label.size()));
    ADD_FAILURE() << "no remark " << label << " in " << json["versions"][0];
    return NAN;
}

TEST(NBody, OfOneBodyMovesStraightOn)
{
    write_file("one.txt", "2 1 -2 3 10 20 -30\n");
    for (const char* version : {"nbody_v1", "nbody_v6", "nbody_v7", "nbody_v8", "nbody_v9"}) {
        const Table table = after(std::string(version) + " -i one.txt --steps 3");
        ASSERT_EQ(table.size(), 1u);
        const double want[] = {2, 1.3, -1.4, 2.1, 10, 20, -30};
        for (int column = 0; column < 7; ++column)
            EXPECT_NEAR(table[0][column], want[column], 1e-5) << version << ", column " << column;
    }
}

TEST(NBody, OfBodiesAtOnePlacePullsThemNowhere)
{
    write_file("same.txt", "1 5 5 5 0 0 0\n1000 5 5 5 0 0 0\n1e9 5 5 5 0 0 0\n");
    for (const char* version : {"nbody_v1", "nbody_v6", "nbody_v7", "nbody_v8", "nbody_v9"})
        for (const auto& body : after(std::string(version) + " -i same.txt"))
            EXPECT_EQ((std::vector<double>{body.begin() + 1, body.end()}),
                      (std::vector<double>{5, 5, 5, 0, 0, 0}))
                << version;
}

TEST(NBody, GoesOnFromATableItHasWritten)
{
    ASSERT_EQ(run("nbody_v6 -n 100 --steps 1 -o first.txt").code, 0);
    ASSERT_EQ(run("nbody_v6 -i first.txt --steps 1 -o second.txt").code, 0);
    ASSERT_EQ(run("nbody_v6 -n 100 --steps 2 -o both.txt").code, 0);
    EXPECT_EQ(read_file(scratch() + "/second.txt"), read_file(scratch() + "/both.txt"));
}

TEST(NBody, WritesAPicture)
{
    const Outcome outcome = run("nbody_v8 -n 300 -o bodies.png -o bodies.txt");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(read_file(scratch() + "/bodies.png").substr(1, 3), "PNG");
    EXPECT_EQ(parse(read_file(scratch() + "/bodies.txt")).size(), 300u);
}

TEST(NBody, KeepsEnergyAndMomentumOfAClusterOver50Steps)
{
    for (const char* version : {"nbody_v8", "nbody_v9"}) {
        const auto json =
            run_json(std::string(version) + " -n 256 --block 32 --dist plummer --seed 3 --steps 50");
        // Time steps of 0.01 are too long for close encounters: that is what the energy drifts by.
        EXPECT_LT(std::abs(remark(json, "Energy drift: ")), 0.05) << version;
        EXPECT_LT(remark(json, "Momentum drift: "), 1e-5) << version;
    }
}

TEST(NBody, RefusesBrokenTablesByFileAndLine)
{
    const std::string good = "1 0 0 0 0 0 0\n";
    for (const char* bad : {"1 2 3", "1 2 3 4 5 6 nan", "1 2 3 4 5 inf 7", "1 1e9999 3 4 5 6 7",
                            "a b c d e f g", "-1 0 0 0 0 0 0", "1 2 3 4 5 6 7 8"}) {
        write_file("bad.txt", "# a comment\n" + good + bad + "\r\n" + good);
        expect_refused("nbody_v8 -i bad.txt", kBadInput, "bad.txt: line 3: ");
    }
    write_file("empty.txt", "# nothing\n");
    expect_refused("nbody -i empty.txt", kBadInput, "empty.txt: no body in the file");
    expect_refused("nbody_v1 -i nowhere.txt", kBadInput, "nowhere.txt: No such file");
    expect_refused("nbody_v1 -i .", kBadInput, ".: Is a directory");
}

TEST(NBody, RefusesContradictionsAndWrongValues)
{
    write_file("one.txt", "2 1 -2 3 10 20 -30\n");
    expect_refused("nbody_v1 -i one.txt -n 5", kUsage, "--size");
    expect_refused("nbody_v1 -i one.txt --dist plummer", kUsage, "--dist");
    expect_refused("nbody_v1 --dist galaxy", kUsage, "--dist");
    for (const char* steps : {"0", "-1", "1.5", "x", "1000001"})
        expect_refused(std::string("nbody_v1 --steps ") + steps, kUsage, "--steps");
    expect_refused("nbody_v1 -o bodies.gif", kUsage, "bodies.gif must end in .txt or .png");
    expect_refused("nbody_v9 --block 33", kUsage, "--block 33: this version needs a multiple of 32");
}

TEST(NBody, ShowsItsTitleBeforeALongRunAlsoInAFile)
{
    // Ended as soon as the file has the input's size, which it would get in time.
    write_file("begin.sh",
               "nbody_v6 -n 50000 >begun.txt &\n"
               "for i in $(seq 1000); do grep -q 50000 begun.txt && break; sleep 0.02; done\n"
               "kill $! && cat begun.txt\n");
    const Outcome outcome = run("sh begin.sh");
    EXPECT_EQ(outcome.code, 0) << "the run has ended before";
    EXPECT_EQ(outcome.out.find("nbody_v6: "), 0u) << outcome.out;
    EXPECT_NE(outcome.out.find("50000"), std::string::npos) << outcome.out;
}

TEST(NBody, ChecksWithoutTheCpuAsWell)
{
    const Outcome outcome = run("nbody -n 100 --no-cpu");
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    EXPECT_EQ(outcome.out.find("WRONG"), std::string::npos) << outcome.out;
}

}  // namespace
