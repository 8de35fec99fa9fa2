#include "checks/byte_fills.h"

#include "checks/reports.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "memory/device_memory.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace emu {
namespace {

constexpr int kSmall = 10;  // nobody wants this byte in each byte of a number
constexpr std::size_t kLeastElement = 4;

struct Fill {
    Range range;
    std::size_t element;
    int value;
    HostCalls calls;

    unsigned char byte() const { return static_cast<unsigned char>(value); }
};
[[gnu::init_priority(101)]] NeverDestroyed<std::vector<Fill>> the_fills;
auto& fills = the_fills.value;
bool fill_is_told = false;

// Not so in 0xFFFF and 0x01010101, whose bytes are all the same.
bool is_cut(int value)
{
    const auto word = static_cast<unsigned>(value), byte = word & 0xFF;
    return (value < -128 || value > 255) && word != byte * 0x01010101 && word != byte * 0x0101;
}

bool is_filled(const Fill& fill, uintptr_t address, std::size_t bytes)
{
    const auto* at = reinterpret_cast<const unsigned char*>(address);
    return address >= fill.range.low && address + bytes <= fill.range.high &&
           std::all_of(at, at + bytes, [&](unsigned char byte) { return byte == fill.byte(); });
}

void tell(const Fill& fill, const SourceLine& place, const char* reader)
{
    const std::string value = std::to_string(fill.value);
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", fill.byte());
    std::string element = "0x";
    for (std::size_t i = 0; i < fill.element; ++i)
        element += digits;
    remark("element of cudaMemset", std::string(reader) + " an element that is " + element + ", not " + value,
           place,
           "cudaMemset() sets each byte, not each element: " + short_file_and_line(fill.calls.line()) +
               ".\nIt can make numbers 0, and integers -1. For " + value +
               ", write a kernel that\nfills the array, or copy from the host.");
    fill_is_told = true;
    fills.clear();
}

}  // namespace

void watch_fill(uintptr_t address, std::size_t bytes, int value)
{
    if (fill_is_told || !device_memory.contains(address) ||
        !((value > 0 && value <= kSmall) || is_cut(value)))
        return;
    const Allocation* array = device_memory.arena_of(address).at_or_below(address);
    if (array && array->live && array->holds_numbers && array->element >= kLeastElement)
        fills.push_back({{address, address + bytes}, array->element, value, host_calls()});
}

bool any_fill_is_watched()
{
    return !fills.empty();
}

void find_filled(const Site& site, const Warp& warp, uint32_t lanes)
{
    if (is_store(site.count.operation) || site.count.bytes < kLeastElement)
        return;
    for (; lanes; lanes &= lanes - 1)
        for (const Fill& fill : fills)
            if (is_filled(fill, warp.address[__builtin_ctz(lanes)], site.count.bytes))
                return tell(fill, program.line_at(site.count.pc), "The kernel reads");
}

void find_filled(uintptr_t from, std::size_t bytes)
{
    for (const Fill& fill : fills) {
        const uintptr_t low = std::max(from, fill.range.low), high = std::min(from + bytes, fill.range.high);
        for (uintptr_t at = low; at + fill.element <= high; at += fill.element)
            if (is_filled(fill, at, fill.element))
                return tell(fill, host_line(), "The host copies");
    }
}

void forget_fills(uintptr_t low, uintptr_t high)
{
    std::erase_if(fills, [&](const Fill& fill) { return fill.range.overlaps(low, high); });
}

void forget_all_fills()
{
    fills.clear();
    fill_is_told = false;
}

}  // namespace emu
