#include "checks/race_report.h"

#include "checks/access_log.h"
#include "checks/distributed.h"
#include "checks/relatives.h"
#include "checks/stream_order.h"
#include "counters/site.h"
#include "debug_info/program.h"
#include "state/grid.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace emu {
namespace {

// Where the earlier access of a race may have been.
std::vector<uintptr_t> places_of(const Earlier& earlier, const AccessPoint& point)
{
    std::vector<uintptr_t> places = access_log.places_of(earlier, point.address, point.bytes, point.pc);
    if (const uintptr_t other = other_name_of(point.address); places.empty() && other != point.address)
        places = access_log.places_of(earlier, other, point.bytes, point.pc);
    if (!places.empty())
        return places;
    // It is too long ago: the accesses of this launch that went there at any time.
    for (const Site& site : sites.slots())
        if (site.key != 0 && point.address < site.highest() && point.address + point.bytes > site.lowest() &&
            is_load(site.count.operation) != earlier.write)
            places.push_back(site.count.pc);
    return places;
}

std::string earlier_access(const Earlier& earlier, const AccessPoint& point)
{
    constexpr std::size_t kMost = 3;
    std::vector<std::string> texts;
    for (const uintptr_t pc : places_of(earlier, point))
        if (const std::string text = function_and_line(pc);
            std::find(texts.begin(), texts.end(), text) == texts.end())
            texts.push_back(text);
    if (texts.empty())
        return "an unknown line";
    std::string all;
    for (std::size_t i = 0; i < texts.size() && i < kMost; ++i)
        all += (i == 0 ? "" : "\n    or at ") + texts[i];
    return all + (texts.size() > kMost ? "\n    or at another line" : "");
}

}  // namespace

void report_race(Space space, Hazard hazard, const AccessPoint& point, const Earlier& earlier)
{
    const uint32_t other = earlier.who;
    if (other == kUnorderedStore)
        return report_relative_store(point, earlier.stamp) ? void() : report_unordered_store(point);
    if (is_known(kOtherErrors + unsigned(hazard) + 4 * unsigned(space), point.pc))
        return;
    static const char* const kHazard[] = {"RAW", "WAR", "WAW"};
    const bool now_writes = hazard != Hazard::read_after_write,
               other_wrote = hazard != Hazard::write_after_read;
    const char* mine = now_writes ? "Write access" : "Read access";
    const char* theirs = other_wrote ? "Write access" : "Read access";
    const std::string what = std::string("Race reported between ") + mine + " and " + theirs + " (" +
                             kHazard[int(hazard)] + " hazard on " +
                             (is_shared(space) ? "__shared__" : "__global__") + " memory)";
    const SourceLine place = program.line_at(point.pc);
    if (!is_first(what, place))
        return;

    std::string who_else;
    const uint32_t level = who::level(other);
    if (level == 3)
        who_else = "threads of several blocks";
    else if (level == 2)
        who_else = "threads of several warps";
    else if (level == 1)
        who_else = "several threads of one warp";
    else
        who_else = "thread " + coordinates(grid.thread_index[who::thread(other)]);
    if (level < 3) {
        const Block& block = *grid.block;
        if (who::block(other) == who::block(who::of(0, block.number)))
            who_else += " in the same block";
        else
            who_else += " in another block";
    }
    char address[32];
    std::snprintf(address, sizeof address, "0x%lx", static_cast<unsigned long>(point.address));
    const std::string first =
        std::string("Error: Race reported between ") + mine + " at " + function_and_line(point.pc);
    publish(what, place.file, place.line,
            framed(first, std::string("and ") + theirs + " at " + earlier_access(earlier, point) +
                              "\nPotential " + kHazard[int(hazard)] + " hazard detected at " +
                              (is_shared(space) ? "__shared__ " : "__global__ ") + address + " in block " +
                              coordinates(grid.block->index) + "\n" + mine + " by " +
                              thread_and_block(point.thread()) + "\n" + theirs + " by " + who_else));
}

}  // namespace emu
