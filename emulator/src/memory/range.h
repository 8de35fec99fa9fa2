// A range of addresses.
#pragma once

#include <cstdint>

namespace emu {

struct Range {
    uintptr_t low = 0, high = 0;  // [low, high)

    bool overlaps(uintptr_t from, uintptr_t to) const { return from < high && low < to; }
};

}  // namespace emu
