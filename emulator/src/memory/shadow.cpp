#include "memory/shadow.h"

#include "machine/machine.h"

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
        std::fflush(stdout);
        std::fprintf(
            stderr, "CUDA emulator: cannot reserve %zu MiB of address space for %s (is there a ulimit -v?)\n",
            bytes >> 20, purpose);
        std::_Exit(kExitOutOfMemory);
    }
    return range;
}

void Shadow::reserve(uintptr_t low_, std::size_t bytes_)
{
    low = low_ & ~uintptr_t(63);
    bytes = bytes_ + (low_ - low);
    cells = static_cast<Cell*>(reserve_zeroed((bytes / 4 + 8) * sizeof(Cell), "the shadow of memory"));
}

void Shadow::set_written(uintptr_t address, std::size_t n)
{
    const uintptr_t end = address + n;
    for (; address < end && address % 4; ++address)
        mark_written(address, 1);
    for (; end - address >= 4; address += 4)
        cell(address).write |= Cell::kWritten;
    for (; address < end; ++address)
        mark_written(address, 1);
}

void Shadow::set_unwritten(uintptr_t address, std::size_t n)
{
    const uintptr_t end = address + n;
    for (; address < end && address % 4; ++address)
        cell(address).write &= ~bits_of(address, 1);
    for (; end - address >= 4; address += 4)
        cell(address).write &= ~Cell::kWritten;
    for (; address < end; ++address)
        cell(address).write &= ~bits_of(address, 1);
}

bool Shadow::any_written(uintptr_t address, std::size_t n) const
{
    for (const uintptr_t end = address + n; address < end;) {
        const unsigned bytes = address % 4 == 0 && end - address >= 4 ? 4 : 1;
        if (cell(address).write & bits_of(address, bytes))
            return true;
        address += bytes;
    }
    return false;
}

bool Shadow::all_written(uintptr_t address, std::size_t n) const
{
    for (const uintptr_t end = address + n; address < end;) {
        const unsigned bytes = address % 4 == 0 && end - address >= 4 ? 4 : 1;
        if (!is_written(address, bytes))
            return false;
        address += bytes;
    }
    return true;
}

void Shadow::copy_written(uintptr_t to, uintptr_t from, std::size_t n)
{
    const auto copy_byte = [this](uintptr_t a, uintptr_t b) {
        const bool is_set = is_written(b, 1);
        cell(a).write = (cell(a).write & ~bits_of(a, 1)) | (is_set ? bits_of(a, 1) : 0);
    };
    while (n > 0) {
        if (to % 4 == 0 && from % 4 == 0 && n >= 4) {
            cell(to).write = (cell(to).write & ~Cell::kWritten) | (cell(from).write & Cell::kWritten);
            to += 4, from += 4, n -= 4;
        } else {
            copy_byte(to++, from++), --n;
        }
    }
}

void Shadow::clear(uintptr_t address, std::size_t n)
{
    if (n > 0)
        std::memset(&cell(address), 0, (((address + n - 1) >> 2) - (address >> 2) + 1) * sizeof(Cell));
}

void Shadow::discard(uintptr_t address, std::size_t n)
{
    const std::size_t shadowed = page_bytes() / sizeof(Cell) * 4;  // bytes that a page of cells stands for
    const uintptr_t end = address + n;
    const uintptr_t first_page = low + (address - low + shadowed - 1) / shadowed * shadowed,
                    end_page = low + (end - low) / shadowed * shadowed;
    if (first_page >= end_page) {
        clear(address, n);
        return;
    }
    clear(address, first_page - address);
    madvise(&cell(first_page), (end_page - first_page) * 4, MADV_DONTNEED);
    clear(end_page, end - end_page);
}

void Shadow::forget_stamps(uintptr_t address, std::size_t n)
{
    // Writes only where a stamp is set: writing to cells that were never used would commit their memory.
    const uintptr_t end = address + n;
    for (address &= ~uintptr_t(3); address < end; address += 4)
        if (Cell& c = cell(address); c.write_stamp() | c.read_stamp)
            c.forget_stamps();
}

}  // namespace emu
