// Where inlined functions were called: so that an access in one of the emulator's own headers (the copy of a float4,
// __ldg) is shown at the kernel's line.
#pragma once

#include "debug_info/elf_file.h"
#include "debug_info/line_table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace emu {

class InlineCalls {
public:
    // From the DWARF of -g1: the units that have code in emulator headers are enough, but all are read.
    void load(const ElfFile& elf);

    // The calls, innermost first, that were inlined at this address.
    std::vector<SourceLine> callers(uintptr_t address, const LineTable& lines) const;

private:
    struct Call {
        uintptr_t low, high;
        uint64_t unit;  // of the line table
        uint64_t file;  // number there
        int line;
        int depth;
    };
    friend class UnitReader;

    std::vector<Call> calls_;
};

}  // namespace emu
