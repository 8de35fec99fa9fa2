#include "counters/allocations.h"

#include "cuda_emulator/launch_counters.h"
#include "debug_info/never_destroyed.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace emu {
namespace {

struct AllocatingLine {
    uint64_t last_launch = 0, times = 0;  // after a launch since the last time
};

[[gnu::init_priority(101)]] NeverDestroyed<std::map<std::pair<std::string, int>, AllocatingLine>> the_lines;
auto& lines = the_lines.value;
uint64_t launches_so_far = 0;

}  // namespace

void note_allocation(const SourceLine& line)
{
    AllocatingLine& known = lines[{line.file, line.line}];
    known.times += known.times == 0 || known.last_launch < launches_so_far;
    known.last_launch = launches_so_far;
}

void note_launch()
{
    ++launches_so_far;
}

RepeatedAllocation take_repeated_allocation()
{
    RepeatedAllocation most;
    for (const auto& [place, line] : lines)
        if (line.times > most.times)
            most = {place.first, place.second, line.times};
    lines.clear();
    return most;
}

}  // namespace emu
