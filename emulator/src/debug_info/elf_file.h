// The sections of an ELF file, as mapped into memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <elf.h>
#include <string_view>
#include <vector>

namespace emu {

class ElfFile {
public:
    struct Section {
        std::string_view name;
        std::string_view bytes;
        uintptr_t address;
        std::size_t size;
    };

    // Finds nothing if the file cannot be read.
    explicit ElfFile(const char* path);
    ~ElfFile();
    ElfFile(const ElfFile&) = delete;
    ElfFile& operator=(const ElfFile&) = delete;

    const std::vector<Section>& sections() const { return sections_; }
    std::string_view section(std::string_view name) const;

    struct Symbol {
        std::string_view name;
        uintptr_t value;
        std::size_t size;
        std::size_t source;  // see source_of_function()
    };
    // Thread-local variables; the value is the offset.
    std::vector<Symbol> thread_variables() const { return symbols(STT_TLS); }
    // All other variables; the value is the address.
    std::vector<Symbol> variables() const { return symbols(STT_OBJECT); }

    // The mangled name of the function that contains the address, or "".
    std::string_view function_at(uintptr_t address) const;
    // In bytes; 0 if there is no function at the address.
    std::size_t size_of_function(uintptr_t address) const;
    // A number for the source file of a function that has its name for this file alone; 0 for the other functions. Two
    // files may each have a kernel of the same name in an unnamed namespace.
    std::size_t source_of_function(uintptr_t address) const;

private:
    std::vector<Symbol> symbols(int wanted) const;
    const Elf64_Sym* function_symbol(uintptr_t address) const;

    const char* file_ = nullptr;
    std::size_t size_ = 0;
    std::vector<Section> sections_;
};

}  // namespace emu
