// What the emulator remembers of each word of memory, to find races and reads of memory that nobody has written.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

// The last write of a 4-byte word, and its reads since: 16 bytes.
//
// Stamps come from a clock that advances at each synchronisation (Clock, below): what has a stamp from before the
// last barrier is ordered by this barrier.
struct Cell {
    uint32_t write_stamp;
    uint32_t writer;
    uint32_t read_stamp;
    uint32_t reader;
};

// Who accessed a word: thread in the block, block, and how.
namespace who {

constexpr uint32_t kThreadBits = 10, kBlockBits = 13;
constexpr uint32_t kThread = (1u << kThreadBits) - 1;
constexpr uint32_t kBlock = ((1u << kBlockBits) - 1)
                            << kThreadBits;  // modulo 8192: a clash can only hide a race
// Several accesses with one record: 0 one thread, 1 threads of one warp, 2 of one block, 3 of several blocks.
constexpr uint32_t kLevelShift = kThreadBits + kBlockBits;
constexpr uint32_t kLevel = 3u << kLevelShift;
constexpr uint32_t kIdentity = kThread | kBlock | kLevel;
constexpr uint32_t kBytesShift = kLevelShift + 2;  // which of the word's four bytes
constexpr uint32_t kBytes = 15u << kBytesShift;
constexpr uint32_t kAtomic = 1u << 29;
constexpr uint32_t kVolatile = 1u << 30;
constexpr uint32_t kReleased = 1u << 31;  // of a writer: it had passed a fence
constexpr uint32_t kPartial = 1u << 31;   // of a reader: at least one read took part of the word

constexpr uint32_t level(uint32_t w)
{
    return (w & kLevel) >> kLevelShift;
}
constexpr uint32_t thread(uint32_t w)
{
    return w & kThread;
}
constexpr uint32_t block(uint32_t w)
{
    return (w & kBlock) >> kThreadBits;
}
constexpr uint32_t of(uint32_t thread, uint64_t block)
{
    return thread | (uint32_t(block) << kThreadBits & kBlock);
}

}  // namespace who

// The shadow of one range of memory: a cell per word and a bit per byte that has been written.
struct Shadow {
    uintptr_t low = 0;  // a multiple of 64
    std::size_t bytes = 0;
    Cell* cells = nullptr;
    uint8_t* written = nullptr;

    void reserve(uintptr_t low_, std::size_t bytes_);
    bool contains(uintptr_t from, uintptr_t to) const { return from - low < bytes && to - low <= bytes; }
    Cell& cell(uintptr_t address) const { return cells[(address - low) >> 2]; }

    void set_written(uintptr_t address, std::size_t n, bool value);
    void copy_written(uintptr_t to, uintptr_t from, std::size_t n);
    // Whether all of `n` <= 16 bytes have been written.
    bool is_written(uintptr_t address, unsigned n) const
    {
        const uintptr_t bit = address - low;
        const uint32_t wanted = ((1u << n) - 1) << (bit & 7);
        uint32_t bits;
        __builtin_memcpy(&bits, written + (bit >> 3), sizeof bits);
        return (bits & wanted) == wanted;
    }
    void mark_written(uintptr_t address, unsigned n)
    {
        const uintptr_t bit = address - low;
        uint32_t bits;
        __builtin_memcpy(&bits, written + (bit >> 3), sizeof bits);
        bits |= ((1u << n) - 1) << (bit & 7);
        __builtin_memcpy(written + (bit >> 3), &bits, sizeof bits);
    }
};

void* reserve_zeroed(std::size_t bytes, const char* purpose);

}  // namespace emu
