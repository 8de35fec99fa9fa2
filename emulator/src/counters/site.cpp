#include "counters/site.h"

#include "debug_info/never_destroyed.h"
#include "memory/device_memory.h"

namespace emu {

[[gnu::init_priority(101)]] static NeverDestroyed<SiteTable> the_sites;
SiteTable& sites = the_sites.value;

Site& SiteTable::insert(std::size_t slot, uint64_t key, uintptr_t pc, Space space, Operation operation,
                        unsigned bytes)
{
    if (used_.size() * 2 > slots_.size()) {  // grow, and enter all again
        std::vector<Site> old(slots_.size() * 2);
        old.swap(slots_);
        --shift_;
        used_.clear();
        for (const Site& site : old) {
            if (site.key == 0)
                continue;
            std::size_t i = (site.key * 0x9E3779B97F4A7C15) >> shift_;
            while (slots_[i].key != 0)
                i = (i + 1) & (slots_.size() - 1);
            slots_[i] = site;
            used_.push_back(uint32_t(i));
        }
        return find(pc, space, operation, bytes);
    }
    used_.push_back(uint32_t(slot));
    Site& site = slots_[slot];
    site.key = key;
    site.count.pc = pc;
    site.count.space = space;
    site.count.operation = operation;
    site.count.bytes = bytes;
    site.low = site.earlier_low = site.previous_low = ~uintptr_t(0);
    return site;
}

bool SiteTable::note_stores() const
{
    bool any = false;
    for (uint32_t slot : used_) {
        const Site& site = slots_[slot];
        if ((site.count.space != Space::global && site.count.space != Space::surface) ||
            is_load(site.count.operation))
            continue;
        any = true;
        if (device_memory.contains(site.allocation_low))
            device_memory.arena_of(site.allocation_low).note_store(site.allocation_low, site.count.pc);
    }
    return any;
}

bool SiteTable::begin_window()
{
    bool moved = false;
    for (uint32_t slot : used_) {
        Site& site = slots_[slot];
        moved |= site.low != site.previous_low || site.high != site.previous_high;
        site.previous_low = site.low;
        site.previous_high = site.high;
        site.earlier_low = site.lowest();
        site.earlier_high = site.highest();
        site.low = ~uintptr_t(0);
        site.high = 0;
    }
    return moved;
}

std::vector<SiteCounters> SiteTable::take_counters()
{
    std::vector<SiteCounters> counters;
    for (uint32_t slot : used_) {
        counters.push_back(slots_[slot].count);
        slots_[slot] = Site();
    }
    used_.clear();
    return counters;
}

}  // namespace emu
