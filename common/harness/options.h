// The options that every program takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ladders {

struct Options {
    std::size_t size = 0;     // -n; 0: the topic's default
    bool size_given = false;  // whether there was a -n
    std::uint64_t seed = 1;
    int block = 0;  // 0: each version's own
    int reps = 0;   // 0: until the median is steady
    int warmup = 3;
    bool hot = false;
    bool no_cpu = false;
    bool no_guard = false;
    bool quiet = false;
    bool wide = false;  // all columns of a ladder's table
    bool selftest = false;
    bool counters = false;   // of each source line; on the emulator
    std::string trace_file;  // empty: no trace
    bool explain = false;    // why a version is slow
    std::string json_file;   // "-": stdout; empty: none
    bool unchecked = false;  // by the judge: the result is checked in another process
};

// What a program tells of itself in --help.
struct ProgramHelp {
    std::string name, purpose;
    std::size_t default_size = 0;
};

class OptionList;

// Parses the words of a program's command line: the options above, and those that `add` adds. Gives false if --help or
// --version was asked for and has been answered on stdout. Throws UsageError with one line for everything that is wrong.
bool parse_options(Options& options, const ProgramHelp& help, const std::function<void(OptionList&)>& add,
                   const std::vector<std::string>& words);

// "4096", "4Ki", "4Mi", "2Gi" -> a count of at least 1. Throws UsageError naming `option`.
std::size_t parse_size(const std::string& option, const std::string& text);

// A whole number from least to most. Throws UsageError naming `option`.
template <class T>
T parse_whole(const std::string& option, const std::string& text, T least, T most);

// For CLI::Option::check: refuses an empty file name.
std::string a_file_name(const std::string& text);

// Whether the file can be written; leaves everything as it is.
bool is_writable(const std::string& file);

// The same for a program with options of its own only.
bool parse_command_line(CLI::App& app, const std::vector<std::string>& words);

}  // namespace ladders
