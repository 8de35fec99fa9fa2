// Shadow memory: who accessed each word of memory, to detect races and reads of uninitialised memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

// One cell per 4-byte word: its last write, its reads since, and which of its bytes were ever written. A cell
// has 16 bytes, so the shadow is four times as large as the memory.
//
// Stamps come from a clock that advances at each synchronisation (clock.h): accesses with a stamp from before
// the last barrier are ordered by this barrier.
struct Cell {
    static constexpr uint32_t kWrittenBits = 4, kWritten = (1u << kWrittenBits) - 1;
    static constexpr uint32_t kStampBits = 32 - kWrittenBits;

    uint32_t write;  // high bits: its stamp; low bits: which bytes were ever written
    uint32_t writer;
    uint32_t read_stamp;
    uint32_t reader;

    uint32_t write_stamp() const { return write >> kWrittenBits; }
    void set_write_stamp(uint32_t stamp) { write = stamp << kWrittenBits | (write & kWritten); }
    void forget_stamps() { *this = {write & kWritten, 0, 0, 0}; }
};
static_assert(sizeof(Cell) == 16);

// Who accessed a word, in 32 bits: the thread within the block, the block, and how.
namespace who {

constexpr uint32_t kThreadBits = 10, kBlockBits = 13;
constexpr uint32_t kThread = (1u << kThreadBits) - 1;
constexpr uint32_t kBlock =
    ((1u << kBlockBits) - 1)
    << kThreadBits;  // modulo 8192; two blocks with the same number can only hide a race
// A record may stand for several threads. Level 0: one thread; 1: threads of one warp; 2: of one block; 3: of
// several blocks.
constexpr uint32_t kLevelShift = kThreadBits + kBlockBits;
constexpr uint32_t kLevel = 3u << kLevelShift;
constexpr uint32_t kIdentity = kThread | kBlock | kLevel;
constexpr uint32_t kBytesShift = kLevelShift + 2;  // which of the four bytes were accessed
constexpr uint32_t kBytes = 15u << kBytesShift;
constexpr uint32_t kAtomic = 1u << 29;
constexpr uint32_t kVolatile = 1u << 30;
constexpr uint32_t kReleased = 1u << 31;  // writer: it had passed a fence
constexpr uint32_t kPartial = 1u << 31;   // reader: at least one read covered only a part of the word

// Of the word at `at`, the bytes that lie in [low, high), as a cell has them.
constexpr uint32_t bytes_of_word(uintptr_t at, uintptr_t low, uintptr_t high)
{
    const uintptr_t first = low > at ? low : at, end = high < at + 4 ? high : at + 4;
    return ((1u << (end - first)) - 1) << (first - at) << kBytesShift;
}
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

// The shadow of one range of memory: a cell per word.
struct Shadow {
    uintptr_t low = 0;  // a multiple of 64
    std::size_t bytes = 0;
    Cell* cells = nullptr;

    void reserve(uintptr_t low_, std::size_t bytes_);
    bool contains(uintptr_t from, uintptr_t to) const { return from - low < bytes && to - low <= bytes; }
    Cell& cell(uintptr_t address) const { return cells[(address - low) >> 2]; }

    void set_written(uintptr_t address, std::size_t n);
    void copy_written(uintptr_t to, uintptr_t from, std::size_t n);
    void set_unwritten(uintptr_t address, std::size_t n);
    // Whether any of these bytes has been written.
    bool any_written(uintptr_t address, std::size_t n) const;
    // Whether all of them have.
    bool all_written(uintptr_t address, std::size_t n) const;
    // For memory that is no longer in use. discard() returns shadow memory to the system, but is slow for a
    // few words.
    void clear(uintptr_t address, std::size_t n);
    void discard(uintptr_t address, std::size_t n);
    // Keeps only which bytes have been written.
    void forget_stamps(uintptr_t address, std::size_t n);

    // Whether all bytes of an aligned access of 1 to 16 bytes have been written.
    bool is_written(uintptr_t address, unsigned n) const
    {
        const Cell* first = &cell(address);
        if (n < 4) {
            const uint32_t wanted = bits_of(address, n);
            return (first->write & wanted) == wanted;
        }
        uint32_t all = first->write;
        for (unsigned i = 1; i < n / 4; ++i)
            all &= first[i].write;
        return (all & Cell::kWritten) == Cell::kWritten;
    }
    void mark_written(uintptr_t address, unsigned n)
    {
        Cell* first = &cell(address);
        if (n < 4)
            first->write |= bits_of(address, n);
        else
            for (unsigned i = 0; i < n / 4; ++i)
                first[i].write |= Cell::kWritten;
    }

private:
    // Of bytes of one word.
    static uint32_t bits_of(uintptr_t address, unsigned n) { return ((1u << n) - 1) << (address & 3); }
};

// The exit code of a program for whose instruments there is no address space.
constexpr int kExitOutOfMemory = 5;
// Ends the program if there is none. purpose: what it is for, in the message.
void* reserve_zeroed(std::size_t bytes, const char* purpose);

}  // namespace emu
