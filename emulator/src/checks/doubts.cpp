#include "checks/doubts.h"

#include "checks/reports.h"
#include "counters/site.h"
#include "debug_info/never_destroyed.h"
#include "memory/clock.h"
#include "memory/device_memory.h"
#include "state/grid.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdio_ext.h>
#include <vector>

namespace emu {
namespace {

// An allocation that a launch in doubt could have changed: the words with a stamp up to `until`.
struct Suspect {
    uintptr_t low, high;
    uint32_t until;
    uintptr_t first = 0, end = 0;  // the suspect words, when the launch began
};
[[gnu::init_priority(101)]] NeverDestroyed<std::vector<Suspect>> the_suspects;
auto& suspects = the_suspects.value;
bool launch_in_doubt = false, watches_output = false;

bool is_suspect(const Suspect& suspect, uintptr_t word)
{
    return device_memory.shadow.cell(word).write_stamp() <= suspect.until;
}

bool any_suspect(uintptr_t from, uintptr_t to)
{
    for (const Suspect& suspect : suspects)
        for (uintptr_t at = std::max(from & ~uintptr_t(3), suspect.low); at < std::min(to, suspect.high);
             at += 4)
            if (is_suspect(suspect, at))
                return true;
    return false;
}

void watch_output()
{
    std::fflush(stdout);
    if (__flbf(stdout))
        std::setvbuf(stdout, nullptr, _IOFBF, BUFSIZ);
    watches_output = true;
}

// Whether anything was printed since watch_output().
bool has_printed()
{
    return __fbufsize(stdout) == 1 || __fpending(stdout) > 0;  // 1: it has no buffer
}

void add_suspect(const Allocation* allocation)
{
    if (!allocation || !allocation->live)
        return;
    if (!device_memory.devices.contains(allocation->low))
        return settle_doubts();  // the host sees it without a copy
    const auto same = [&](const Suspect& each) { return each.low == allocation->low; };
    const auto known = std::find_if(suspects.begin(), suspects.end(), same);
    if (known != suspects.end())
        known->until = now;
    else
        suspects.push_back({allocation->low, allocation->high(), now});
}

void add_at(uintptr_t address)
{
    if (!device_memory.contains(address))
        return;
    const Allocation* allocation = device_memory.arena_of(address).at_or_below(address);
    if (allocation && address <= allocation->high())
        add_suspect(allocation);
}

void add_all()
{
    for (const Arena* arena : device_memory.arenas_of_host_calls())
        for (const Allocation& allocation : arena->allocations())
            add_suspect(&allocation);
}

bool is_of_allocations(Space space)
{
    return space == Space::global || space == Space::texture || space == Space::surface;
}

// Whether the launch has read a word that was suspect when it began.
bool has_read_suspect()
{
    for (const Site& site : sites.slots())
        if (site.key != 0 && is_of_allocations(site.count.space) && !is_store(site.count.operation))
            for (const Suspect& suspect : suspects)
                if (site.lowest() < suspect.end && site.highest() > suspect.first)
                    return true;
    return false;
}

// What the launch could have changed.
void add_reachable()
{
    bool follows_pointers = false;  // it has read what may be pointers
    for (const Site& site : sites.slots()) {
        if (site.key == 0 || is_shared(site.count.space) || site.count.space == Space::constant)
            continue;
        follows_pointers |= site.count.bytes >= 8 && !(site.count.operation == Operation::store);
        if (site.count.space == Space::module) {
            if (!is_load(site.count.operation))
                return settle_doubts();
            continue;
        }
        for (const Arena* arena : device_memory.arenas_of_host_calls())
            for (const Allocation& allocation : arena->allocations())
                if (site.lowest() < allocation.high() && site.highest() > allocation.low)
                    add_suspect(&allocation);
    }
    const auto* bytes = static_cast<const char*>(grid.kernel.arguments);
    for (std::size_t i = 0; i + sizeof(uintptr_t) <= grid.kernel.arguments_size; i += sizeof(uintptr_t)) {
        uintptr_t word;
        std::memcpy(&word, bytes + i, sizeof word);
        add_at(word);
    }
    if (follows_pointers)
        add_all();
}

}  // namespace

void doubt_launch()
{
    if (!watches_output)
        watch_output();
    launch_in_doubt = true;
}

void begin_doubts_of_launch()
{
    launch_in_doubt = watches_output = false;
    if (suspects.empty())
        return;
    watch_output();
    for (Suspect& suspect : suspects) {
        uintptr_t &first = suspect.first = suspect.low,
                  &end = suspect.end = (suspect.high + 3) & ~uintptr_t(3);
        while (first < end && !is_suspect(suspect, first))
            first += 4;
        while (first < end && !is_suspect(suspect, end - 4))
            end -= 4;
    }
    std::erase_if(suspects, [](const Suspect& each) { return each.first == each.end; });
}

void end_doubts_of_launch()
{
    if (!launch_in_doubt && !suspects.empty())
        launch_in_doubt = has_read_suspect();
    if (!launch_in_doubt)
        return;
    launch_in_doubt = false;
    if (grid.aborted || grid.error != cudaSuccess || has_printed())
        return settle_doubts();
    add_reachable();
    next_stamp();
}

void doubts_read(uintptr_t address, std::size_t bytes)
{
    if (!suspects.empty() && any_suspect(address, address + bytes))
        settle_doubts();
}

void doubts_written(uintptr_t address, std::size_t bytes)
{
    if (suspects.empty() || !device_memory.contains(address, address + bytes))
        return;
    // Whole words: of the others, a part may still be suspect.
    for (uintptr_t at = (address + 3) & ~uintptr_t(3); at + 4 <= address + bytes; at += 4)
        device_memory.shadow.cell(at).set_write_stamp(now);
}

void doubts_freed(uintptr_t address)
{
    std::erase_if(suspects, [&](const Suspect& each) { return each.low == address; });
}

void doubts_cleared()
{
    suspects.clear();
}

void settle_doubts()
{
    suspects.clear();
    settle_doubtful_errors();
}

}  // namespace emu
