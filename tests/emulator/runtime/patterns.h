// Access patterns that were measured with Nsight Compute: each launches one kernel.
#pragma once

#include <vector>

struct Pattern {
    const char* name;
    void (*launch)();
};

void prepare_patterns();  // before the first launch; again after a reset of the device
std::vector<Pattern> all_patterns();
