// The lines in which two preprocessed texts of one file differ.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rewriter {

// A line of a preprocessed text that is neither blank nor a line marker.
struct Line {
    std::size_t begin, end;  // bytes in the text, without the newline
    std::string_view text, file;
    int number;
    bool system;
};

std::vector<Line> content_lines(std::string_view text);
// The files that the text was made of, but for system headers.
std::set<std::string> own_files(std::string_view text);

// Lines of the host's text from `host_begin` to `host_end`, and those that the device has in their place.
struct Difference {
    std::size_t host_begin, host_end, device_begin, device_end;
};

std::vector<Difference> differences(const std::vector<Line>& host, const std::vector<Line>& device);

}  // namespace rewriter
