// What the emulator checks, counts and prints.
#pragma once

#include <cstdint>
#include <string>

namespace emu {

enum class Order { forward, reverse, random };

struct Options {
    using Order = emu::Order;

    bool print_reports = true;  // to stderr, as they come
    bool check_races = true;
    bool check_initialised = true;
    bool count_divergence = true;  // steps of warps by basic block, and reconvergence at these
    Order warp_order = Order::forward;
    Order block_order = Order::forward;
    uint64_t warp_seed = 1, block_seed = 1;  // of the random orders
    uint64_t step_limit = uint64_t(1)
                          << 30;  // basic blocks of threads without any access to memory: it hangs
    unsigned patience = 30;       // seconds in one launch, after which a line on stderr says where it stands
    bool check_leaks = false;     // at exit: device memory that was never freed is an error
    bool print_counters = false;  // at exit: source_table() of the launches that nobody has taken
    bool fail_at_exit = true;     // with an error summary, if there were errors
};

// Starts as the environment variable CUDA_EMULATOR says: words with commas between them, such as
// "counters,leaks,warp-order=reverse". README.md lists them.
Options& options();

// "forward", "reverse", "random" or "random:SEED". False: none of these, and nothing has changed.
bool parse_order(const std::string& text, Order* order, uint64_t* seed);

}  // namespace emu
