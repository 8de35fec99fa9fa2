#include "checks/row_widths.h"

#include "checks/reports.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "memory/device_memory.h"

#include <algorithm>
#include <string>
#include <vector>

namespace emu {
namespace {

struct SuspectCopy {
    RowCopy copy;
    std::size_t row;  // bytes of a row, of which copy.width have been copied
    HostCalls calls;
};
[[gnu::init_priority(101)]] NeverDestroyed<std::vector<SuspectCopy>> the_suspect_copies;
auto& suspect_copies = the_suspect_copies.value;

// The bytes of a row, if the copy is of all rows of a whole array in device memory, and `width` is the number of a row's
// elements; else 0.
std::size_t row_of(uintptr_t address, std::size_t pitch, std::size_t width, std::size_t height)
{
    if (!device_memory.devices.contains(address))
        return 0;
    const Allocation* array = device_memory.devices.of(address).starting_at(address);
    if (!array || !array->live || height < 2 || height * pitch != array->bytes)
        return 0;
    const std::size_t row = array->row ? array->row : pitch,
                      element = array->row ? array->element_of_row : array->element;
    return element > 1 && row <= pitch && row == width * element ? row : 0;
}

// Whether [low, high) has a byte of what is not copied of the rows that begin at `first`.
bool has_rest(const SuspectCopy& suspect, uintptr_t first, std::size_t pitch, uintptr_t low, uintptr_t high)
{
    low = std::max(low, first);
    high = std::min(high, first + pitch * suspect.copy.height);
    if (low >= high || high - low >= pitch)
        return low < high;
    const std::size_t from = (low - first) % pitch, to = from + (high - low);
    return (from < suspect.row && to > suspect.copy.width) || to > pitch + suspect.copy.width;
}

// Whether is_one(address, bytes) holds for what is not copied of each row.
template <class Holds>
bool is_each_rest(const SuspectCopy& suspect, uintptr_t first, std::size_t pitch, Holds holds)
{
    for (std::size_t row = 0; row < suspect.copy.height; ++row)
        if (!holds(first + row * pitch + suspect.copy.width, suspect.row - suspect.copy.width))
            return false;
    return true;
}

bool is_mistake(const SuspectCopy& suspect)
{
    const RowCopy& copy = suspect.copy;
    const Shadow& shadow = device_memory.shadow;
    const auto is_written = [&](uintptr_t at, std::size_t bytes) { return shadow.all_written(at, bytes); };
    const auto is_untouched = [&](uintptr_t at, std::size_t bytes) { return !shadow.any_written(at, bytes); };
    const auto is_hidden = [](uintptr_t at) { return device_memory.devices.contains(at); };
    return (!is_hidden(copy.from) || is_each_rest(suspect, copy.from, copy.from_pitch, is_written)) &&
           (!is_hidden(copy.to) || is_each_rest(suspect, copy.to, copy.to_pitch, is_untouched));
}

void tell(const SuspectCopy& suspect)
{
    const std::string width = std::to_string(suspect.copy.width);
    const std::size_t element = suspect.row / suspect.copy.width;
    remark("width of rows in elements",
           std::string(suspect.copy.function) + " copies only " + width + " of the " +
               std::to_string(suspect.row) + " bytes of each row",
           suspect.calls.line(),
           "Its width is in bytes. A row has " + width + " elements of " + std::to_string(element) +
               " bytes:\nwrite " + width +
               " * sizeof(element). Nothing else in this program copies\nthe rest of these rows.");
}

}  // namespace

void suspect_width(const RowCopy& copy)
{
    const std::size_t row = std::max(row_of(copy.to, copy.to_pitch, copy.width, copy.height),
                                     row_of(copy.from, copy.from_pitch, copy.width, copy.height));
    const auto same = [&](const SuspectCopy& each) {
        return each.copy.to == copy.to && each.copy.from == copy.from && each.row == row;
    };
    if (row && copy.to_pitch >= row && copy.from_pitch >= row &&
        std::none_of(suspect_copies.begin(), suspect_copies.end(), same))
        suspect_copies.push_back({copy, row, host_calls()});
}

void copied_beside_rows(uintptr_t to, uintptr_t from, std::size_t bytes)
{
    std::erase_if(suspect_copies, [&](const SuspectCopy& each) {
        return has_rest(each, each.copy.to, each.copy.to_pitch, to, to + bytes) ||
               has_rest(each, each.copy.from, each.copy.from_pitch, from, from + bytes);
    });
}

void tell_widths(uintptr_t low, uintptr_t high)
{
    std::erase_if(suspect_copies, [&](const SuspectCopy& each) {
        const auto ends = [&](uintptr_t at) {
            return device_memory.devices.contains(at) && at >= low && at < high;
        };
        if (!ends(each.copy.to) && !ends(each.copy.from))
            return false;
        if (is_mistake(each))
            tell(each);
        return true;
    });
}

}  // namespace emu
