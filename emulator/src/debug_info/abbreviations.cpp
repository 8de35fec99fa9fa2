#include "debug_info/abbreviations.h"

#include "debug_info/dwarf.h"

namespace emu::dwarf {

std::map<uint64_t, Abbreviation> read_abbreviations(std::string_view section, uint64_t offset)
{
    std::map<uint64_t, Abbreviation> table;
    Reader in(section, offset);
    while (const uint64_t code = in.uleb()) {
        Abbreviation& a = table[code];
        a.tag = in.uleb();
        a.has_children = in.fixed(1) != 0;
        for (;;) {
            const uint64_t name = in.uleb(), form = in.uleb();
            const int64_t constant = form == kImplicitConst ? in.sleb() : 0;
            if (name == 0 && form == 0)
                break;
            a.attributes.push_back({name, form, constant});
        }
    }
    return table;
}
}  // namespace emu::dwarf
