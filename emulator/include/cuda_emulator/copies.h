// For test harnesses: what a program's copies carry between host and device.
#pragma once

#include <cstddef>

namespace emu {

struct CopyWatcher {
    // Puts the bytes of a copy from memory that the host can read at `to`, which lies in memory that it cannot.
    void (*to_device)(void* to, const void* from, std::size_t bytes);
    // Called after a copy of device memory to memory that the host can read. stored: whether kernels have stored into the array that it was copied from.
    void (*to_host)(const void* to, std::size_t bytes, bool stored);
};

// From now on; nullptr: none. The watcher must outlive the program's copies.
void watch_copies(const CopyWatcher* watcher);

}  // namespace emu
