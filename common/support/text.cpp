#include "common/support/text.h"

#include <cstdarg>
#include <cstdio>

namespace ladders {

std::string format_text(const char* format, ...)
{
    std::va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    std::string text(static_cast<std::size_t>(std::vsnprintf(nullptr, 0, format, arguments)), '\0');
    std::vsnprintf(text.data(), text.size() + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

std::string byte_text(double bytes)
{
    const char* const units[] = {"bytes", "KiB", "MiB", "GiB"};
    int unit = 0;
    for (; bytes >= 1024 && unit < 3; ++unit)
        bytes /= 1024;
    return format_text("%.*f %s", unit ? 1 : 0, bytes, units[unit]);
}

}  // namespace ladders
