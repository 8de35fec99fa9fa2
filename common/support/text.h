// Text for people.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

namespace ladders {

// What printf would print.
std::string format_text(const char* format, ...) __attribute__((format(printf, 1, 2)));

// A number, with all the digits that tell a float or a double from its neighbours.
inline std::string number_text(float x)
{
    return format_text("%.9g", x);
}
inline std::string number_text(double x)
{
    return format_text("%.17g", x);
}
std::string number_text(std::integral auto x)
{
    return std::to_string(x);
}

// For one line on a terminal: control characters become \x1b and the like; of a text of over 600 bytes the middle is left
// out.
std::string printable(const std::string& text);

// "file.cu" of a path.
std::string base_name(const std::string& path);

// "1 row", "2 rows"
inline std::string count_text(std::uint64_t n, const std::string& thing)
{
    return std::to_string(n) + " " + thing + (n == 1 ? "" : "s");
}

// "12 bytes", "16.0 MiB"
std::string byte_text(double bytes);

}  // namespace ladders
