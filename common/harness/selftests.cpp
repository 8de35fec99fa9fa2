#include "common/harness/selftests.h"

#include <set>
#include <sstream>

namespace ladders {

std::vector<std::size_t> awkward_sizes(int block, std::size_t most)
{
    const auto b = static_cast<std::size_t>(block);
    std::set<std::size_t> sizes{1, 2, 3, 31, 32, 33, b - 1, b, b + 1, 2 * b + 1, 1023, 4099, 65537};
    sizes.erase(0);
    return {sizes.begin(), sizes.upper_bound(most)};
}

Options parse_selftest(const std::string& command, std::size_t default_size,
                       const std::function<void(OptionList&)>& add)
{
    std::istringstream stream(command);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    Options options;
    parse_options(options, {.name = "selftest", .purpose = "", .default_size = default_size}, add, words);
    return options;
}

}  // namespace ladders
