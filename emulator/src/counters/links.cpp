#include "counters/links.h"

#include "counters/traffic.h"
#include "memory/device_memory.h"
#include "memory/device_variables.h"
#include "state/devices.h"
#include "state/grid.h"

#include <cstdio>

namespace emu {
namespace {

LinkCounters table[kMostDevices][kMostDevices + 1];  // the last column: devices of other processes

LinkCounters::Traffic& traffic_of(LinkCounters& link, LinkUse use)
{
    switch (use) {
        case LinkUse::copy:
            return link.copies;
        case LinkUse::staged_copy:
            return link.staged_copies;
        case LinkUse::read:
            return link.reads;
        case LinkUse::write:
            return link.writes;
        case LinkUse::atomic:
            return link.atomics;
        default:
            return link.collectives;
    }
}

bool is_used(const LinkCounters& link)
{
    return link.copies.requests + link.staged_copies.requests + link.reads.requests + link.writes.requests +
               link.atomics.requests + link.collectives.requests >
           0;
}

std::string line_of(const LinkCounters& link, const char* what, const LinkCounters::Traffic& traffic)
{
    if (traffic.requests == 0)
        return "";
    const std::string to = link.to < 0 ? "another process" : "device " + std::to_string(link.to);
    char text[160];
    std::snprintf(text, sizeof text, "  device %2d to %-15s  %-20s %12llu %16llu\n", link.from, to.c_str(),
                  what, static_cast<unsigned long long>(traffic.requests),
                  static_cast<unsigned long long>(traffic.bytes));
    return text;
}

// The part of a kernel's request that is for other devices' memory.
void count_peer_request(const Site& site, const Warp& warp, uint32_t lanes)
{
    constexpr uint64_t kSector = 32;
    uint32_t of_device[kMostDevices] = {};
    uint32_t others = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        if (!device_memory.devices.contains(warp.address[lane]))
            continue;
        const int owner = device_memory.devices.device_of(warp.address[lane]);
        if (owner == grid.device)
            continue;
        of_device[owner] |= 1u << lane;
        others |= 1u << owner;
    }
    const Operation operation = site.count.operation;
    const LinkUse use = is_atomic(operation) ? LinkUse::atomic
                        : is_load(operation) ? LinkUse::read
                                             : LinkUse::write;
    for (; others; others &= others - 1) {
        const int owner = __builtin_ctz(others);
        const Traffic traffic =
            count_traffic(site.count.space, operation, warp.address, of_device[owner], site.count.bytes);
        const Link link = use == LinkUse::read ? Link{owner, grid.device} : Link{grid.device, owner};
        emu::count_link(link, use, traffic.sectors * kSector);
    }
}

}  // namespace

void count_link(Link link, LinkUse use, uint64_t bytes)
{
    LinkCounters& entry = table[link.from][link.to < 0 ? kMostDevices : link.to];
    entry.from = link.from;
    entry.to = link.to;
    LinkCounters::Traffic& traffic = traffic_of(entry, use);
    ++traffic.requests;
    traffic.bytes += bytes;
}

void note_for_peers(const Site& site, const Warp& warp, uint32_t lanes)
{
    if (site.count.space == Space::global)
        count_peer_request(site, warp, lanes);
    if (site.count.space != Space::module || is_load(site.count.operation))
        return;
    for (; lanes; lanes &= lanes - 1)
        device_variables.will_write(warp.address[__builtin_ctz(lanes)], site.count.bytes,
                                    DeviceVariables::Writer::kernel);
}

std::vector<LinkCounters> take_links()
{
    std::vector<LinkCounters> used;
    for (auto& row : table)
        for (LinkCounters& link : row) {
            if (is_used(link))
                used.push_back(link);
            link = {};
        }
    return used;
}

std::string table_of(const std::vector<LinkCounters>& links)
{
    std::string lines;
    for (const LinkCounters& link : links)
        lines +=
            line_of(link, "copies", link.copies) + line_of(link, "copies through host", link.staged_copies) +
            line_of(link, "reads of kernels", link.reads) + line_of(link, "writes of kernels", link.writes) +
            line_of(link, "atomics of kernels", link.atomics) + line_of(link, "NCCL", link.collectives);
    if (lines.empty())
        return "";
    char head[160];
    std::snprintf(head, sizeof head, "Between devices\n  %-29s  %-20s %12s %16s\n", "link", "what",
                  "requests", "bytes");
    return head + lines;
}

}  // namespace emu
