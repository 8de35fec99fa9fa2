// Text for people.
#pragma once

#include <string>

namespace ladders {

// What printf would print.
std::string format_text(const char* format, ...) __attribute__((format(printf, 1, 2)));

// "12 bytes", "16.0 MiB"
std::string byte_text(double bytes);

}  // namespace ladders
