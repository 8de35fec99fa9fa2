// Finds out whether a grid whose threads only wait will wait forever.
#pragma once

#include "state/warp.h"

#include <cstdint>
#include <vector>

namespace emu {

// While no thread changes memory, each thread depends on nothing but its own registers and stack. If all of
// them return to an earlier state, they will repeat it forever. A loop that counts its iterations does not
// return to an earlier state, and may end.
class Standstill {
public:
    // Memory has changed: start again.
    void forget() { samples_ = 0; }
    // Looks at all threads. Returns true if their states equal those of an earlier look.
    bool is_proven(const std::vector<Block*>& resident);

private:
    // Compares with the look whose number was the last power of two: Brent, An improved Monte Carlo
    // factorization algorithm, 1980.
    uint64_t remembered_ = 0, samples_ = 0;
};

}  // namespace emu
