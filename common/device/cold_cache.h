// What precedes a timed run on the default stream: a flush of the L2 cache, or a kernel that leaves the cache as it is.
#pragma once

#include <cstddef>

namespace ladders {

// Reads a buffer twice the size of the L2 cache on the default stream, so that neither the input nor dirty
// lines of the run before are left in the cache. (Writing the buffer would leave dirty lines, whose
// write-back would then be charged to the kernel that is timed.) Lines that a kernel has made persisting become normal first.
class ColdCache {
public:
    ColdCache();
    ~ColdCache();
    ColdCache(const ColdCache&) = delete;
    ColdCache& operator=(const ColdCache&) = delete;
    void flush();

private:
    [[maybe_unused]] void* buffer_ = nullptr;  // the emulator has no cache to flush
    [[maybe_unused]] std::size_t bytes_ = 0;
};

// Keeps the default stream busy for about 20 us without an access to memory. What the host queues meanwhile starts without a
// gap: else the time between two events would contain the latency of a launch.
void occupy_stream();

}  // namespace ladders
