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
