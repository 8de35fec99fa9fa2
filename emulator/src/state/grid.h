// The grid that runs.
#pragma once

#include "cuda_emulator/errors.h"
#include "cuda_emulator/launch.h"
#include "state/warp.h"

namespace emu {

struct Grid {
    Kernel kernel{};
    dim3 size, block_size;
    uint64_t blocks = 0;
    int threads = 0;                 // of a block
    dim3 cluster{1, 1, 1};           // its size in blocks
    int cluster_blocks = 1;          // of a cluster
    dim3 cluster_required{0, 0, 0};  // by __cluster_dims__, and the launch has begun without; x = 0: not
    bool cluster_too_large = false;  // it has more blocks than the kernel allows
    std::size_t dynamic_bytes = 0;
    int dynamic_refused = -1;       // if not -1: the limit, which the launch exceeded
    int threads_refused = -1;       // likewise, of __launch_bounds__
    uint64_t number = 0;            // of the launch
    const char* kernel_words = "";  // of enter_kernel(); empty: no thread has called it
    uintptr_t kernel_pc = 0;        // in the kernel's code; 0: no thread has got there
    uint3 thread_index[kMaxThreads];

    Block* block = nullptr;     // the one whose lanes run
    uint32_t start_stamp = 0;   // older stamps are of earlier launches
    int device = 0;             // that it runs on
    bool has_peers = false;     // there are other devices
    bool looks_closer = false;  // that, or a fill is watched (checks/byte_fills.h)
    bool runs = false;
    bool aborted = false;
    bool waits_for_host = false;      // aborted, since only the host could write what its threads wait for
    cudaError_t error = cudaSuccess;  // sticky, for the host

    uintptr_t static_low = 0, static_high = 0;  // the static shared memory that has been accessed

    // Detects waiting: counts loads and atomics that find nothing new.
    uint32_t turn = 0;  // incremented each time that a warp gets to run
    uint32_t idle_requests = 0;
    uintptr_t idle_address = 0;  // of the last one
    bool progress = false;       // anything new since a block's turn began
    bool clock_read = false;     // a thread has read the clock, and may wait for a time
    uint64_t steps = 0;  // basic blocks of warps since the last memory access, barrier or end of a thread
    uint64_t step_limit = 0;
    uint32_t uncounted_blocks = 0;  // without a stop, if divergence is not counted

    // The watchdog (execution/watchdog.h). Set by kernels: something new was done since the last look.
    bool advances = false;
    bool watches_clock = false;     // the clock was read
    unsigned seconds = 0;           // of processor time since the launch
    unsigned idle_seconds = 0;      // since anything new
    unsigned repeating_since = 0;   // the second since when warps only repeat themselves; 0: they do not
    volatile bool is_slow = false;  // a line is to say where the kernel is
    volatile bool is_second_over = false;  // it is time to look whether the kernel gets on
    uint64_t failed_threads = 0;           // ended by an error

    // Counters of the launch.
    uint64_t barriers = 0, collectives = 0, warp_steps = 0, lane_steps = 0;

    // Options, copied at the launch.
    bool check_races = true, check_initialised = true, count_divergence = true, explain = false;
    bool trace = false;  // this launch is in the trace

    bool has_launched = false;  // child grids, which begin when all blocks have ended

    void abort(cudaError_t why)
    {
        aborted = true;
        if (error == cudaSuccess)
            error = why;
    }
};

extern Grid grid;

}  // namespace emu
