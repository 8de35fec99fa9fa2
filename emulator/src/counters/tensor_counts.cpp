#include "counters/tensor_counts.h"

#include "debug_info/never_destroyed.h"

#include <map>
#include <string>
#include <utility>

namespace emu {
namespace {

// By the address of the name, which is quick to compare. Several addresses may have one name.
using Counts = std::map<std::pair<const char*, int>, uint64_t>;
[[gnu::init_priority(101)]] NeverDestroyed<Counts> all_counts;

}  // namespace

void note_tensor_instruction(const char* file, int line)
{
    ++all_counts.value[{file, line}];
}

std::vector<TensorLine> take_tensor_lines()
{
    std::map<std::pair<std::string, int>, uint64_t> by_name;
    for (const auto& [place, count] : all_counts.value)
        by_name[{place.first, place.second}] += count;
    all_counts.value.clear();
    std::vector<TensorLine> lines;
    for (const auto& [place, count] : by_name)
        lines.push_back({place.first, place.second, count});
    return lines;
}

}  // namespace emu
