// The width of a mask as an option.
#pragma once

#include <charconv>
#include <functional>
#include <string>

// For OptionList::whole(): refuses all but the odd numbers from 1 to `most`.
inline std::function<std::string(const std::string&)> odd_number_up_to(int most)
{
    return [most](const std::string& text) -> std::string {
        int number = 0;
        const char* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, number);
        if (error == std::errc() && rest == end && number >= 1 && number <= most && number % 2 == 1)
            return "";
        return text + ": an odd number from 1 to " + std::to_string(most) + " is expected";
    };
}
