// Stores of the host to __constant__ variables. The host's name of such a variable is another variable than the
// device's, which only cudaMemcpyToSymbol() reaches.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

// Bounds of all __constant__ variables, once the program is loaded; before that, of all static variables.
struct ConstantBounds {
    uintptr_t low, high;
};
extern ConstantBounds constant_bounds;

void note_store_by_host(uintptr_t address, uintptr_t pc);
// Called by instrumented host code before each store.
inline void watch_store_by_host(const void* address, const void* pc)
{
    const auto at = reinterpret_cast<uintptr_t>(address);
    if (at - constant_bounds.low < constant_bounds.high - constant_bounds.low)
        note_store_by_host(at, reinterpret_cast<uintptr_t>(pc));
}

// The program has been loaded: reports the stores before that.
void settle_stores_by_host();

// CUDA has written to these bytes, of a __constant__ variable or not.
void expect_constants(uintptr_t address, std::size_t bytes);
// A launch: finds what the compiler stores in place of a call of memcpy(), which makes no callback.
void check_constants(const char* kernel);

// The program has asked for the device's address of a variable, and may use it.
void note_symbol_address(const void* symbol, std::size_t bytes);
// Whether this is the host's name of a __constant__ variable, and not an address that the program has asked for.
bool is_name_of_constant(uintptr_t address);

}  // namespace emu
