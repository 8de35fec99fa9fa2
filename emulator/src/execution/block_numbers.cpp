#include "execution/block_numbers.h"

#include <algorithm>
#include <vector>

namespace emu {
namespace {

struct Entry {
    int32_t offset;  // of the block, from here
    uint32_t number;
};

}  // namespace
}  // namespace emu

// The bounds of the section, which the linker defines. Both are null if the program has no kernels.
extern "C" const emu::Entry __start_emu_block_order[] __attribute__((weak, visibility("hidden")));
extern "C" const emu::Entry __stop_emu_block_order[] __attribute__((weak, visibility("hidden")));

namespace emu {
namespace {

struct BlockStart {
    uintptr_t address;
    uint32_t number;
};

std::vector<BlockStart> sorted_blocks()
{
    std::vector<BlockStart> blocks;
    for (const Entry* entry = __start_emu_block_order; entry != __stop_emu_block_order; ++entry)
        blocks.push_back(
            {reinterpret_cast<uintptr_t>(entry) + uintptr_t(intptr_t(entry->offset)), entry->number});
    std::sort(blocks.begin(), blocks.end(),
              [](const BlockStart& a, const BlockStart& b) { return a.address < b.address; });
    return blocks;
}

uint32_t look_up(uintptr_t pc)
{
    static const auto& blocks = *new std::vector<BlockStart>(sorted_blocks());
    std::size_t first = 0, last = blocks.size();  // the block is before `last`
    while (first < last) {
        const std::size_t middle = (first + last) / 2;
        if (blocks[middle].address < pc)
            first = middle + 1;
        else
            last = middle;
    }
    return first == 0 ? 0 : blocks[first - 1].number;
}

struct Known {
    uintptr_t pc;
    uint32_t number;
};
constexpr unsigned kKnownBits = 12;
Known known[1 << kKnownBits];

}  // namespace

uint32_t block_number(uintptr_t pc)
{
    Known& k = known[(pc * 0x9E3779B97F4A7C15) >> (64 - kKnownBits)];
    if (k.pc != pc)
        k = {pc, look_up(pc)};
    return k.number;
}

}  // namespace emu
