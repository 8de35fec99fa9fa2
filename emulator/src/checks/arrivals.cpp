#include "checks/arrivals.h"

#include "checks/access_log.h"
#include "checks/reports.h"
#include "counters/site.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "memory/device_memory.h"
#include "state/grid.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace emu {
namespace {

// A launch whose blocks count themselves from 0.
struct Arrivals {
    uint64_t site = 0;  // of the atomic: Site::key
    uintptr_t pc = 0, word = 0;
    uint64_t blocks = 0;
    uintptr_t store_pc = 0;  // of the last block's part
    std::set<uint64_t> of_last{},
        all_loads{};          // sites: that the last block alone has passed once; loads of memory
    bool is_mistake = false;  // the next launch has gone on counting, and has left out the last block's part
};
[[gnu::init_priority(101)]] NeverDestroyed<std::vector<Arrivals>> all_arrivals;
auto& arrivals = all_arrivals.value;

bool is_of_memory(const Site& site)
{
    return site.count.space == Space::global || site.count.space == Space::module;
}

bool counts_blocks(const Site& site)
{
    return site.key != 0 && site.count.operation == Operation::atomic && is_of_memory(site) &&
           site.count.lanes == grid.blocks && site.highest() - site.lowest() == site.count.bytes &&
           site.count.bytes >= 4 && !device_memory.managed.contains(site.lowest());
}

uint64_t value_of(const Site& site)
{
    uint64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(site.lowest()), site.count.bytes);
    return value;
}

// A kernel that loads the word uses it for something else, too.
void forget_what_is_loaded()
{
    for (const Site& site : sites.slots())
        if (site.key != 0 && is_of_memory(site) && is_load(site.count.operation))
            std::erase_if(arrivals, [&](const Arrivals& each) {
                return each.word >= site.lowest() && each.word < site.highest();
            });
}

void note_first(const Site& counter)
{
    Arrivals found{counter.key, counter.count.pc, counter.lowest(), grid.blocks};
    for (const Site& site : sites.slots()) {
        if (site.key == 0)
            continue;
        const bool is_of_last = site.count.requests == 1 && site.record > counter.record &&
                                access_log.is_of_one_block(site.record, counter.record);
        if (is_of_last)
            found.of_last.insert(site.key);
        if (is_of_last && is_of_memory(site) && is_store(site.count.operation))
            found.store_pc = site.count.pc;
        if (is_of_memory(site) && is_load(site.count.operation))
            found.all_loads.insert(site.key);
    }
    if (found.store_pc)
        arrivals.push_back(std::move(found));
}

// Whether the launch has left out the last block's part.
bool has_left_out(const Arrivals& first)
{
    std::size_t loads = 0;
    for (const Site& site : sites.slots()) {
        if (first.of_last.contains(site.key))
            return false;
        loads += first.all_loads.contains(site.key);
    }
    return loads < first.all_loads.size();
}

}  // namespace

void look_at_arrivals()
{
    if (!grid.check_races || grid.blocks < 2)
        return;
    if (!arrivals.empty())
        forget_what_is_loaded();
    for (const Site& site : sites.slots()) {
        if (!counts_blocks(site))
            continue;
        const uint64_t value = value_of(site);
        const auto known = std::find_if(arrivals.begin(), arrivals.end(),
                                        [&](const Arrivals& each) { return each.site == site.key; });
        const bool goes_on = known != arrivals.end() && known->word == site.lowest() &&
                             known->blocks == grid.blocks && value == 2 * grid.blocks;
        if (goes_on)
            known->is_mistake |= has_left_out(*known);
        else if (known == arrivals.end() && value == grid.blocks)
            note_first(site);
    }
}

void arrivals_read(uintptr_t address, std::size_t bytes)
{
    std::erase_if(arrivals,
                  [&](const Arrivals& each) { return each.word >= address && each.word < address + bytes; });
}

void tell_arrivals(uintptr_t low, uintptr_t high)
{
    std::erase_if(arrivals, [&](const Arrivals& each) {
        if (each.word < low || each.word >= high)
            return false;
        const std::string blocks = std::to_string(each.blocks);
        if (each.is_mistake)
            remark("counter of arrivals", "No block is the last one: this counter was not reset",
                   program.line_at(each.pc),
                   "The " + blocks + " blocks of a launch counted from 0 to " + blocks +
                       ". The next one went on\nfrom there, and left out what only the last block does: the "
                       "store at\n" +
                       short_file_and_line(program.line_at(each.store_pc)) +
                       ". Let the last block set the counter back to 0.");
        return true;
    });
}

}  // namespace emu
