// Access patterns of textures and surfaces, for comparison with Nsight Compute: each launches one kernel.
#pragma once

#include <vector>

struct TexturePattern {
    const char* name;
    void (*launch)();
    // What the kernel asks for: one request per warp and call.
    unsigned long fetches, surface_loads, surface_stores;
};

void prepare_texture_patterns();  // before the first launch; again after a reset of the device
std::vector<TexturePattern> all_texture_patterns();
