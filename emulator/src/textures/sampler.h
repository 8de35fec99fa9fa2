// Which elements a fetch reads, and what it makes of them: CUDA Programming Guide, 'Texture Fetching'.
#pragma once

#include "cuda_emulator/texture_functions.h"
#include "textures/objects.h"

#include <cstdint>
#include <string>

namespace emu {

// The arguments of a fetch.
struct FetchCall {
    Fetch fetch;
    TexelType type;
    float x, y, z;
    int element, layer, channel;
};

// The elements that a fetch reads, at most 2 in each dimension.
struct Sample {
    static constexpr int kMost = 8;
    int count = 0;
    uintptr_t address[kMost];  // 0: the border's colour
    float weight[kMost];
};

// Why the object does not fit the function; empty if it does.
std::string mismatch(const Object& texture, const FetchCall& call);

Sample sample_of(const Object& texture, const FetchCall& call);
// The result for the calling thread, from memory.
Channels value_of(const Object& texture, const FetchCall& call, const Sample& sample);

}  // namespace emu
