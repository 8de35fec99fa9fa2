// The options that a topic adds to its programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ladders {

// Each function adds one option: names as in "-m,--rows", then the variable that gets the value and holds the default,
// then the line of --help. Wrong values end the program with one line and exit code 2.
class OptionList {
public:
    explicit OptionList(CLI::App& app) : app_(app) {}

    // One of the words in `choices`.
    void choice(const std::string& names, std::string& value, const std::vector<std::string>& choices,
                const std::string& help);
    // A count as --size is written: 4096, 4Ki, 4Mi. The help line tells its default, which may be no number.
    void size(const std::string& names, std::size_t& value, const std::string& help);
    // A whole number from least to most. A value outside, such as 0 for `not given`, is not shown as the default.
    void whole(const std::string& names, int& value, int least, int most, const std::string& help);
    void whole(const std::string& names, std::size_t& value, std::size_t least, std::size_t most,
               const std::string& help);
    // Any whole number; the help line tells what is done without one.
    void whole(const std::string& names, std::optional<std::int64_t>& value, const std::string& help);
    // A whole number with a rule of its own: wrong(text) is empty, or says what is expected.
    void whole(const std::string& names, int& value, const std::string& help,
               const std::function<std::string(const std::string&)>& wrong);
    void flag(const std::string& names, bool& value, const std::string& help);

    // -i, --input FILE
    void input(std::string& file, const std::string& help);
    // -o, --output FILE, which may be given more than once. The file must end in one of `endings` (".csv"), and it must
    // be possible to write it.
    void output(std::vector<std::string>& files, const std::vector<std::string>& endings,
                const std::string& help);

    // The option may not be given together with any of the others.
    void exclude(const std::string& option, const std::vector<std::string>& others);
    // Says what an option means here, --size say (whose default is added).
    void describe(const std::string& option, const std::string& help);

private:
    CLI::App& app_;
};

}  // namespace ladders
