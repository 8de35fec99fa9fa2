#include "shadow.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace emu {

void* reserve_zeroed(std::size_t bytes, const char* purpose)
{
    void* range =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) {
        std::fprintf(stderr, "CUDA emulator: cannot reserve %zu MiB of address space for %s\n", bytes >> 20,
                     purpose);
        std::exit(1);
    }
    return range;
}

void Shadow::reserve(uintptr_t low_, std::size_t bytes_)
{
    low = low_ & ~uintptr_t(63);
    bytes = bytes_ + (low_ - low);
    cells = static_cast<Cell*>(reserve_zeroed((bytes / 4 + 8) * sizeof(Cell), "the race check"));
    written = static_cast<uint8_t*>(reserve_zeroed(bytes / 8 + 64, "the initialisation check"));
}

void Shadow::set_written(uintptr_t address, std::size_t n, bool value)
{
    const uintptr_t end = address - low + n;
    uintptr_t bit = address - low;
    const auto set_bit = [&](uintptr_t b) {
        const uint8_t mask = uint8_t(1u << (b & 7));
        written[b >> 3] = uint8_t(value ? written[b >> 3] | mask : written[b >> 3] & ~mask);
    };
    for (; bit < end && (bit & 7); ++bit)
        set_bit(bit);
    const uintptr_t whole_bytes = (end - bit) / 8 * (bit < end);
    std::memset(written + (bit >> 3), value ? 0xff : 0, whole_bytes);
    for (bit += 8 * whole_bytes; bit < end; ++bit)
        set_bit(bit);
}

void Shadow::copy_written(uintptr_t to, uintptr_t from, std::size_t n)
{
    if ((to | from) % 8 == 0) {
        std::memmove(written + ((to - low) >> 3), written + ((from - low) >> 3), n / 8);
        to += n / 8 * 8, from += n / 8 * 8, n %= 8;
    }
    for (; n > 0; --n)
        set_written(to++, 1, is_written(from++, 1));
}

}  // namespace emu
