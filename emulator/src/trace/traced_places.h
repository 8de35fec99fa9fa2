// Places in the source as the trace writes them: the file's name without its folder, so that a trace does not depend on
// where the program was built.
#pragma once

#include "debug_info/line_table.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace emu {

struct PlaceInSource {
    std::string file;  // empty: unknown
    int line = 0;
    bool is_librarys = false;  // in a header of the emulator, and no line of the program's called it
    bool operator==(const PlaceInSource&) const = default;
};

PlaceInSource place_of(const SourceLine& line);
PlaceInSource place_of(const char* file, int line);

class TracedPlaces {
public:
    // Of the access or call that returns to pc.
    const PlaceInSource& at(uintptr_t pc);

private:
    std::unordered_map<uintptr_t, PlaceInSource> places_;
};

}  // namespace emu
