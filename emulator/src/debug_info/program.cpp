#include "debug_info/program.h"

#include "debug_info/elf_file.h"
#include "debug_info/inline_calls.h"
#include "debug_info/never_destroyed.h"
#include "machine/machine.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <link.h>

namespace emu {

[[gnu::init_priority(101)]] Program program;

namespace {

const ElfFile& own_file()
{
    static const auto& file = *new ElfFile("/proc/self/exe");
    return file;
}

[[gnu::init_priority(101)]] NeverDestroyed<std::string> folder;
auto& library_folder = folder.value;

uintptr_t thread_pointer()
{
    return reinterpret_cast<uintptr_t>(__builtin_thread_pointer());
}

// Both are read when the first line is needed.
const LineTable& line_table()
{
    static const LineTable* const table = [] {
        auto* t = new LineTable;
        t->load(own_file());
        return t;
    }();
    return *table;
}

const InlineCalls& inline_calls()
{
    static const InlineCalls* const calls = [] {
        auto* c = new InlineCalls;
        c->load(own_file());
        return c;
    }();
    return *calls;
}

std::string demangled(const std::string& name)
{
    if (!name.starts_with("_Z"))
        return name;  // a variable c of no namespace: "c" is also the code of the type char
    int status = 0;
    char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
    std::string result = text ? text : name;
    std::free(text);
    return result;
}

// Splits "f<a::b>(c::d)::x" into the scope and "x".
Variable variable_of(const ElfFile::Symbol& symbol, uintptr_t base)
{
    const std::string text = demangled(std::string(symbol.name));
    std::size_t split = std::string::npos;
    int open = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        open += (text[i] == '(' || text[i] == '<') - (text[i] == ')' || text[i] == '>');
        if (open == 0 && text[i] == ':' && text[i + 1] == ':')
            split = i++;
    }
    Variable variable{text, "", symbol.source, base + symbol.value, symbol.size};
    if (split != std::string::npos) {
        variable.name = text.substr(split + 2);
        variable.scope = text.substr(0, split);
    }
    return variable;
}

std::vector<Variable> sorted_variables(const std::vector<ElfFile::Symbol>& symbols, uintptr_t base)
{
    std::vector<Variable> variables;
    for (const ElfFile::Symbol& symbol : symbols)
        if (symbol.size > 0 && symbol.name.substr(0, 4) != "_ZGV")
            variables.push_back(variable_of(symbol, base));
    std::sort(variables.begin(), variables.end(),
              [](const Variable& a, const Variable& b) { return a.low < b.low; });
    return variables;
}

}  // namespace

void Program::load()
{
    struct Found {
        uintptr_t base, low = ~uintptr_t(0), high = 0, variables_low = ~uintptr_t(0), variables_high = 0;
        std::ptrdiff_t tls_offset = 0;
        std::size_t tls_bytes = 0;
    } found;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* result) {
            Found& f = *static_cast<Found*>(result);
            f.base = object->dlpi_addr;
            for (int i = 0; i < object->dlpi_phnum; ++i) {
                const auto& segment = object->dlpi_phdr[i];
                const uintptr_t low = f.base + segment.p_vaddr, high = low + segment.p_memsz;
                if (segment.p_type == PT_LOAD) {
                    f.low = std::min(f.low, low);
                    f.high = std::max(f.high, high);
                    if (segment.p_flags & PF_W) {
                        f.variables_low = std::min(f.variables_low, low);
                        f.variables_high = std::max(f.variables_high, high);
                    }
                } else if (segment.p_type == PT_TLS) {
                    f.tls_bytes = segment.p_memsz;
                    f.tls_offset =
                        offset_of_thread_storage(thread_pointer(), segment.p_memsz, segment.p_align);
                }
            }
            return 1;  // the first object is the program
        },
        &found);
    base_ = found.base, low_ = found.low, high_ = found.high;
    tls_offset_ = found.tls_offset;
    tls_bytes_ = found.tls_bytes;
    if (found.variables_high > found.variables_low)
        variables_ = {found.variables_low, found.variables_high};

    for (const ElfFile::Symbol& variable : own_file().thread_variables())
        if (variable.name.substr(0, 4) == "_ZGV")
            guards_.push_back({variable.value, variable.value + variable.size});
    bool follows_constant = false;  // the section before is of a constant, too
    for (const ElfFile::Section& section : own_file().sections()) {
        const Range range{base_ + section.address, base_ + section.address + section.size};
        const bool is_constant = section.name.substr(0, 13) == "emu_constant_";
        if (section.name.substr(0, 12) == "emu_managed_")
            managed_.push_back(range);
        if (is_constant && follows_constant && range.low >= constants_.back().high &&
            range.low - constants_.back().high < 64)
            constants_.back().high = range.high;  // the gap is for alignment
        else if (is_constant)
            constants_.push_back(range);
        follows_constant = is_constant;
    }
}

