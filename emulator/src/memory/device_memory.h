// The device's global memory: one reserved range. The host cannot access the part that cudaMalloc() uses.
#pragma once

#include "debug_info/host_line.h"
#include "memory/shadow.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emu {

struct Allocation {
    uintptr_t low;
    std::size_t bytes;
    bool live;
    const HostCalls* place = nullptr;  // of the allocating call
    bool owns_place = true;
    std::size_t element = 0;          // bytes of an element, 0: unknown
    std::vector<uintptr_t> stores{};  // where kernels store into it: the code of the first few stores

    uintptr_t high() const { return low + bytes; }
};

// Each allocation is exactly as large as asked for, with a gap before and after it, so that every
// out-of-bounds access is detected and assigned to the nearest allocation. Freed memory is reused only when
// the rest of the range has been used, so that uses after a free are detected too.
class Arena {
public:
    static constexpr std::size_t kLead = std::size_t(1) << 20;  // before the first allocation

    // bytes: with the lead. alignment: of the allocations. gap: the least after each of them.
    void reserve(uintptr_t low, std::size_t bytes, std::size_t alignment, std::size_t gap);
    void* allocate(std::size_t bytes);  // nullptr: out of memory
    void* allocate(std::size_t bytes, std::size_t alignment);
    void note_place(const void* allocated, const HostCalls& place);
    void note_shared_place(const void* allocated, const HostCalls* place);
    void note_element(const void* allocated, std::size_t bytes);
    void note_store(uintptr_t allocated, uintptr_t pc);
    bool release(const Allocation& allocation);
    std::size_t in_use() const { return in_use_; }
    std::size_t capacity() const { return high_ - low_ - kLead; }
    uintptr_t low() const { return low_; }
    uintptr_t touched_end() const { return touched_end_; }
    bool contains(uintptr_t address) const { return address - low_ < high_ - low_; }

    // The allocation with the highest start at or below the address, or nullptr.
    const Allocation* at_or_below(uintptr_t address) const;
    // The allocation whose bounds are the nearest to the address, or nullptr.
    const Allocation* nearest(uintptr_t address) const;
    // The live or freed allocation that starts here, or nullptr.
    const Allocation* starting_at(uintptr_t address) const;
    const std::vector<Allocation>& allocations() const { return allocations_; }
    void clear();

private:
    void* place(uintptr_t low, std::size_t bytes);
    Allocation* record_of(const void* allocated);
    std::size_t first_above(uintptr_t address) const;
    uintptr_t find_room(uintptr_t from, std::size_t bytes, std::size_t alignment) const;

    uintptr_t low_ = 0, high_ = 0, next_ = 0, touched_end_ = 0;
    std::size_t alignment_ = 1, gap_ = 0;
    std::size_t in_use_ = 0;
    // Sorted by address. Freed ones stay until their place is used again. Never destroyed: read when the
    // program ends.
    std::vector<Allocation>& allocations_ = *new std::vector<Allocation>;
};

struct DeviceMemory {
    Arena device;      // cudaMalloc(): hidden from the host
    Arena heap;        // malloc() and new in kernels: hidden from the host, too
    Arena managed;     // cudaMallocManaged(), and pinned host memory: for both
    Shadow shadow;     // of all three, which are adjacent
    Shadow variables;  // of the program's variables: __device__ variables are among them

    void reserve();  // after Program::load()
    // nullptr: the heap is full.
    void* allocate_on_heap(std::size_t bytes, std::size_t alignment);
    // The heap's limit (cudaLimitMallocHeapSize). Returns false if it is too large.
    bool set_heap_limit(std::size_t bytes);
    std::size_t heap_limit() const { return heap_limit_; }
    void clear();
    void forget_stamps();
    bool contains(uintptr_t from, uintptr_t to) const { return shadow.contains(from, to); }
    bool contains(uintptr_t address) const { return address - shadow.low < shadow.bytes; }
    const Arena& arena_of(uintptr_t address) const
    {
        return device.contains(address) ? device : heap.contains(address) ? heap : managed;
    }
    // Of the memory that the host cannot access.
    bool is_hidden(uintptr_t address) const { return device.contains(address) || heap.contains(address); }
    // Whether [from, to) lies in one live allocation; if so, *low and *high are its bounds.
    bool find_live(uintptr_t from, uintptr_t to, uintptr_t* low, uintptr_t* high) const;

private:
    std::size_t heap_limit_ = 0;
};

extern DeviceMemory device_memory;

// Memory that host and device share: the host may touch it only while it is allocated.
void protect_managed(uintptr_t from, uintptr_t to, bool is_live);

// While an object of this class exists, the host can access the memory of cudaMalloc() and all that is guarded
// (host_guards.h).
class OpenDeviceMemory {
public:
    static bool exists();
    OpenDeviceMemory();
    ~OpenDeviceMemory();
    OpenDeviceMemory(const OpenDeviceMemory&) = delete;
    OpenDeviceMemory& operator=(const OpenDeviceMemory&) = delete;
};

}  // namespace emu
