// Lists of words, and parts of texts.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace rewriter {

template <std::size_t n>
bool contains(const std::array<std::string_view, n>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

inline bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

}  // namespace rewriter
