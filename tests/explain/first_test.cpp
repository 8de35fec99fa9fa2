// The first thing that is said of each version, and what the floors are.
#include "run_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace {

struct Row {
    std::string program, rule, options;
    std::vector<std::string> also = {};  // rules
};

std::string ladder_of(const std::string& program)
{
    return program.substr(0, program.rfind('_'));
}

std::vector<Row> rows()
{
    std::ifstream table(FIRST_TABLE);
    std::vector<Row> all;
    for (std::string line; std::getline(table, line);) {
        if (const std::size_t also = line.find("also: "); also != std::string::npos && line[0] == ' ')
            all.back().also.push_back(line.substr(also + 6));
        if (line.empty() || line[0] == '#' || line[0] == ' ')
            continue;
        // The rule ends at two spaces: it may name a floor of several words.
        const std::size_t name = line.find(' '), rule = line.find_first_not_of(' ', name);
        const std::size_t end = line.find("  ", rule);
        Row row{line.substr(0, name), line.substr(rule, end == std::string::npos ? end : end - rule), ""};
        if (end != std::string::npos)
            row.options = line.substr(line.find_first_not_of(' ', end));
        all.push_back(row);
    }
    return all;
}

// With --gpus N the emulator has N.
nlohmann::json explained(const std::string& program, const std::string& options)
{
    const std::size_t gpus = options.find("--gpus ");
    const std::string env =
        gpus == std::string::npos ? "" : "env CUDA_EMULATOR=devices=" + options.substr(gpus + 7, 1) + " ";
    return run_json(env + program + " " + options + " --explain").at("versions");
}

// Of versions, the one whose program this is.
const nlohmann::json& version_of(const nlohmann::json& versions, const std::string& program)
{
    const auto is_it = [&](const nlohmann::json& version) {
        return program.ends_with("_" + version.at("version").get<std::string>());
    };
    return *std::find_if(versions.begin(), versions.end(), is_it);
}

std::vector<std::string> ladders()
{
    std::vector<std::string> names;
    for (const Row& row : rows())
        if (names.empty() || names.back() != ladder_of(row.program))
            names.push_back(ladder_of(row.program));
    return names;
}

// The largest floor but that of the launches, which is the largest of all small inputs.
std::string limit_of(const nlohmann::json& version)
{
    std::string name;
    double most = 0;
    for (const nlohmann::json& r : version.at("floor").at("resources"))
        if (r.at("resource") != "launches" && r.at("seconds") > most) {
            most = r.at("seconds");
            name = r.at("resource");
        }
    return name;
}

void expect_whole(const nlohmann::json& finding)
{
    for (const char* key : {"rule", "kernel", "file", "counted", "ideal", "text", "try", "see"})
        EXPECT_TRUE(finding.at(key).is_string()) << finding;
    if (finding.at("rule") == "wrong")
        return;
    for (const char* key : {"counted", "ideal", "text", "try", "see"})
        EXPECT_FALSE(finding.at(key).get<std::string>().empty()) << finding;
    EXPECT_GT(finding.at("seconds").get<double>(), 0) << finding;
    EXPECT_GE(finding.at("share").get<double>(), 0) << finding;
    EXPECT_LE(finding.at("share").get<double>(), 1) << finding;
}

class First : public testing::TestWithParam<std::string> {};

TEST_P(First, OfEachVersionTheExplanationSaysWhatTheTableSays)
{
    std::vector<Row> all = rows();
    std::erase_if(all, [](const Row& row) { return ladder_of(row.program) != GetParam(); });
    const nlohmann::json whole = explained(GetParam(), all.front().options);
    for (const Row& row : all) {
        const bool own = row.options != all.front().options;
        const nlohmann::json versions = own ? explained(row.program, row.options) : whole;
        const nlohmann::json& version = version_of(versions, row.program);
        const nlohmann::json& findings = version.at("explanation");
        for (const nlohmann::json& finding : findings)
            expect_whole(finding);
        const std::string got =
            findings.empty() ? "nothing/" + limit_of(version) : findings[0].at("rule").get<std::string>();
        EXPECT_EQ(got, row.rule) << row.program << ' ' << row.options << '\n' << findings.dump(1);
        for (const std::string& rule : row.also) {
            const auto is_said = [&](const nlohmann::json& finding) { return finding.at("rule") == rule; };
            EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), is_said))
                << row.program << ": " << rule;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ladders, First, testing::ValuesIn(ladders()),
                         [](const auto& test) { return test.param; });

TEST(Explanation, IsPrintedAfterTheVersionAndHasNoTimeButTheFloor)
{
    const Outcome outcome = run("reduce_v2 -n 4096 --explain");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("1. v2_interleaved_strided.cu:"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("Bank conflicts: "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("(see: reduce_v3)"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("At least "), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("Speedup"), std::string::npos) << outcome.out;
}

TEST(Explanation, SaysHowOftenEachByteIsAskedForAndNotHowOftenItsSectorMoves)
{
    const nlohmann::json json = run_json("matmul_v2 --explain");
    const nlohmann::json& second = json.at("versions").at(0).at("explanation").at(1);
    EXPECT_EQ(second.at("rule"), "loaded_again");
    EXPECT_EQ(second.at("counted"), "each byte 32.0 times per block");  // a block has 32 x 32 threads
}

TEST(Explanation, OfAWrongVersionSaysFirstThatItIsWrong)
{
    const nlohmann::json json = run_json("count_v1 -n 4096 --explain");
    const nlohmann::json first = json.at("versions").at(0).at("explanation").at(0);
    EXPECT_EQ(first.at("rule"), "wrong");
    EXPECT_NE(first.at("text").get<std::string>().find("v1_race.cu:"), std::string::npos) << first;
}

TEST(Explanation, IsLeftOutUnlessAskedFor)
{
    const nlohmann::json json = run_json("reduce_v2 -n 4096");
    const nlohmann::json& version = json.at("versions").at(0);
    EXPECT_FALSE(version.contains("explanation"));
    EXPECT_FALSE(version.contains("floor"));
}

TEST(Explanation, ChangesNoCounter)
{
    const nlohmann::json with = run_json("scan_v3 -n 4096 --explain"), without = run_json("scan_v3 -n 4096");
    EXPECT_EQ(with.at("versions").at(0).at("counters"), without.at("versions").at(0).at("counters"));
}

}  // namespace
