#include "prelude.h"

namespace rewriter {

std::string_view headers_of(std::string_view text, const std::string& source)
{
    // The lines before the first of these name the source and the current folder. The last of those, without flags, comes
    // after the headers.
    const std::string last = "\n# 1 \"" + source + "\"\n";
    const std::size_t built_in = text.find(" \"<built-in>\"\n"), end = text.rfind(last);
    if (built_in == std::string_view::npos || end == std::string_view::npos || built_in >= end)
        return {};
    const std::size_t begin = text.rfind('\n', built_in) + 1;  // 0 on the first line
    return text.substr(begin, end + 1 - begin);
}

std::optional<std::string> with_prelude(std::string_view text, const std::string& source,
                                        std::string_view headers_of_prelude, const std::string& prelude)
{
    const std::string_view headers = headers_of(text, source);
    if (headers.empty() || headers != headers_of_prelude)
        return {};
    const std::size_t begin = std::size_t(headers.data() - text.data());
    return std::string(text.substr(0, begin)) + "#pragma GCC pch_preprocess \"" + prelude + ".gch\"\n" +
           std::string(text.substr(begin + headers.size()));
}

}  // namespace rewriter
