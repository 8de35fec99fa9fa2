// The table of .debug_abbrev: which attributes the entries of .debug_info have, and how they are written.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace emu::dwarf {

struct Abbreviation {
    struct Attribute {
        uint64_t name, form;
        int64_t constant;
    };
    uint64_t tag = 0;
    bool has_children = false;
    std::vector<Attribute> attributes;
};
// The abbreviations of a unit, by their codes. offset: in the section.
std::map<uint64_t, Abbreviation> read_abbreviations(std::string_view section, uint64_t offset);

}  // namespace emu::dwarf
