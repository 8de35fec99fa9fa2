// Counters per access in the code, and cached values that make its checks fast.
#pragma once

#include "cuda_emulator/launch_counters.h"
#include "state/warp.h"

#include <cstdint>
#include <string>
#include <vector>

namespace emu {

struct SiteCounters {
    uintptr_t pc = 0;
    Space space = Space::global;
    Operation operation = Operation::load;
    unsigned bytes = 0;
    uint64_t requests = 0, lanes = 0, sectors = 0, ideal_sectors = 0, wavefronts = 0, ideal_wavefronts = 0,
             same_address = 0;
    // Filled in by add_detail() (detail.h).
    uint64_t launch_sectors = 0, block_sectors = 0, block_words = 0, foreign = 0, uniform = 0, gapped = 0,
             batches = 0, waited = 0, busiest = 0, distinct_passes = 0, same_values = 0, value_bits = 0;
};

// One access in the code. Each memory space and access size that it is executed with is a site of its own.
struct Site {
    uint64_t key = 0;  // 0: not used
    SiteCounters count;
    uintptr_t low = 0, high = 0;                        // the range of the accesses since begin_window()
    uintptr_t earlier_low = 0, earlier_high = 0;        // of those before
    uintptr_t previous_low = 0, previous_high = 0;      // of those in the window before this one
    uintptr_t allocation_low = 0, allocation_high = 0;  // the allocation of the last request
    uint32_t stamp = 0;                                 // of the last request
    uint32_t turn = 0;  // when the last request came; then its first lane's address and value
    uintptr_t last_address = 0;
    uint32_t last_value = 0;
    uint64_t record = 0;  // the latest one in the log of accesses (checks/access_log.h)

    // The range of all accesses.
    uintptr_t lowest() const { return low < earlier_low ? low : earlier_low; }
    uintptr_t highest() const { return high > earlier_high ? high : earlier_high; }
};

// The sites of one launch: an open hash table.
class SiteTable {
public:
    static uint64_t key_of(uintptr_t pc, Space space, Operation operation, unsigned bytes)
    {
        return pc | uint64_t(space) << 48 | uint64_t(bytes) << 52 | uint64_t(operation) << 60;
    }
    Site& find(uintptr_t pc, Space space, Operation operation, unsigned bytes)
    {
        const uint64_t key = key_of(pc, space, operation, bytes);
        for (std::size_t i = (key * 0x9E3779B97F4A7C15) >> shift_;; i = (i + 1) & (slots_.size() - 1)) {
            if (slots_[i].key == key)
                return slots_[i];
            if (slots_[i].key == 0)
                return insert(i, key, pc, space, operation, bytes);
        }
    }
    const std::vector<Site>& slots() const { return slots_; }
    // In the allocations (Allocation::stores). Whether there was any store to global memory.
    bool note_stores() const;
    std::vector<SiteCounters> take_counters();  // and clears the table
    // A period of time begins. Whether the last one's accesses were to other memory than those of the one before.
    bool begin_window();
    // An allocation has been freed while the kernel runs.
    void forget_allocations()
    {
        for (Site& site : slots_)
            site.allocation_low = site.allocation_high = 0;
    }
    void forget_stamps()
    {
        for (Site& site : slots_)
            site.stamp = 0;
    }

private:
    Site& insert(std::size_t slot, uint64_t key, uintptr_t pc, Space space, Operation operation,
                 unsigned bytes);

    std::vector<Site> slots_ = std::vector<Site>(256);
    int shift_ = 64 - 8;
    std::vector<uint32_t> used_;
};

extern SiteTable& sites;  // never destroyed

}  // namespace emu
