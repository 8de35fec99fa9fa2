#include "explain/words.h"

#include <cstdarg>
#include <cstdio>

namespace emu {

std::string words(const char* format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

std::string number(double value)
{
    if (value >= 1e9)
        return words("%.3g", value);
    std::string digits = words("%.0f", value);
    for (std::size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, ",");
    return digits;
}

std::string duration(double seconds)
{
    return seconds >= 1e-3 ? words("%.3g ms", seconds * 1e3) : words("%.3g us", seconds * 1e6);
}

}  // namespace emu
