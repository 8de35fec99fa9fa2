// The devices' global memory: one reserved range. The host cannot access the part that cudaMalloc() uses.
#pragma once

#include "memory/arena.h"
#include "memory/shadow.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace emu {

constexpr int kMostDevices = 16;

// The memory of cudaMalloc(): an arena for each device, in adjacent ranges.
class DeviceArenas {
public:
    void reserve(uintptr_t low, int count);
    int count() const { return count_; }
    bool contains(uintptr_t address) const { return address - low_ < high_ - low_; }
    int device_of(uintptr_t address) const;  // that has this address
    Arena& operator[](int device) { return arenas_[device]; }
    const Arena& operator[](int device) const { return arenas_[device]; }
    Arena& of(uintptr_t address) { return arenas_[device_of(address)]; }
    const Arena& of(uintptr_t address) const { return arenas_[device_of(address)]; }

private:
    Arena arenas_[kMostDevices];
    uintptr_t low_ = 0, high_ = 0;
    int count_ = 0;
};

struct DeviceMemory {
    DeviceArenas devices;  // cudaMalloc(): hidden from the host
    Arena heap;            // malloc() and new in kernels: hidden from the host, too
    Arena managed;         // cudaMallocManaged(), and pinned host memory: for both
    Shadow shadow;         // of all these, which are adjacent
    Shadow variables;      // of the program's variables: __device__ variables are among them

    void reserve(int device_count);  // after Program::load()
    std::vector<Arena*> arenas();
    std::vector<Arena*> arenas_of_host_calls();  // all but the heap
    // nullptr: the heap is full.
    void* allocate_on_heap(std::size_t bytes, std::size_t alignment);
    // The heap's limit (cudaLimitMallocHeapSize). Returns false if it is too large.
    bool set_heap_limit(std::size_t bytes);
    std::size_t heap_limit() const { return heap_limit_; }
    void clear();
    // What was allocated while this device was current.
    void clear(int device);
    void forget_stamps();
    bool contains(uintptr_t from, uintptr_t to) const { return shadow.contains(from, to); }
    bool contains(uintptr_t address) const { return address - shadow.low < shadow.bytes; }
    const Arena& arena_of(uintptr_t address) const
    {
        return devices.contains(address) ? devices.of(address) : heap.contains(address) ? heap : managed;
    }
    Arena& arena_of(uintptr_t address) { return const_cast<Arena&>(std::as_const(*this).arena_of(address)); }
    // Of the memory that the host cannot access.
    bool is_hidden(uintptr_t address) const { return devices.contains(address) || heap.contains(address); }
    // Whether [from, to) lies in one live allocation; if so, *low and *high are its bounds.
    bool find_live(uintptr_t from, uintptr_t to, uintptr_t* low, uintptr_t* high) const;

private:
    std::size_t heap_limit_ = 0;
};

extern DeviceMemory device_memory;

// Memory that host and device share: the host may touch it only while it is allocated.
void protect_managed(uintptr_t from, uintptr_t to, bool is_live);

// While an object of this class exists, the host can access memory of cudaMalloc() and all that is guarded
// (host_guards.h).
class OpenDeviceMemory {
public:
    static bool exists();
    OpenDeviceMemory();  // all that is live
    // What of these ranges is hidden.
    OpenDeviceMemory(std::initializer_list<Range> ranges);
    ~OpenDeviceMemory();
    OpenDeviceMemory(const OpenDeviceMemory&) = delete;
    OpenDeviceMemory& operator=(const OpenDeviceMemory&) = delete;
};

}  // namespace emu
