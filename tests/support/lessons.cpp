#include "lessons.h"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <sys/file.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

// Held while a run is looked up or made, so that only one of the tests that want it makes it.
class Lock {
public:
    explicit Lock(const std::string& path) : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666))
    {
        if (file_ < 0 || flock(file_, LOCK_EX) != 0)
            throw std::runtime_error(path + " cannot be locked");
    }
    ~Lock() { close(file_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    int file_;
};

}  // namespace

nlohmann::json run_json_once(const std::string& ladder)
{
    const std::string command = ladder + " --counters";
    const char* folder = std::getenv("LADDER_RUNS");  // set by ctest, which empties it first
    if (!folder)
        return run_json(command);
    fs::create_directories(folder);
    const std::string path = std::string(folder) + "/" + std::to_string(std::hash<std::string>()(command));
    const Lock lock(path + ".lock");
    if (fs::exists(path))
        return nlohmann::json::parse(read_file(path));
    const nlohmann::json json = run_json(command);
    if (!testing::Test::HasFailure()) {
        std::ofstream(path + ".new") << json;
        fs::rename(path + ".new", path);
    }
    return json;
}

std::string place_of(const std::string& file, const std::string& text)
{
    std::ifstream source(LADDERS_SOURCE_DIR "/" + file);
    EXPECT_TRUE(source.is_open()) << file;
    int found = 0, number = 0;
    for (std::string line; std::getline(source, line);) {
        ++number;
        if (line.find(text) == std::string::npos)
            continue;
        EXPECT_EQ(found, 0) << file << " has '" << text << "' in two lines";
        found = number;
    }
    EXPECT_NE(found, 0) << file << " has no '" << text << "'";
    return fs::path(file).filename().string() + ":" + std::to_string(found);
}

LadderRun::LadderRun(const std::string& command) : json_(run_json_once(command)) {}

std::vector<std::string> LadderRun::versions() const
{
    std::vector<std::string> names;
    for (const nlohmann::json& one : json_.at("versions"))
        names.push_back(one.at("version"));
    return names;
}

const nlohmann::json& LadderRun::find(const std::string& version) const
{
    for (const nlohmann::json& one : json_.at("versions"))
        if (one.at("version") == version)
            return one;
    throw std::out_of_range("no version " + version);
}

double LadderRun::of(const std::string& version, const std::string& accesses,
                     const std::string& counter) const
{
    return find(version).at("counters").at(accesses).at(counter).get<double>();
}

double LadderRun::of(const std::string& version, const std::string& counter) const
{
    return find(version).at("counters").at(counter).get<double>();
}

double LadderRun::conflicts(const std::string& version, const std::string& accesses) const
{
    return of(version, accesses, "wavefronts") / of(version, accesses, "ideal_wavefronts");
}

double LadderRun::sectors_per_request(const std::string& version, const std::string& accesses) const
{
    return of(version, accesses, "sectors") / of(version, accesses, "requests");
}

double LadderRun::bus_utilisation(const std::string& version, const std::string& accesses) const
{
    return of(version, accesses, "bytes_asked") / (32 * of(version, accesses, "sectors"));
}

double LadderRun::lanes_per_request(const std::string& version, const std::string& accesses) const
{
    return of(version, accesses, "lanes") / of(version, accesses, "requests");
}

double LadderRun::same_address_degree(const std::string& version, const std::string& accesses) const
{
    return of(version, accesses, "same_address") / of(version, accesses, "requests");
}

std::size_t LadderRun::launches(const std::string& version) const
{
    return find(version).at("launches").size();
}

std::vector<int> LadderRun::grid(const std::string& version) const
{
    return find(version).at("launches").at(0).at("grid");
}

int LadderRun::blocks(const std::string& version) const
{
    int blocks = 1;
    for (const int side : grid(version))
        blocks *= side;
    return blocks;
}

std::string LadderRun::status(const std::string& version) const
{
    return find(version).at("status");
}

std::string LadderRun::detail(const std::string& version) const
{
    return find(version).at("detail");
}

std::string LadderRun::reports(const std::string& version) const
{
    std::string all;
    for (const nlohmann::json& report : find(version).at("emulator_reports"))
        all += report.get<std::string>() + '\n';
    return all;
}

std::string LadderRun::first_report(const std::string& version) const
{
    return find(version).at("emulator_reports").at(0);
}
