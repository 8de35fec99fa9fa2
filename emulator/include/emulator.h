// The emulator's instruments: counters, reports, options. For programs that know that they run on it.
#pragma once

#include "vector_types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace emu {

// module: __device__ variables and other static storage, which is global memory on a GPU.
enum class Space { global, shared, constant, module };
enum class Access { load, store, atomic };

// One source line's accesses of one kind.
struct LineCounters {
    std::string file;
    int line = 0;
    Space space = Space::global;
    Access access = Access::load;
    int bytes = 0;               // per lane
    uint64_t requests = 0;       // a warp's access, whatever the number of its lanes
    uint64_t lanes = 0;          // that took part, over all requests
    uint64_t sectors = 0;        // of 32 bytes; global and module memory
    uint64_t ideal_sectors = 0;  // if the distinct addresses stood side by side
    uint64_t wavefronts = 0;     // passes through the 32 banks; shared memory (constant: distinct words)
    uint64_t ideal_wavefronts = 0;
    uint64_t same_address = 0;  // atomics: the largest number of lanes on one address, summed over requests

    void add(const LineCounters& c);  // of the same line
};

// One launch.
struct KernelCounters {
    std::string kernel;  // as the launch spells it
    dim3 grid, block;
    std::size_t dynamic_shared = 0;
    uint64_t launches = 1;  // that were added up
    std::vector<LineCounters> lines;
    uint64_t barriers = 0;     // times that a block passed __syncthreads()
    uint64_t collectives = 0;  // *_sync calls of warps
    uint64_t warp_steps = 0;   // basic blocks issued by warps, and the lanes active in them:
    uint64_t lane_steps = 0;   // average active threads per warp = lane_steps / warp_steps

    LineCounters total(Space space, Access access) const;  // of all lines; module space counts as global too
    void add(const KernelCounters& launch);                // another one of this kernel
};

// The counters of the launches since the last call, oldest first (of the last 65536, if there were more).
std::vector<KernelCounters> take_counters();

// The launches of each kernel added up, with grid and block of the first; in the order of the first launches.
std::vector<KernelCounters> by_kernel(const std::vector<KernelCounters>& launches);

// What the host asked of the device, and what of it the device could do at once: not what it did, as there is no time.
struct WorkCounters {
    // Copies between host and device. Managed memory counts as pinned.
    struct Copies {
        uint64_t synchronous = 0, asynchronous = 0;  // calls
        uint64_t bytes = 0;
    };
    Copies pageable, pinned;      // by the host's memory
    uint64_t operations = 0;      // copies, fills and kernels
    uint64_t longest_chain = 0;   // of operations, each of which must wait for the one before
    uint64_t streams = 0;         // in which operations were put
    uint64_t graph_launches = 0;  // their operations are counted above
    uint64_t host_waits = 0;  // how often the host waited for an operation and then asked for the next one
};

// Since the last call, as if the host had waited for everything then.
WorkCounters take_work_counters();

// Counters as a text for people: for each kernel a table of its lines beside the source, and what Nsight Compute would
// say about it. Launches of one kernel are added up.
std::string source_table(const std::vector<KernelCounters>& launches);

struct Report {
    std::string what;    // the error, without place and thread
    std::string kernel;  // as the launch spells it
    std::string file;    // of the access, as given to the compiler
    int line = 0;
    std::string text;  // the whole report, several lines
};

// All errors so far, repeated ones too.
std::size_t error_count();
// The reports since the last call: the first of each kind per line.
std::vector<Report> take_reports();

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
