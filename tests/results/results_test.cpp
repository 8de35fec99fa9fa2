// The emulator's figures that the READMEs show are those of today's code.
#include "lessons.h"

#include <cstring>
#include <filesystem>
#include <vector>

namespace {

// Without the active threads, which are counted per basic block and so depend on the compiler, and without what --counters
// adds about the host. A source line is the n-th that was counted, whatever its number: comments may be added above it.
nlohmann::json counters(const nlohmann::json& version)
{
    nlohmann::json counters = version["counters"];
    counters.erase("active_threads_per_warp");
    for (const char* added :
         {"launches", "blocks", "threads", "pageable_copies", "pinned_copies", "operations", "longest_chain",
          "streams", "graph_launches", "host_waits", "allocations"})
        counters.erase(added);
    for (auto& line : counters["lines"])
        for (const char* place : {"line", "text", "occurrence"})
            line.erase(place);
    return counters;
}

// Null for a version that refuses the input.
nlohmann::json launches(const nlohmann::json& version)
{
    return version.value("launches", nlohmann::json());
}

std::vector<std::filesystem::path> stored_results()
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(RESULTS_DIR "/emulator"))
        files.push_back(entry.path());
    return files;
}

class StoredCounters : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(StoredCounters, AreCurrent)
{
    const auto stored = nlohmann::json::parse(read_file(GetParam().string()));
    auto command = stored["command"].get<std::string>();
    if (const std::size_t counters = command.find(" --counters"); counters != std::string::npos)
        command.erase(counters, std::strlen(" --counters"));
    const std::string devices =
        stored.contains("gpus") ? "env CUDA_EMULATOR=devices=" + stored["gpus"].dump() + " " : "";
    const auto measured = run_json_once(devices + command);
    EXPECT_EQ(stored["input"], measured["input"]);
    EXPECT_EQ(stored.value("gpus", 1), measured.value("gpus", 1));
    EXPECT_TRUE(measured["cpu_seconds"].is_null());
    EXPECT_TRUE(stored["cpu_seconds"].is_null());
    ASSERT_EQ(stored["versions"].size(), measured["versions"].size());
    for (std::size_t i = 0; i < measured["versions"].size(); ++i) {
        EXPECT_EQ(launches(stored["versions"][i]), launches(measured["versions"][i]));
        EXPECT_EQ(counters(stored["versions"][i]), counters(measured["versions"][i]))
            << measured["versions"][i]["version"] << ": run scripts/measure and scripts/tables.py";
    }
}

INSTANTIATE_TEST_SUITE_P(Results, StoredCounters, testing::ValuesIn(stored_results()),
                         [](const auto& info) { return info.param.stem().string(); });

}  // namespace
