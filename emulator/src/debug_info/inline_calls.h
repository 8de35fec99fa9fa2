// Call sites of inlined functions, so that an access in one of the emulator's headers (the copy of a float4,
// __ldg) is shown at the kernel's line, and one in a __device__ function with that function's name.
#pragma once

#include "debug_info/elf_file.h"
#include "debug_info/line_table.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace emu {

// A call that was inlined.
struct InlineCall {
    std::string function;  // mangled; "" if the debug information does not name it
    SourceLine place;      // of the call
};

class InlineCalls {
public:
    // Reads all units, although those with code of emulator headers would be enough.
    void load(const ElfFile& elf);

    // The calls, innermost first, that were inlined at this address.
    std::vector<InlineCall> calls_at(uintptr_t address, const LineTable& lines) const;

private:
    struct Call {
        uintptr_t low, high;
        uint64_t unit;  // of the line table
        uint64_t file;  // number there
        int line;
        int depth;
        uint64_t function;  // where .debug_info describes it
    };
    struct Function {
        std::string name;  // mangled, if it is
        uint64_t origin;   // what else describes it; 0: nothing
    };
    friend class UnitReader;

    std::string name_of(uint64_t function) const;

    std::vector<Call> calls_;
    std::map<uint64_t, Function> functions_;
};

}  // namespace emu
