// CUDA arrays: boxes of elements in the device's memory, which kernels access through textures and surfaces only.
#pragma once

#include "cuda_runtime_api.h"
#include "debug_info/host_line.h"
#include "textures/format.h"

#include <cstddef>
#include <cstdint>
#include <string>

// The rows follow each other without gaps, and so do the layers or slices.
struct cudaArray {
    emu::Format format;
    // In elements. height is 0 in one dimension; depth (slices, layers, or faces) is 0 if there is only one.
    std::size_t width = 0, height = 0, depth = 0;
    unsigned flags = 0;
    uintptr_t memory = 0;
    bool is_live = true;
    emu::HostCalls end{};  // where it was freed; none: cudaDeviceReset()

    std::size_t row_bytes() const { return width * format.bytes(); }
    std::size_t rows() const { return height ? height : 1; }
    std::size_t slices() const { return depth ? depth : 1; }
    std::size_t bytes() const { return row_bytes() * rows() * slices(); }
    bool is_layered() const { return flags & cudaArrayLayered; }
    bool is_cubemap() const { return flags & cudaArrayCubemap; }
};

namespace emu {

// What the device allows, of arrays and textures.
inline std::size_t limit(cudaDeviceAttr attribute)
{
    int value = 0;
    cudaDeviceGetAttribute(&value, attribute, 0);
    return std::size_t(value);
}

// The allocated memory becomes an array.
cudaArray* note_array(const cudaArray& array);
// A live array of this handle. If there is none: nullptr, and `why` says what is wrong with it.
cudaArray* find_array(const cudaArray* handle, std::string& why);
void note_freed_array(cudaArray& array);

// "an array of 64 x 32 elements of float4"
std::string words_of(const cudaArray& array);

// All arrays and objects end with the device's memory.
void end_arrays();

}  // namespace emu
