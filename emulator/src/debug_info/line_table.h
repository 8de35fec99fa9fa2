// Maps code addresses to source lines, from the DWARF line tables (versions 2 to 5) that -g1 writes.
#pragma once

#include "debug_info/elf_file.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace emu {

struct SourceLine {
    std::string file;  // empty: unknown
    int line = 0;
};

// "file.cu" of a path.
std::string base_name(const std::string& path);

class LineTable {
public:
    void load(const ElfFile& elf);
    SourceLine find(uintptr_t address) const;
    // A file by its number in the unit whose table starts at this offset.
    std::string file(uint64_t unit, uint64_t number) const;

private:
    struct Row {
        uintptr_t address;
        uint32_t file;  // in files_
        int line;       // 0: the end of a sequence
    };
    friend class LineProgram;

    std::vector<Row> rows_;  // sorted by address
    std::vector<std::string> files_;
    std::map<uint64_t, std::vector<std::string>> files_of_unit_;
};

}  // namespace emu
