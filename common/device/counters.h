// What the emulator counted in one run of a version's kernels. On a GPU nothing is counted.
#pragma once

#include "common/device/backend.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ladders {

// Warp-wide accesses of one kind. A request is one instruction of one warp.
struct AccessCounters {
    std::uint64_t requests = 0;
    std::uint64_t lanes = 0;             // threads that took part
    std::uint64_t bytes_asked = 0;       // by these threads, together
    std::uint64_t sectors = 0;           // global: 32-byte sectors moved
    std::uint64_t ideal_sectors = 0;     // global: the fewest that could hold the bytes asked for
    std::uint64_t wavefronts = 0;        // shared: passes over the banks
    std::uint64_t ideal_wavefronts = 0;  // shared: the passes without bank conflicts
    std::uint64_t same_address = 0;      // atomics: the most lanes on one address, summed over the requests

    std::uint64_t bytes_moved() const { return 32 * sectors; }  // global
    // Bytes asked for over bytes moved; over 1 where lanes ask for the same bytes.
    double bus_utilisation() const { return ratio(bytes_asked, bytes_moved()); }
    double sectors_per_request() const { return ratio(sectors, requests); }
    double conflict_degree() const { return ratio(wavefronts, ideal_wavefronts); }
    double same_address_degree() const { return ratio(same_address, requests); }

private:
    static double ratio(std::uint64_t a, std::uint64_t b) { return b ? double(a) / double(b) : 0.0; }
};

// One source line's accesses of one kind.
struct CountedLine {
    std::string kernel, file;
    int line = 0;
    std::string memory, access;  // "global", "load"
    int bytes = 0;               // per thread
    AccessCounters counts;
};

// What was asked of the device, copies included, and what of it could be done at once.
struct WorkCounters {
    struct Copies {
        std::uint64_t synchronous = 0, asynchronous = 0;  // calls
        std::uint64_t bytes = 0;
    };
    Copies pageable, pinned;           // between host and device, by the host's memory
    std::uint64_t operations = 0;      // copies, fills and kernels
    std::uint64_t longest_chain = 0;   // of operations, each of which must wait for the one before
    std::uint64_t streams = 0;         // in which there were any
    std::uint64_t graph_launches = 0;  // their operations are counted above
    std::uint64_t host_waits = 0;      // times that the host waited before it asked for the next operation
    std::uint64_t allocations = 0;     // of device, managed and pinned memory

    struct Traffic {
        std::uint64_t transfers = 0;  // copies, collectives, or requests of warps
        std::uint64_t bytes = 0;
    };
    // What one device sends to another one.
    struct Link {
        int from = 0, to = 0;              // to: -1: to another process
        Traffic copies = {}, staged = {};  // staged: copies through the host
        Traffic reads = {}, writes = {};   // of kernels, atomics among the writes
        Traffic collectives = {};          // NCCL's, send and receive among them

        std::uint64_t bytes() const
        {
            return copies.bytes + staged.bytes + reads.bytes + writes.bytes + collectives.bytes;
        }
        std::uint64_t transfers() const
        {
            return copies.transfers + staged.transfers + reads.transfers + writes.transfers +
                   collectives.transfers;
        }
    };
    std::vector<Link> links = {};  // where anything travelled
};

// A launch's grid and block: x, y, z.
struct LaunchShape {
    std::array<unsigned, 3> grid, block;
    auto operator<=>(const LaunchShape&) const = default;
};

// What a rule of the emulator has found (emulator/include/cuda_emulator/explanation.h says what the members are).
struct Finding {
    std::string rule, kernel, file;
    int line = 0;
    std::string counted, ideal;
    double share = 0, seconds = 0;
    std::string text, advice, see;
};

// The least time that each resource of a GPU takes for what was counted.
struct Floor {
    struct Resource {
        std::string name;
        double seconds = 0;
        std::string from;
    };
    std::string gpu;
    std::vector<Resource> resources;
    std::size_t largest = 0;
};

// Why a version is slow. Only if explain_counters(true) was called.
struct Explanation {
    std::vector<Finding> findings;
    Floor floor;
    std::string text;  // for people
};

struct Counters {
    AccessCounters global_loads, global_stores, global_atomics;
    AccessCounters shared_loads, shared_stores, shared_atomics;
    AccessCounters texture_loads, surface_loads, surface_stores;  // of these only requests and lanes
    // Added up over so many processes; lines, source_table and explanation are of this one.
    int processes = 1;
    std::uint64_t launches = 0;                    // of kernels
    std::uint64_t blocks = 0, threads = 0;         // of all these launches together
    std::set<LaunchShape> shapes;                  // of these launches
    std::uint64_t tensor_instructions = 0;         // per warp
    std::uint64_t barriers = 0;                    // times a block passed __syncthreads
    std::uint64_t collectives = 0;                 // shuffles, ballots and other *_sync calls, per warp
    std::uint64_t warp_steps = 0, lane_steps = 0;  // basic blocks of code, per warp and per thread
    WorkCounters work;
    std::vector<CountedLine> lines;  // these two only if count_lines(true) was called
    std::string source_table;        // the lines beside their source, for people
    Explanation explanation;

    // Bank conflicts: the passes over the banks of all shared accesses, over the fewest possible; 1 without conflicts.
    double bank_conflicts() const
    {
        const std::uint64_t ideal =
            shared_loads.ideal_wavefronts + shared_stores.ideal_wavefronts + shared_atomics.ideal_wavefronts;
        return ideal
                   ? double(shared_loads.wavefronts + shared_stores.wavefronts + shared_atomics.wavefronts) /
                         double(ideal)
                   : 0.0;
    }
    // Average active threads per warp, 32 at most.
    double active_threads() const { return warp_steps ? double(lane_steps) / double(warp_steps) : 0.0; }
};

// The counters of the launches since the last call. All zero on a GPU.
Counters take_counters();

// Whether take_counters() tells line by line (it does not until told to).
void count_lines(bool on);

// Whether take_counters() explains what it has counted (it does not until told to, as that takes time).
void explain_counters(bool on);

// Begins a trace of the launches (emulator/TRACE.md). Returns why the file cannot be written, or "".
std::string begin_trace(const std::string& file);

// Whether launches from here on are traced, if there is a trace. A version is launched more often than once, and the
// trace shows the launches that are counted.
void trace_launches(bool on);

// Whether warp_steps and lane_steps are counted (they are until told otherwise); this takes half of the emulator's time.
void count_active_threads(bool on);

// What the emulator found wrong since the last call, one line each: "race at v1_race.cu:12", and the number
// of errors behind them. Empty on a GPU.
struct EmulatorErrors {
    std::uint64_t count = 0;
    std::vector<std::string> lines;
    std::vector<std::string> remarks;  // no errors, but what may explain a wrong result
};
EmulatorErrors take_emulator_errors();

// The first operation in a stream that an event in the default stream would not wait for, as "the kernel scale, queued at
// file.cu:12". Empty if there is none, and on a GPU.
std::string work_beside_default_stream();

// From now on errors are those of this version (its suffix). If `print`, the emulator prints each in full to stderr when it
// finds it, but the same one (its kind and line) once per version; before the first of them it prints `heading`, unless that
// is empty.
void print_emulator_errors(const std::string& version, const std::string& heading, bool print);
// The emulator ends a kernel, or a host loop around kernels, that gets nowhere for so many seconds; 0: never.
void set_patience(unsigned seconds);
// The inputs are those of a self-test: a host loop around kernels that goes on for that long does not end.
void expect_small_inputs();

}  // namespace ladders
