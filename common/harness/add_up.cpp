#include "common/harness/add_up.h"

#include <algorithm>

namespace ladders {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Link = WorkCounters::Link;

constexpr WorkCounters::Traffic Link::*kMeans[] = {&Link::copies, &Link::staged, &Link::reads, &Link::writes,
                                                   &Link::collectives};

// f(number) for each number that adds up.
template <class F>
void for_each_number(Counters& c, F f)
{
    static_assert(sizeof(AccessCounters) == 8 * sizeof(std::uint64_t), "each number is named below");
    for (AccessCounters* a :
         {&c.global_loads, &c.global_stores, &c.global_atomics, &c.shared_loads, &c.shared_stores,
          &c.shared_atomics, &c.texture_loads, &c.surface_loads, &c.surface_stores})
        for (std::uint64_t* number :
             {&a->requests, &a->lanes, &a->bytes_asked, &a->sectors, &a->ideal_sectors, &a->wavefronts,
              &a->ideal_wavefronts, &a->same_address})
            f(*number);
    for (WorkCounters::Copies* copies : {&c.work.pageable, &c.work.pinned})
        for (std::uint64_t* number : {&copies->synchronous, &copies->asynchronous, &copies->bytes})
            f(*number);
    for (std::uint64_t* number :
         {&c.launches, &c.blocks, &c.threads, &c.tensor_instructions, &c.barriers, &c.collectives,
          &c.warp_steps, &c.lane_steps, &c.work.operations, &c.work.streams, &c.work.graph_launches,
          &c.work.host_waits, &c.work.allocations})
        f(*number);
}

// All links of this process as one from its GPU to those of other processes.
Link all_links(const Counters& c, int rank)
{
    Link sum{.from = rank, .to = -1};
    for (const Link& link : c.work.links)
        for (const auto means : kMeans) {
            (sum.*means).transfers += (link.*means).transfers;
            (sum.*means).bytes += (link.*means).bytes;
        }
    return sum;
}

}  // namespace

void add_up(Counters& counters, const Team& team)
{
    if (team.processes() == 1)
        return;
    Numbers mine;
    for_each_number(counters, [&](std::uint64_t number) { mine.push_back(number); });
    mine.push_back(counters.work.longest_chain);
    for (const auto means : kMeans) {
        const Link link = all_links(counters, team.rank());
        mine.insert(mine.end(), {(link.*means).transfers, (link.*means).bytes});
    }

    // A row for each process.
    Numbers all(mine.size() * team.processes());
    std::copy(mine.begin(), mine.end(), all.begin() + std::ptrdiff_t(mine.size()) * team.rank());
    team.add_up(all);

    counters.processes = team.processes();
    counters.work.links.clear();
    for_each_number(counters, [](std::uint64_t& number) { number = 0; });
    auto next = all.begin();
    for (int rank = 0; rank < team.processes(); ++rank) {
        for_each_number(counters, [&](std::uint64_t& number) { number += *next++; });
        counters.work.longest_chain = std::max(counters.work.longest_chain, *next++);
        Link link{.from = rank, .to = -1};
        for (const auto means : kMeans) {
            (link.*means).transfers = *next++;
            (link.*means).bytes = *next++;
        }
        if (link.transfers() > 0)
            counters.work.links.push_back(link);
    }
}

}  // namespace ladders
