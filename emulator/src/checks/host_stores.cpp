#include "checks/host_stores.h"

#include "checks/reports.h"
#include "debug_info/program.h"

#include <vector>

// Of the linker: where the static variables begin and end.
extern "C" char __data_start, _end;

namespace emu {
namespace {

struct Store {
    uintptr_t address, pc;
};
constexpr int kEarly = 1024;  // stores before the program is loaded that are remembered
Store early[kEarly];
int early_count = 0;
bool is_loaded = false;

struct Symbol {
    uintptr_t low, high;
};
auto& taken = *new std::vector<Symbol>;  // never destroyed: static destructors may still copy

void report_store(const Store& store)
{
    const SourceLine place = program.line_at(store.pc);
    report_host("Invalid host store to a __constant__ variable", place.file, place.line,
                "The host writes to a variable of its own that has the same name: kernels do not see it.\n"
                "Use cudaMemcpyToSymbol(name, values, bytes).");
}

}  // namespace

ConstantBounds constant_bounds = {reinterpret_cast<uintptr_t>(&__data_start),
                                  reinterpret_cast<uintptr_t>(&_end)};

void note_store_by_host(uintptr_t address, uintptr_t pc)
{
    if (is_loaded) {
        if (program.is_constant(address, address + 1))
            report_store({address, pc});
    } else if (early_count < kEarly && (early_count == 0 || early[early_count - 1].pc != pc)) {
        early[early_count++] = {address, pc};
    }
}

void settle_stores_by_host()
{
    is_loaded = true;
    constant_bounds = {0, 0};
    for (const Program::Range& range : program.constants()) {
        if (constant_bounds.high == 0)
            constant_bounds = {range.low, range.high};
        constant_bounds.low = range.low < constant_bounds.low ? range.low : constant_bounds.low;
        constant_bounds.high = range.high > constant_bounds.high ? range.high : constant_bounds.high;
    }
    for (int i = 0; i < early_count; ++i)
        note_store_by_host(early[i].address, early[i].pc);
    early_count = 0;
}

void note_symbol_address(const void* symbol, std::size_t bytes)
{
    const auto low = reinterpret_cast<uintptr_t>(symbol);
    taken.push_back({low, low + bytes});
}

bool is_name_of_constant(uintptr_t address)
{
    if (address - constant_bounds.low >= constant_bounds.high - constant_bounds.low ||
        !program.is_constant(address, address + 1))
        return false;
    for (const Symbol& symbol : taken)
        if (address >= symbol.low && address < symbol.high)
            return false;
    return true;
}

}  // namespace emu