bool Program::is_guard(uintptr_t address) const
{
    const uintptr_t offset = address - thread_storage();
    for (const Range& range : guards_)
        if (offset >= range.low && offset < range.high)
            return true;
    return false;
}

bool Program::is_constant(uintptr_t low, uintptr_t high) const
{
    for (const Range& range : constants_)
        if (low >= range.low && high <= range.high)
            return true;
    return false;
}

bool Program::may_hold_constants(uintptr_t low, uintptr_t high) const
{
    for (const Range& range : constants_)
        if (low < range.high && high > range.low)
            return true;
    return false;
}

uintptr_t Program::thread_storage() const
{
    return thread_pointer() + uintptr_t(tls_offset_);
}

std::vector<Variable> Program::static_shared_of_function(uintptr_t pc) const
{
    // Itanium C++ ABI, 5.1.5: a local variable of _Z<function> is _ZZ<function>E<name>, its guard _ZGVZ...
    // <name> is <length><identifier>, and _<number> if the function has several of this name.
    const std::string function(own_file().function_at(pc - 1 - base_));
    if (function.substr(0, 2) != "_Z")
        return {};
    const std::string prefix = "_ZZ" + function.substr(2, function.find('.') - 2) + "E";
    const std::size_t source = own_file().source_of_function(pc - 1 - base_);
    std::vector<Variable> found;
    for (const ElfFile::Symbol& variable : own_file().thread_variables()) {
        // A static variable is local to its file also where the function, and with it the name, is not.
        if ((source != 0 && variable.source != source) || variable.name.substr(0, prefix.size()) != prefix)
            continue;
        std::string name(variable.name.substr(prefix.size()));
        const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
        if (digits > 0 && digits <= 4)
            name = name.substr(digits, std::stoul(name.substr(0, digits)));
        found.push_back({name, "", variable.source, thread_storage() + variable.value, variable.size});
    }
    return found;
}

std::size_t Program::source_of_function(uintptr_t pc) const
{
    return own_file().source_of_function(pc - 1 - base_);
}

std::vector<Variable> Program::shared_variables() const
{
    return sorted_variables(own_file().thread_variables(), thread_storage());
}

std::vector<Variable> Program::static_variables() const
{
    return sorted_variables(own_file().variables(), base_);
}

std::string Program::function_at(uintptr_t pc) const
{
    return demangled(std::string(own_file().function_at(pc - 1 - base_)));
}

bool Program::is_own_header(const std::string& file)
{
    return file.find("/cuda_emulator/") != std::string::npos ||
           file.find("/emulator/include/") != std::string::npos ||
           file.find("/include/c++/") != std::string::npos ||  // the standard library
           (!library_folder.empty() && file.find(library_folder) != std::string::npos);
}

void Program::skip_folder(const std::string& folder)
{
    library_folder = folder;
}

std::string_view Program::symbol_at(uintptr_t function) const
{
    return own_file().function_at(function - base_);
}

uintptr_t Program::end_of_function(uintptr_t start) const
{
    return start + own_file().size_of_function(start - base_);
}

SourceLine Program::line_at(uintptr_t pc) const
{
    const uintptr_t address = pc - 1 - base_;
    const SourceLine innermost = line_table().find(address);
    if (!is_own_header(innermost.file))
        return innermost;
    for (const InlineCall& call : inline_calls().calls_at(address, line_table()))
        if (!is_own_header(call.place.file))
            return call.place;
    return innermost;
}

bool Program::is_in_header(uintptr_t pc, const std::string& header) const
{
    const uintptr_t address = pc - 1 - base_;
    bool found = base_name(line_table().find(address).file) == header;
    for (const InlineCall& call : inline_calls().calls_at(address, line_table()))
        found |= base_name(call.place.file) == header;
    return found;
}

std::vector<Frame> Program::frames_at(uintptr_t pc) const
{
    const uintptr_t address = pc - 1 - base_;
    std::vector<Frame> frames;
    SourceLine place = line_table().find(address);
    const auto add = [&](const std::string& function) {
        if (!is_own_header(place.file))
            frames.push_back({function, place});
    };
    for (const InlineCall& call : inline_calls().calls_at(address, line_table())) {
        add(demangled(call.function));
        place = call.place;
    }
    add(function_at(pc));
    if (frames.empty())
        frames.push_back({function_at(pc), line_at(pc)});
    return frames;
}

}  // namespace emu
