#include "trace/traced_places.h"

#include "debug_info/program.h"

namespace emu {

PlaceInSource place_of(const SourceLine& line)
{
    return {line.file.substr(line.file.find_last_of('/') + 1), line.line, Program::is_own_header(line.file)};
}

PlaceInSource place_of(const char* file, int line)
{
    return place_of(SourceLine{file ? file : "", line});
}

const PlaceInSource& TracedPlaces::at(uintptr_t pc)
{
    const auto [found, is_new] = places_.try_emplace(pc);
    if (is_new)
        found->second = place_of(program.line_at(pc));
    return found->second;
}

}  // namespace emu
