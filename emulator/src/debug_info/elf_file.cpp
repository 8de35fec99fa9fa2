#include "debug_info/elf_file.h"

#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace emu {

ElfFile::ElfFile(const char* path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    struct stat status;
    if (fstat(fd, &status) == 0 && status.st_size > long(sizeof(Elf64_Ehdr))) {
        void* mapped = mmap(nullptr, std::size_t(status.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
        if (mapped != MAP_FAILED) {
            file_ = static_cast<const char*>(mapped);
            size_ = std::size_t(status.st_size);
        }
    }
    close(fd);
    if (!file_ || std::memcmp(file_, ELFMAG, SELFMAG) != 0)
        return;

    const auto* header = reinterpret_cast<const Elf64_Ehdr*>(file_);
    if (header->e_shoff == 0 || header->e_shoff + header->e_shnum * sizeof(Elf64_Shdr) > size_)
        return;
    const auto* table = reinterpret_cast<const Elf64_Shdr*>(file_ + header->e_shoff);
    const char* names = file_ + table[header->e_shstrndx].sh_offset;
    for (int i = 0; i < header->e_shnum; ++i) {
        const Elf64_Shdr& s = table[i];
        const bool in_file =
            s.sh_type != SHT_NOBITS && !(s.sh_flags & SHF_COMPRESSED) && s.sh_offset + s.sh_size <= size_;
        sections_.push_back({names + s.sh_name,
                             in_file ? std::string_view(file_ + s.sh_offset, s.sh_size) : std::string_view(),
                             s.sh_addr, s.sh_size});
    }
}

ElfFile::~ElfFile()
{
    if (file_)
        munmap(const_cast<char*>(file_), size_);
}

std::string_view ElfFile::section(std::string_view name) const
{
    for (const Section& s : sections_)
        if (s.name == name)
            return s.bytes;
    return {};
}

const Elf64_Sym* ElfFile::function_symbol(uintptr_t address) const
{
    const std::string_view symbols = section(".symtab");
    const auto* symbol = reinterpret_cast<const Elf64_Sym*>(symbols.data());
    for (std::size_t i = 0; i < symbols.size() / sizeof *symbol; ++i)
        if (ELF64_ST_TYPE(symbol[i].st_info) == STT_FUNC && address - symbol[i].st_value < symbol[i].st_size)
            return &symbol[i];
    return nullptr;
}

std::string_view ElfFile::function_at(uintptr_t address) const
{
    const Elf64_Sym* symbol = function_symbol(address);
    const std::string_view names = section(".strtab");
    return symbol && symbol->st_name < names.size() ? names.data() + symbol->st_name : std::string_view();
}

std::size_t ElfFile::size_of_function(uintptr_t address) const
{
    const Elf64_Sym* symbol = function_symbol(address);
    return symbol ? symbol->st_value + symbol->st_size - address : 0;
}

std::size_t ElfFile::source_of_function(uintptr_t address) const
{
    const Elf64_Sym* symbol = function_symbol(address);
    if (!symbol || ELF64_ST_BIND(symbol->st_info) != STB_LOCAL)
        return 0;
    // A file's local symbols come after the symbol of the file.
    const auto* first = reinterpret_cast<const Elf64_Sym*>(section(".symtab").data());
    while (symbol > first && ELF64_ST_TYPE(symbol->st_info) != STT_FILE)
        --symbol;
    return std::size_t(symbol - first);
}

std::vector<ElfFile::Symbol> ElfFile::symbols(int wanted) const
{
    const std::string_view symbols = section(".symtab"), names = section(".strtab");
    const auto* symbol = reinterpret_cast<const Elf64_Sym*>(symbols.data());
    std::vector<Symbol> found;
    std::size_t source = 0;
    for (std::size_t i = 0; i < symbols.size() / sizeof *symbol; ++i) {
        const int type = ELF64_ST_TYPE(symbol[i].st_info);
        if (type == STT_FILE)
            source = i;
        else if (type == wanted && symbol[i].st_shndx != SHN_UNDEF && symbol[i].st_name < names.size())
            found.push_back({names.data() + symbol[i].st_name, symbol[i].st_value, symbol[i].st_size,
                             ELF64_ST_BIND(symbol[i].st_info) == STB_LOCAL ? source : 0});
    }
    return found;
}

}  // namespace emu
