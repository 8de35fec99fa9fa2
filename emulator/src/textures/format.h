// The elements of textures and arrays: one, two or four channels of 8, 16 or 32 bits.
#pragma once

#include "cuda_emulator/texture_types.h"

#include <cstdint>
#include <string>

namespace emu {

struct Format {
    cudaChannelFormatKind kind = cudaChannelFormatKindNone;
    int channels = 0;
    unsigned bits = 0;  // of a channel

    unsigned bytes() const { return unsigned(channels) * bits / 8; }  // of an element
    bool is_float() const { return kind == cudaChannelFormatKindFloat; }
    std::string name() const;  // "float4"
};

// Returns false if CUDA has no such elements.
bool read_format(const cudaChannelFormatDesc& desc, Format& format);
cudaChannelFormatDesc desc_of(const Format& format);

// Four channels as a texture unit returns them: floats, or integers of 32 bits.
union Channels {
    float f[4];
    uint32_t u[4];
};

// normalised: integers become floats in [0, 1] or [-1, 1]. is_srgb: the first three channels of 8 bits are decoded, too.
Channels read_element(const Format& format, const char* element, bool normalised, bool is_srgb);

}  // namespace emu
