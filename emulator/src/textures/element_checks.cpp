#include "textures/element_checks.h"

#include "checks/access_log.h"
#include "checks/doubts.h"
#include "checks/race.h"
#include "checks/reports.h"
#include "checks/unwritten.h"
#include "counters/detail.h"
#include "debug_info/program.h"
#include "memory/clock.h"
#include "memory/device_memory.h"
#include "state/grid.h"

namespace emu {
namespace {

const char* word_of(Space space)
{
    return space == Space::texture ? "texture" : "surface";
}

void report_unwritten(const Warp& warp, int lane, const Site& site)
{
    doubt_launch();
    const uintptr_t pc = site.count.pc;
    if (is_known(Error::uninitialised, pc))
        return;
    const uintptr_t address = warp.address[lane];
    report_access(std::string("Uninitialized ") + word_of(site.count.space) + " read of size " +
                      std::to_string(site.count.bytes) + " bytes",
                  {pc, address, site.count.bytes, warp.index, lane},
                  "Nothing was ever stored in " + element_of_array(address) +
                      ".\nIs a copy to the array, or a kernel that writes it, missing before this launch?",
                  Weight::if_used);
}

void report_written_in_launch(const Warp& warp, int lane, const Site& site)
{
    doubt_launch();
    const SourceLine place = program.line_at(site.count.pc);
    const std::string space = word_of(site.count.space);
    report_at(
        "Invalid " + space + " read: the same kernel launch has written this memory", place.file.c_str(),
        place.line, warp.index, lane,
        "It is " + element_of_array(warp.address[lane]) +
            ". The value is undefined: the cache of textures and surfaces does not see writes of the launch "
            "that reads.\nLet one kernel write and a later one read, or read through a pointer.",
        Weight::if_used);
}

// Whether this launch has written a word of the element.
bool is_written_in_launch(const Shadow& shadow, uintptr_t address, unsigned bytes)
{
    for (uintptr_t word = address & ~uintptr_t(3); word < address + bytes; word += 4)
        if (shadow.cell(word).write_stamp() >= grid.start_stamp)
            return true;
    return false;
}

// The lanes whose elements are in this memory: those of one request may use several objects.
uint32_t lanes_in(const Shadow& shadow, const Warp& warp, uint32_t lanes)
{
    uint32_t inside = 0;
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        inside |= uint32_t(shadow.contains(warp.address[lane], warp.address[lane])) << lane;
    }
    return inside;
}

uint32_t check_loads(Warp& warp, uint32_t lanes, const Site& site, Shadow& shadow, bool is_host_memory)
{
    uint32_t left = 0;
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        const uintptr_t address = warp.address[lane];
        if (grid.check_initialised && !is_host_memory && !shadow.is_written(address, site.count.bytes)) {
            report_unwritten(warp, lane, site);
            shadow.mark_written(address, site.count.bytes);  // once is enough
        }
        if (grid.check_races && is_written_in_launch(shadow, address, site.count.bytes))
            report_written_in_launch(warp, lane, site);
        else
            left |= 1u << lane;
    }
    return left;
}

void note_range(Site& site, const Warp& warp, uint32_t lanes)
{
    uintptr_t low = ~uintptr_t(0), high = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const uintptr_t address = warp.address[__builtin_ctz(rest)];
        low = address < low ? address : low;
        high = address + site.count.bytes > high ? address + site.count.bytes : high;
    }
    site.low = low < site.low ? low : site.low;
    site.high = high > site.high ? high : site.high;
    site.stamp = now;
    if (low < site.allocation_low || high > site.allocation_high)
        device_memory.find_live(low, low, &site.allocation_low, &site.allocation_high);
    if (grid.check_races)
        access_log.note(site, warp, lanes, low, high);
}

}  // namespace

Site& count_request(const Warp& warp, uintptr_t pc, Space space, Operation operation, unsigned bytes,
                    uint32_t lanes)
{
    if (grid.explain)
        note_other_access(warp);
    Site& site = sites.find(pc, space, operation, bytes);
    ++site.count.requests;
    site.count.lanes += unsigned(__builtin_popcount(lanes));
    grid.steps = 0;
    grid.idle_requests = 0;
    grid.progress = true;
    return site;
}

uint32_t check_elements(Warp& warp, uint32_t lanes, Site& site)
{
    if (!lanes)
        return 0;
    note_range(site, warp, lanes);
    const uintptr_t first = warp.address[__builtin_ctz(lanes)];
    const bool is_variable = device_memory.variables.contains(first, first);
    if (!is_variable && !device_memory.contains(first))
        return 0;
    Shadow& shadow = is_variable ? device_memory.variables : device_memory.shadow;
    const bool is_host_memory = is_variable || device_memory.managed.contains(first);
    const Operation operation = site.count.operation;
    lanes = lanes_in(shadow, warp, lanes);
    if (is_load(operation))
        lanes = check_loads(warp, lanes, site, shadow, is_host_memory);
    else
        for (uint32_t rest = lanes; rest; rest &= rest - 1)
            shadow.mark_written(warp.address[__builtin_ctz(rest)], site.count.bytes);
    if (!grid.check_races || !lanes || (is_host_memory && !is_variable))
        return 0;
    const Request request{warp, lanes, operation, site.count.bytes, site.count.pc, Space::global, shadow};
    return check_races(request);
}

void report_call(uintptr_t pc, const Warp& warp, int lane, const char* what, const std::string& details)
{
    const SourceLine place = program.line_at(pc);
    report_at(what, place.file.c_str(), place.line, warp.index, lane, details);
}

}  // namespace emu
