// Call sites of inlined functions, so that an access in one of the emulator's headers (the copy of a float4,
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
    // Reads all units, although those with code of emulator headers would be enough.
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
