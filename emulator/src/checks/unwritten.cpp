#include "checks/unwritten.h"

#include "checks/reports.h"
#include "debug_info/host_line.h"
#include "memory/device_memory.h"

#include <algorithm>
#include <map>

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

// Kept, as a kernel may fail at each of its accesses.
const std::string& place_text(const HostCalls* place)
{
    static auto& known = *new std::map<const HostCalls*, std::string>;
    const auto [found, is_new] = known.try_emplace(place);
    if (is_new)
        if (const SourceLine line = place->line(); !line.file.empty())
            found->second = file_and_line(line);
    return found->second;
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
    for (uintptr_t at = start + (from - start) / element * element; at < end; at += element) {
        const uintptr_t low = std::max(at, from);
        // Where the elements are unknown, a word counts as written if any of its bytes is.
        const bool written = has_elements(allocation)
                                 ? shadow.any_written(low, std::min(at + element, end) - low)
                                 : shadow.any_written(at & ~uintptr_t(3), 4);
        if (written)
            continue;
        if (found.count++ == 0)
            found.first = low;
    }
}

std::string element_of_array(uintptr_t address)
{
    const Allocation* allocation = allocation_at(address);
    if (!allocation)
        return "memory that was never allocated";
    const std::size_t element = element_size(allocation);
    std::string text = unit(allocation, 1) + " " + std::to_string((address - allocation->low) / element);
    text += has_elements(allocation) ? " of the array" : " of the memory";
    const SourceLine place = allocation->place ? allocation->place->line() : SourceLine();
    return place.file.empty() ? text : text + " that " + file_and_line(place) + " allocates";
}

std::string element_beyond(uintptr_t address)
{
    const Allocation* near =
        device_memory.contains(address) ? device_memory.arena_of(address).nearest(address) : nullptr;
    if (!near || !near->live || !has_elements(near) || !near->place || place_text(near->place).empty())
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
           std::to_string(index) + " of the array that " + place_text(near->place) +
           " allocates, which has " + std::to_string(elements) + " element" + (elements == 1 ? "." : "s.");
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
