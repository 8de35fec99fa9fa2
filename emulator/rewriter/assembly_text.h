// Lines and words of what the compiler writes.
#pragma once
#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

namespace rewriter {

inline std::vector<std::string_view> split(std::string_view text, std::string_view separators)
{
    std::vector<std::string_view> parts;
    for (std::size_t begin = text.find_first_not_of(separators); begin != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(separators, end);
    }
    return parts;
}

// Calls function(line) for each line.
template <class Function>
void for_each_line(std::string_view text, Function function)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        function(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

inline int number(std::string_view text)
{
    int n = 0;
    std::from_chars(text.data(), text.data() + text.size(), n);
    return n;
}

}  // namespace rewriter
