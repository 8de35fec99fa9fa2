// Whether a grid whose threads only wait will do so for ever.
#pragma once

#include "state/warp.h"

#include <cstdint>
#include <vector>

namespace emu {

// While no thread changes memory, each thread is a machine of its own: one that comes back to the same registers and
// the same stack goes round for ever. A loop that counts its turns does not come back, and may end.
class Standstill {
public:
    // Something has changed.
    void forget() { samples_ = 0; }
    // Looks at all threads. True: they are as they were at an earlier look, and have gone on in between.
    bool is_proven(const std::vector<Block*>& resident);

private:
    // Brent, An improved Monte Carlo factorization algorithm, 1980: compares with the look at the last power of two.
    uint64_t remembered_ = 0, samples_ = 0;
};

}  // namespace emu
