// Access patterns of textures and surfaces, for comparison with Nsight Compute: each launches one kernel.
#pragma once

#include <vector>

struct TexturePattern {
    const char* name;
    void (*launch)();
    // A GPU divides the access of a warp into so many requests: by 4 lanes, or, of linear memory and surfaces, by 8.
    unsigned parts = 8;
};

void prepare_texture_patterns();  // before the first launch; again after a reset of the device
std::vector<TexturePattern> all_texture_patterns();
