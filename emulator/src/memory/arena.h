// A reserved range of memory from which allocations are made.
#pragma once

#include "debug_info/host_line.h"
#include "memory/range.h"

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
    int device = 0;                  // that was current
    std::size_t element = 0;         // bytes of an element, 0: unknown
    bool holds_numbers = false;      // its elements are of an arithmetic type
    std::size_t row = 0;             // bytes of a row without what pads it; 0: it has no rows that are padded
    std::size_t element_of_row = 0;  // bytes
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
    void note_element(const void* allocated, std::size_t bytes, bool is_number);
    void note_row(const void* allocated, std::size_t bytes, std::size_t bytes_of_element);
    void note_device(const void* allocated, int device);
    void note_store(uintptr_t allocated, uintptr_t pc);
    bool release(const Allocation& allocation);
    std::size_t in_use() const { return in_use_; }
    std::size_t capacity() const { return high_ - low_ - kLead; }
    uintptr_t low() const { return low_; }
    uintptr_t touched_end() const { return touched_end_; }
    // All that is live lies in this range; freed memory may lie there, too.
    Range live() const { return live_; }
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
    Range live_;
    std::size_t alignment_ = 1, gap_ = 0;
    std::size_t in_use_ = 0;
    // Sorted by address. Freed ones stay until their place is used again. Never destroyed: read when the
    // program ends.
    std::vector<Allocation>& allocations_ = *new std::vector<Allocation>;
};

}  // namespace emu
