#include "run_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/wait.h>

namespace {

namespace fs = std::filesystem;

// Where the programs are: the build's bin folder, or LADDERS_BIN_DIR for a build that was carried to another machine; and
// beside it the folder of those that only tests need.
std::string program_folders()
{
    const char* given = std::getenv("LADDERS_BIN_DIR");
    const std::string bin = given ? given : LADDERS_BIN_DIR;
    return "'" + bin + "':'" + bin + "/../tests'";
}

// One folder per test process, removed at its end.
class Folder {
public:
    Folder()
    {
        std::string pattern = (fs::temp_directory_path() / "ladders.XXXXXX").string();
        if (!mkdtemp(pattern.data()))
            throw std::runtime_error("no temporary folder could be made");
        path_ = pattern;
    }
    ~Folder()
    {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace

std::string scratch()
{
    static const Folder folder;
    return folder.path();
}

std::string read_file(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string write_file(const std::string& name, const std::string& content)
{
    const std::string path = scratch() + "/" + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

int Outcome::error_lines() const
{
    return static_cast<int>(std::count(err.begin(), err.end(), '\n'));
}

Outcome run(const std::string& command)
{
    const std::string out = scratch() + "/stdout", err = scratch() + "/stderr";
    // A program that hangs is a failure of its own: exit code 124.
    const std::string line = "cd '" + scratch() + "' && PATH=" + program_folders() + ":$PATH timeout 120 " +
                             command + " >'" + out + "' 2>'" + err + "'";
    const int status = std::system(line.c_str());
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome.out = read_file(out);
    outcome.err = read_file(err);
    return outcome;
}

void expect_refused(const std::string& command, int code, const std::string& part)
{
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, code) << command << '\n' << outcome.out << outcome.err;
    EXPECT_EQ(outcome.error_lines(), 1) << command << '\n' << outcome.err;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << command << '\n' << outcome.err;
    EXPECT_EQ(outcome.out.find("Speedup"), std::string::npos) << command << '\n' << outcome.out;
    EXPECT_EQ(outcome.out.find("Check: ok"), std::string::npos) << command << '\n' << outcome.out;
}

nlohmann::json run_json(const std::string& command)
{
    const Outcome outcome = run(command + " --json -");
    EXPECT_EQ(outcome.code, 0) << command << '\n' << outcome.err;
    const nlohmann::json json = nlohmann::json::parse(outcome.out, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << command << " wrote no JSON: " << outcome.out;
    return json;
}
