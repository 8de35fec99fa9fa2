#include "checks/report_words.h"

#include "debug_info/program.h"
#include "state/grid.h"

#include <algorithm>
#include <fstream>
#include <vector>

namespace emu {

std::string access_name(Space space, bool write)
{
    const char* memory = is_shared(space)           ? "__shared__"
                         : space == Space::constant ? "__constant__"
                                                    : "__global__";
    return std::string(memory) + (write ? " write" : " read");
}

std::string file_and_line(const SourceLine& place)
{
    return place.file.empty() ? "an unknown line" : place.file + ":" + std::to_string(place.line);
}

SourceLine place_of(const Allocation& allocation)
{
    return allocation.place ? allocation.place->line() : SourceLine();
}

std::string short_file_and_line(const SourceLine& place)
{
    return file_and_line({base_name(place.file), place.line});
}

std::string text_of_line(const SourceLine& place)
{
    std::ifstream in(place.file);
    std::string line;
    for (int i = 0; i < place.line && std::getline(in, line); ++i)
        ;
    return in ? line : "";
}

std::string coordinates(const uint3& v)
{
    return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

std::string function_and_line(uintptr_t pc)
{
    constexpr std::size_t kMostCalls = 3;
    std::string text;
    const std::vector<Frame> frames = program.frames_at(pc);
    for (std::size_t i = 0; i < frames.size() && i <= kMostCalls; ++i)
        text += (i == 0 ? "" : ", called by ") +
                (frames[i].function.empty() ? grid.kernel.name : frames[i].function) + " in " +
                file_and_line(frames[i].place);
    return text;
}

std::string thread_and_block(int thread)
{
    return "thread " + coordinates(grid.thread_index[thread]) + " in block " + coordinates(grid.block->index);
}

std::string with_commas(std::size_t n)
{
    std::string text = std::to_string(n);
    for (std::size_t at = text.size(); at > 3;)
        text.insert(at -= 3, ",");
    return text;
}

std::string framed(const std::string& first, const std::string& rest)
{
    std::string text = "========= " + first + "\n";
    std::size_t at = 0;
    while (at < rest.size()) {
        const std::size_t end = std::min(rest.find('\n', at), rest.size());
        text += "=========     " + rest.substr(at, end - at) + "\n";
        at = end + 1;
    }
    return text;
}

}  // namespace emu
