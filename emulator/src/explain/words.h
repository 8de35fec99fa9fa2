// Text of findings and floors.
#pragma once

#include <string>

namespace emu {

constexpr int kMultiprocessors = 8;  // of the emulated device

// As printf() would print it.
[[gnu::format(printf, 1, 2)]] std::string words(const char* format, ...);
// "12,345" or "1.23e+07".
std::string number(double value);
// "0.21 ms", "3.4 us".
std::string duration(double seconds);

}  // namespace emu
