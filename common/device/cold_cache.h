// A cold L2 cache before each timed run.
#pragma once

#include <cstddef>

namespace ladders {

// Reads a buffer twice the size of the L2 cache on the default stream, so that neither the input nor dirty
// lines of the run before are left in the cache. (Writing the buffer would leave dirty lines, whose
// write-back would then be charged to the kernel that is timed.)
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

}  // namespace ladders
