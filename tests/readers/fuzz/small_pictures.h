// Large pictures take long, and show nothing that small ones do not.
#pragma once

#include <cstdint>
#include <vector>

inline constexpr unsigned kMostPixelsToFuzz = 1 << 16;

inline unsigned big_endian(const std::uint8_t* bytes, int count)
{
    unsigned value = 0;
    for (int i = 0; i < count; ++i)
        value = value << 8 | bytes[i];
    return value;
}
