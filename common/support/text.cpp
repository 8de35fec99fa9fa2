#include "common/support/text.h"

#include <cstdarg>
#include <cstdio>
#include <string_view>

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

std::string printable(const std::string& text)
{
    constexpr std::size_t kMost = 600, kBegin = 300, kEnd = 200;
    const auto escaped = [](std::string_view part) {
        std::string out;
        for (std::size_t i = 0; i < part.size(); ++i) {
            const auto byte = static_cast<unsigned char>(part[i]);
            // U+0080 to U+009F, control characters too, are 0xc2 and a byte of that value in UTF-8.
            const bool c1 = byte == 0xc2 && i + 1 < part.size() && (part[i + 1] & 0xe0) == 0x80;
            if (byte < 0x20 || byte == 0x7f || c1)
                out += format_text("\\x%02x", byte);
            else
                out += part[i];
            if (c1)
                out += format_text("\\x%02x", static_cast<unsigned char>(part[++i]));
        }
        return out;
    };
    if (text.size() <= kMost)
        return escaped(text);
    // Not in the middle of a character of UTF-8.
    const auto is_inside = [&](std::size_t i) { return (text[i] & 0xc0) == 0x80; };
    std::size_t begin = kBegin, end = text.size() - kEnd;
    while (begin > kBegin - 4 && is_inside(begin))
        --begin;
    while (end < text.size() - kEnd + 4 && is_inside(end))
        ++end;
    return escaped(std::string_view(text).substr(0, begin)) +
           format_text(" ... (%zu bytes) ... ", end - begin) + escaped(std::string_view(text).substr(end));
}

std::string base_name(const std::string& path)
{
    return path.substr(path.find_last_of('/') + 1);
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
