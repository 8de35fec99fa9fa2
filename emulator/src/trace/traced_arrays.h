// The arrays that a trace names: allocations, and __shared__, __device__ and __constant__ variables.
#pragma once

#include "cuda_emulator/launch_counters.h"
#include "debug_info/program.h"
#include "trace/argument_names.h"
#include "trace/traced_places.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace emu {

struct TracedArray {
    std::string name;
    const char* space = "";
    uintptr_t low = 0;
    std::size_t bytes = 0;
    int64_t base = 0;  // where its first byte is: in the block's shared memory; of other memory, modulo 128
    PlaceInSource place;
    int number = 0;      // in the trace
    bool moves = false;  // each block has it at another address
    bool is_one = true;  // not all that has no name
};

class TracedArrays {
public:
    // Of a new trace; of a new launch, whose kernel has begun.
    void begin();
    void begin_launch();
    std::size_t static_shared_bytes() const { return static_shared_bytes_; }
    // The array that the address lies in, or the nearest to it. An array that the trace has not named yet has a new
    // number, and *is_new is set.
    const TracedArray& find(Space space, uintptr_t address, bool* is_new);

private:
    TracedArray look_up(Space space, uintptr_t address);
    TracedArray shared(uintptr_t address);
    TracedArray dynamic_shared();
    TracedArray of_another_block(uintptr_t address);
    TracedArray variable(Space space, uintptr_t address);
    TracedArray allocation(uintptr_t address);
    const ArgumentNames& names();
    PlaceInSource place_of_shared(const std::string& name);
    int64_t base_of(const Variable& variable);

    // The __shared__ variables of one function, as they lie in the block's shared memory.
    struct Group {
        std::string scope;
        std::size_t source;
        uintptr_t low;
        int64_t base;
    };

    std::vector<Variable> shared_, static_;  // read when they are needed first
    std::map<std::string, int> numbers_;     // of the arrays, by all that is known of them
    std::vector<TracedArray> known_;         // of this launch
    TracedArray latest_;                     // the one found last
    std::vector<Group> groups_;              // of this launch
    ArgumentNames names_;                    // of this launch, if has_names_
    bool has_names_ = false;
    std::string kernel_, kernel_file_;  // this launch's
    int64_t shared_end_ = 0;            // of these groups
    std::size_t static_shared_bytes_ = 0;
    uintptr_t thread_storage_ = 0;  // where shared_ is
};

}  // namespace emu
