#include "checks/unwritten.h"

#include "checks/reports.h"
#include "debug_info/host_line.h"
#include "memory/device_memory.h"
#include "state/devices.h"

#include <algorithm>
#include <utility>

namespace emu {
namespace {

bool has_elements(const Allocation* allocation)
{
    return allocation && allocation->element;
}

// Bytes, if the allocation does not tell.
std::size_t element_size(const Allocation* allocation)
{
    return has_elements(allocation) ? allocation->element : 1;
}

const Allocation* allocation_at(uintptr_t address)
{
    return device_memory.arena_of(address).at_or_below(address);
}

// Holes of unknown elements. Many short ones are the padding, or the unused members, of structs.
constexpr std::size_t kLongHole = 32, kLongCopy = 128;

struct Hole {
    uintptr_t low = 0, high = 0;
};

// Calls found(hole) for each run of words in [from, end) of which no byte was ever written.
template <class Found>
void for_each_hole(const Shadow& shadow, uintptr_t from, uintptr_t end, Found found)
{
    Hole hole;
    for (uintptr_t at = from & ~uintptr_t(3); at < end; at += 4) {
        const bool written = shadow.any_written(at, 4);
        if (!written && hole.high == 0)
            hole.low = std::max(at, from);
        if (!written)
            hole.high = std::min(at + 4, end);
        else if (hole.high != 0)
            found(std::exchange(hole, {}));
    }
    if (hole.high != 0)
        found(hole);
}

void find_unwritten_bytes(uintptr_t from, uintptr_t end, Unwritten& found)
{
    int holes = 0;
    for_each_hole(device_memory.shadow, from, end, [&](const Hole&) { ++holes; });
    for_each_hole(device_memory.shadow, from, end, [&](const Hole& hole) {
        const bool is_end = hole.low == from || hole.high == end;
        const bool counts = hole.high - hole.low >= kLongHole || (hole.low == from && hole.high == end) ||
                            (holes == 1 && is_end && end - from >= kLongCopy);
        if (!counts)
            return;
        if (found.count == 0)
            found.first = hole.low;
        found.count += hole.high - hole.low;
    });
}

// For each byte of an access, whether it was ever written.
uint32_t written_bytes(const Shadow& shadow, uintptr_t address, unsigned bytes)
{
    uint32_t written = 0;
    for (unsigned i = 0; i < bytes; ++i)
        written |= uint32_t(shadow.is_written(address + i, 1)) << i;
    return written;
}

// " that file.cu:12 allocates on device 1", as far as that is known and needed.
std::string allocated_at(const Allocation& allocation, uintptr_t address)
{
    const SourceLine place = place_of(allocation);
    const bool tells_device = device_count() > 1 && device_memory.devices.contains(address);
    const std::string device =
        tells_device ? " on device " + std::to_string(device_memory.devices.device_of(address)) : "";
    return place.file.empty() ? device : " that " + short_file_and_line(place) + " allocates" + device;
}

std::string unit(const Allocation* allocation, std::size_t n)
{
    return std::string(has_elements(allocation) ? "element" : "byte") + (n == 1 ? "" : "s");
}

}  // namespace

void find_unwritten(uintptr_t from, std::size_t bytes, Unwritten& found)
{
    const Shadow& shadow = device_memory.shadow;
    const Allocation* allocation = allocation_at(from);
    const std::size_t element = element_size(allocation);
    const uintptr_t start = allocation ? allocation->low : from, end = from + bytes;
    found.of += (end - start + element - 1) / element - (from - start) / element;
    if (shadow.all_written(from, bytes))
        return;
    if (!has_elements(allocation))
        return find_unwritten_bytes(from, end, found);
    for (uintptr_t at = start + (from - start) / element * element; at < end; at += element) {
        const uintptr_t low = std::max(at, from);
        if (shadow.any_written(low, std::min(at + element, end) - low))
            continue;
        if (found.count++ == 0)
            found.first = low;
    }
}

bool is_padding(const Shadow& shadow, uintptr_t address, unsigned bytes)
{
    constexpr int kNeighbours = 4;  // on each side
    const uint32_t written = written_bytes(shadow, address, bytes);
    if (bytes < 8 || written == 0)
        return false;
    if (device_memory.contains(address, address + bytes)) {
        const Allocation* allocation = allocation_at(address);
        if (has_elements(allocation) && allocation->element < bytes)
            return false;  // several elements, as a float4 of an array of float
    }
    for (int i = -kNeighbours; i <= kNeighbours; ++i) {
        const uintptr_t other = address + uintptr_t(long(bytes) * i);
        if (i == 0 || !shadow.contains(other, other + bytes))
            continue;
        if (written_bytes(shadow, other, bytes) == written)
            return true;
    }
    return false;
}

std::string element_of_array(uintptr_t address)
{
    const Allocation* allocation = allocation_at(address);
    if (!allocation)
        return "memory that was never allocated";
    const std::size_t element = element_size(allocation);
    std::string text = unit(allocation, 1) + " " + std::to_string((address - allocation->low) / element);
    text += has_elements(allocation) ? " of the array" : " of the memory";
    return text + allocated_at(*allocation, address);
}

std::string element_beyond(uintptr_t address)
{
    const Allocation* near =
        device_memory.contains(address) ? device_memory.arena_of(address).nearest(address) : nullptr;
    const SourceLine place = near ? place_of(*near) : SourceLine();
    if (place.file.empty() || !near->live || !has_elements(near))
        return "";
    // Far away it is as likely to be meant for another array.
    const std::size_t distance = address < near->low      ? near->low - address
                                 : address < near->high() ? 0
                                                          : address - near->high();
    if (distance > near->bytes + 4096)
        return "";
    const auto size = static_cast<std::ptrdiff_t>(near->element);
    const auto offset = static_cast<std::ptrdiff_t>(address - near->low);
    const std::ptrdiff_t index = offset < 0 ? -((size - 1 - offset) / size) : offset / size;
    const std::size_t elements = near->bytes / near->element;
    return (offset >= 0 && address < near->high() ? "It begins at element " : "That is element ") +
           std::to_string(index) + " of the array" + allocated_at(*near, address) + ", which has " +
           std::to_string(elements) + " element" + (elements == 1 ? "." : "s.");
}

void report_unwritten(const Unwritten& found)
{
    if (found.count == 0)
        return;
    const Allocation* allocation = allocation_at(found.first);
    const SourceLine place = host_line();
    const std::string what = std::to_string(found.count) + " of " + std::to_string(found.of) + " " +
                             unit(allocation, found.of) + (found.count == 1 ? " was" : " were") +
                             " never written: the first is " + element_of_array(found.first);
    remark("copy of unwritten memory", what, place,
           "No kernel, copy or fill has stored anything there. Has every element a thread that writes it?");
}

}  // namespace emu
