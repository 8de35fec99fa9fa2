// Counts what travels between devices.
#pragma once

#include "counters/site.h"
#include "cuda_emulator/links.h"
#include "state/warp.h"

#include <string>
#include <vector>

namespace emu {

struct Link {
    int from, to;
};
enum class LinkUse { copy, staged_copy, read, write, atomic, collective };
void count_link(Link link, LinkUse use, uint64_t bytes);

// A kernel's request: what is for other devices' memory is counted, and variables that it writes get values for each
// device.
void note_for_peers(const Site& site, const Warp& warp, uint32_t lanes);

// The links that were used since the last call.
std::vector<LinkCounters> take_links();

// A table, a line for each link and use; "" if there are none.
std::string table_of(const std::vector<LinkCounters>& links);

}  // namespace emu
