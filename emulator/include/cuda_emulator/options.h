// What the emulator checks, counts and prints.
#pragma once

#include <cstdint>
#include <string>

namespace emu {

struct Report;

enum class Order { forward, reverse, random };

// What a trace records, and where (TRACE.md).
struct TraceOptions {
    std::string file;    // empty: there is no trace
    std::string kernel;  // only of this kernel; empty: of each
    std::string source;  // only of this file and this line
    int line = 0;        // 0: of each
    bool all_blocks = false;
    unsigned block[3] = {0, 0, 0};  // only of this block, unless all_blocks
    int warp = -1;                  // only of this warp of a block; -1: of each
    uint64_t limit = 8000;          // records at most
};

// What can be made to fail, to see what the program does about it. A kernel fails when it runs; a launch is refused before.
enum class Fails { nothing, allocation, copy, fill, launch, kernel };
const char* name_of(Fails kind);

struct Options {
    using Order = emu::Order;

    bool print_reports = true;  // to stderr, as they come
    bool print_remarks = true;  // likewise, what is no error
    // Asked before each of them is printed, if set: whether it shall be.
    bool (*may_print)(const Report& report) = nullptr;
    bool check_races = true;
    bool check_initialised = true;
    bool count_divergence = true;  // count basic blocks per warp, and reconverge at them
    Order warp_order = Order::forward;
    Order block_order = Order::forward;
    uint64_t warp_seed = 1, block_seed = 1;  // of the random orders
    // Basic blocks of a warp without a memory access, after which a kernel counts as hanging, whatever the patience; 0: no
    // limit. Also limits the turns of blocks whose threads only read the same again.
    uint64_t step_limit = 0;
    // A kernel, or a loop of the host around kernels, that gets nowhere for so many seconds of processor time is
    // ended; 0: never. execution/watchdog.h says what getting nowhere is.
    unsigned patience = 4;
    unsigned tick = 1000;  // milliseconds, which each of these seconds takes: fewer in tests
    // The inputs are small, as in a self-test: a host loop that reads the same result for so long is ended also if
    // its kernels still change memory.
    bool small_inputs = false;
    // A program may launch kernels that store nothing for longer than that, to measure them, say.
    bool idle_launches_may_repeat = true;
    bool check_leaks = false;        // report device memory that was not freed at exit
    bool remark_leaks = true;        // else mention it at exit, if there were no errors
    bool print_counters = false;     // print source_table() at exit, for launches not taken before
    std::string counters_file;       // at exit, write counters_json() of these launches there; empty: nowhere
    bool explain = false;            // count what explain() needs, which takes time
    bool print_explanation = false;  // at exit, likewise
    char gpu[32] = "H200";           // whose floors explain() tells
    Fails fails = Fails::nothing;    // of the calls of this kind ...
    uint64_t failing_call = 1;       // ... this one, from 1 on
    TraceOptions trace;
    int devices = 1;           // from 1 to 16
    bool peers = true;         // they can access each other's memory, once the program enables it
    bool fail_at_exit = true;  // print an error summary and fail, if there were errors
};

// The options. Their initial values come from the environment variable CUDA_EMULATOR, a list of words
// separated by commas, such as "counters,leaks,warp-order=reverse". README.md lists the words.
Options& options();

// Parses "forward", "reverse", "random" or "random:SEED". Any other text returns false and changes nothing.
bool parse_order(const std::string& text, Order* order, uint64_t* seed);

}  // namespace emu
