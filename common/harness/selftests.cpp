#include "common/harness/selftests.h"

#include "common/support/errors.h"

#include <CLI/CLI.hpp>

#include <set>
#include <sstream>

namespace ladders {

std::vector<std::size_t> awkward_sizes(int block)
{
    const auto b = static_cast<std::size_t>(block);
    std::set<std::size_t> sizes{1, 2, 3, 31, 32, 33, b - 1, b, b + 1, 2 * b + 1, 1023, 4099, 65537};
    sizes.erase(0);
    return {sizes.begin(), sizes.end()};
}

Options parse_selftest(const std::string& command, std::size_t default_size,
                       const std::function<void(OptionList&)>& add)
{
    Options options;
    options.size = default_size;
    CLI::App app;
    add_common_options(app, options, default_size);
    OptionList list(app);
    add(list);
    std::istringstream stream(command);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    parse_command_line(app, words);
    return options;
}

}  // namespace ladders
