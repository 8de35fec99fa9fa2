// Keeps the host away from memory that it shares with the device while an operation still uses it. Instrumented code
// is checked word by word; this finds what other code does, such as a std::vector that copies from pinned memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emu {

// The pages that lie in the range of one copy, of the operation `number` in a queue.
struct HostGuard {
    uintptr_t low, high;
    bool readable;  // the copy only reads
    int queue;
    uint64_t number;
};

// Closed unless an OpenDeviceMemory exists.
class HostGuards {
public:
    // Guards the pages of managed memory that belong to [from, to) alone.
    void add(uintptr_t from, uintptr_t to, bool readable, int queue, uint64_t number);
    const HostGuard* at(uintptr_t address) const;
    template <class IsDone>
    void remove_if(IsDone is_done)
    {
        if (guards_.empty())
            return;
        open();
        std::erase_if(guards_, is_done);
        close();
    }
    void open() const;
    void close() const;

private:
    static constexpr std::size_t kMost = 64;  // each operation opens and closes them all
    std::vector<HostGuard>& guards_ = *new std::vector<HostGuard>;  // never destroyed
};

extern HostGuards host_guards;

}  // namespace emu
