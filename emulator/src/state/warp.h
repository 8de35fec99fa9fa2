// The state of a warp and of a block.
#pragma once

#include "cuda_emulator/synchronization.h"
#include "cuda_emulator/warp_functions.h"
#include "memory/shadow.h"
#include "vector_types.h"

#include <cstdint>

namespace emu {

constexpr int kLanes = 32;         // of a warp
constexpr int kMaxThreads = 1024;  // of a block

// Why a lane has stopped.
enum class Operation : uint8_t {
    load,
    store,
    volatile_load,
    volatile_store,
    atomic,
    atomic_store,  // an atomicExch() whose result is not used
    compare_and_swap,
    active_mask,
    basic_block,
    failure,
    served_call  // execution/served_calls.h
};

constexpr bool is_load(Operation op)
{
    return op == Operation::load || op == Operation::volatile_load;
}
constexpr bool is_store(Operation op)
{
    return op == Operation::store || op == Operation::volatile_store;
}
constexpr bool is_atomic(Operation op)
{
    return op == Operation::atomic || op == Operation::atomic_store || op == Operation::compare_and_swap;
}
constexpr bool is_volatile(Operation op)
{
    return op == Operation::volatile_load || op == Operation::volatile_store;
}

constexpr uint32_t pack(Operation op, unsigned bytes)
{
    return uint32_t(op) << 8 | bytes;
}
constexpr Operation operation_of(uint32_t access)
{
    return Operation(access >> 8);
}
constexpr unsigned bytes_of(uint32_t access)
{
    return access & 0xff;
}

// A position: call depth and program counter. Within a basic block, the lane with the greatest position is
// furthest behind.
constexpr int kPcBits = 48;
constexpr uint64_t kPcMask = (uint64_t(1) << kPcBits) - 1;
constexpr uint64_t position_of(uintptr_t depth, uintptr_t pc)
{
    return uint64_t(depth) << kPcBits | (~pc & kPcMask);
}
constexpr uintptr_t pc_of(uint64_t position)
{
    return ~position & kPcMask;
}
constexpr uintptr_t depth_of(uint64_t position)
{
    return position >> kPcBits;
}

// An error that a thread detects itself, and that ends it. The scheduler reports it: code that runs on a
// fiber must not use the standard library, as the linker may have picked an instrumented copy.
struct Failure {
    void (*report)(const Failure& failure, int warp_index, int lane);
    const void* details[3];
    long number;
};

// What a lane waits for that polls without being counted, for the report of a deadlock.
struct WaitCall {
    const char* kind;    // "cuda::barrier"
    const void* object;  // that several lanes may wait for; null: the cluster's barrier
    Place place;
    unsigned missing = 0;  // arrivals; 0: not known
};

struct CollectiveCall {
    WarpOperation operation;
    unsigned mask;
    uint64_t value;  // the argument, then the result
    int argument, width;
    Place place;
};

struct BarrierCall {
    BarrierKind kind;
    int predicate;
    Place place;
    TileCall* tile = nullptr;  // of BarrierKind::tile
};

// The earlier access of a race, as the shadow remembers it.
struct Earlier {
    uint32_t who = 0;    // memory/shadow.h
    uint32_t stamp = 0;  // memory/clock.h
    bool write = true;
    bool in_same_request = false;  // another lane, by the same access of the code
};

// A plain read that raced with an atomic. It is an error only if no atomicCAS follows, which would detect a
// changed value: `old = *p; do ... while (atomicCAS(p, ...))` is the usual way to start such a loop, and a few plain accesses
// may come between: `old = head; node->next = old; ... atomicCAS(&head, old, node)`.
struct DoubtfulRead {
    uintptr_t address, pc;
    Earlier writer;
    unsigned bytes;
    int accesses_since = 0;  // plain ones of the lane
};

struct Warp {
    // Set whenever a lane stops. The last stack pointer is the scheduler's.
    void* stack_pointer[kLanes + 1];
    uint64_t position[kLanes];
    uintptr_t address[kLanes];
    uint32_t access[kLanes];  // pack(operation, bytes)
    uintptr_t stack_top[kLanes];

    // Sets of lanes. Each live lane is in exactly one of the last four.
    uint32_t live;
    uint32_t failed;    // ended by an error, and not counted as having returned
    uint32_t ready;     // stopped before an access or at a basic block
    uint32_t released;  // may run: just started, or past a barrier or a collective
    uint32_t at_collective;
    uint32_t at_barrier;

    int favourite;                // the lane whose group runs first, as the others only wait; or -1
    uint32_t fenced;              // lanes that have passed a fence since their last plain store
    uint32_t doubtful;            // lanes with a DoubtfulRead
    uint32_t block_scope;         // lanes whose next atomic is atomic only within the block
    uint32_t ignores_old;         // lanes that do not use what their next atomicExch() finds
    uint32_t tries;               // lanes that repeat an atomic which changes nothing
    uintptr_t tries_at;           // its place in the code
    uint32_t sync_stamp[kLanes];  // their last __syncwarp()
    uint32_t tile_stamp;          // of the last barrier of a tile of several warps
    int tile_first, tile_warps;   // that tile
    uint32_t acquired[kLanes];    // the lane has acquired what was released before this stamp
    CollectiveCall collective[kLanes];
    BarrierCall barrier[kLanes];
    DoubtfulRead doubtful_read[kLanes];
    uint32_t polls;  // lanes that have a wait_call
    const WaitCall* wait_call[kLanes];
    // Lanes that have arrived at the cluster's barrier, and those whose barrier was completed since, before they wait.
    uint32_t arrived_at_cluster, past_cluster;
    Earlier earlier_writer[kLanes];  // the writer that a store may race with
    bool carry[kLanes];              // PTX' carry flag
    uint16_t last_error[kLanes];     // what cudaGetLastError() in device code returns
    int index;                       // in the block
    int size;                        // lanes at the start

    uint32_t stopped() const { return ready | released; }
};

struct Block;
struct Cluster;

// The latest access of another block of the cluster to a block's shared memory.
struct RemoteAccess {
    uint32_t stamp = 0;  // 0: none
    uintptr_t pc = 0, address = 0;
    const Block* by = nullptr;
    int warp_index = 0, lane = 0;
    unsigned bytes = 0;
    bool writes = false;
};

struct Block {
    Warp warps[kMaxThreads / kLanes];
    int warp_count;
    int turn;      // the warp whose turn it is
    int at_tiles;  // threads that wait for others of a tile of several warps
    uint3 index;
    uint64_t number;
    int slot;

    uint32_t barrier_stamp;  // of the last barrier, or of the start of the block
    uint32_t
        shared_stamp;  // older accesses of its shared memory are ordered: the same, or of the cluster's barrier
    uint32_t acquired;              // the latest that any thread had acquired before the last barrier
    bool any_fenced, any_acquired;  // since then

    Shadow static_shared, dynamic_shared;
    char* dynamic_memory;  // this slot's
    bool started;
    bool used;               // by a block of this grid
    uintptr_t dynamic_high;  // one past the dynamic shared memory that has been accessed
    Cluster* cluster;        // null: the launch has none
    int rank;                // in the cluster
    bool ended;              // while other blocks of the cluster run
    Shadow remote_static;    // static_shared, as other blocks of the cluster see it: in saved_static
    RemoteAccess remote;
    char* saved_bytes;
    char*
        saved_static;  // within them: the static shared memory in [saved_low, saved_high), while another block runs
    uintptr_t saved_low, saved_high;
};

}  // namespace emu
