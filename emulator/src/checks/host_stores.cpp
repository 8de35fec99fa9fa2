#include "checks/host_stores.h"

#include "checks/reports.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"

#include <cstring>
#include <string>
#include <vector>

// Of the linker: where the static variables begin and end.
extern "C" char __data_start, _end;

namespace emu {
namespace {

struct Store {
    uintptr_t address;
    HostCalls calls;
};
constexpr int kEarly = 1024;  // stores before the program is loaded that are remembered
Store early[kEarly];
int early_count = 0;
uintptr_t early_pc = 0;  // of the last one
bool is_loaded = false;

struct Symbol {
    uintptr_t low, high;
};
[[gnu::init_priority(101)]] NeverDestroyed<std::vector<Symbol>> taken_symbols;
auto& taken = taken_symbols.value;

// What the __constant__ variables hold if only CUDA's functions write to them.
struct Expected {
    Program::Range range;
    std::vector<char> bytes;
};
[[gnu::init_priority(101)]] NeverDestroyed<std::vector<Expected>> expected_constants;
auto& expected = expected_constants.value;

const char* start_of(const Program::Range& range)
{
    return reinterpret_cast<const char*>(range.low);
}

void expect_what_is_there(Expected& each)
{
    each.bytes.assign(start_of(each.range), start_of(each.range) + (each.range.high - each.range.low));
}

bool store_is_told = false;  // a store since the last launch

void report_store(const Store& store)
{
    store_is_told = true;
    const SourceLine place = store.calls.line();
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
            report_store({address, host_calls()});
    } else if (early_count < kEarly && early_pc != pc) {
        early[early_count++] = {address, host_calls()};
        early_pc = pc;
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
    for (const Program::Range& range : program.constants())
        expect_what_is_there(expected.emplace_back(Expected{range, {}}));
    for (int i = 0; i < early_count; ++i)
        if (program.is_constant(early[i].address, early[i].address + 1))
            report_store(early[i]);
    early_count = 0;
}

void expect_constants(uintptr_t address, std::size_t bytes)
{
    for (Expected& each : expected)
        if (address < each.range.high && each.range.low < address + bytes)
            expect_what_is_there(each);
}

void check_constants(const char* kernel)
{
    for (Expected& each : expected) {
        if (std::memcmp(start_of(each.range), each.bytes.data(), each.bytes.size()) == 0)
            continue;
        expect_what_is_there(each);
        if (store_is_told)
            continue;
        report_host(
            "Invalid host store to a __constant__ variable", "", 0,
            std::string("of kernel ") + kernel +
                "\nBefore this launch the host has written to a variable of its own that has the same name: "
                "kernels do not see it.\nUse cudaMemcpyToSymbol(name, values, bytes).");
    }
    store_is_told = false;
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
