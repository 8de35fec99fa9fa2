// CUDA arrays: allocation and release.
#include "api/errors.h"
#include "api/initialise.h"
#include "api/refused_arguments.h"
#include "api/stream_work.h"
#include "cuda_runtime_api.h"
#include "memory/device_memory.h"
#include "state/one_at_a_time.h"
#include "textures/arrays.h"

#include <algorithm>

using emu::limit;
using emu::note;
using emu::refuse_arguments;
using emu::sticky_error;

namespace {

constexpr const char* kMade3D = "cudaMalloc3DArray";

struct Limits {
    std::size_t width, height, depth;
};

Limits limits_of(const cudaArray& array)
{
    const bool surface = array.flags & cudaArraySurfaceLoadStore;
    const auto least = [&](cudaDeviceAttr texture, cudaDeviceAttr of_surface) {
        return surface ? std::min(limit(texture), limit(of_surface)) : limit(texture);
    };
    if (array.is_cubemap()) {
        const std::size_t width = least(cudaDevAttrMaxTextureCubemapWidth, cudaDevAttrMaxSurfaceCubemapWidth);
        return {width, width, array.is_layered() ? limit(cudaDevAttrMaxTextureCubemapLayeredLayers) : 6};
    }
    if (array.is_layered() && array.height == 0)
        return {least(cudaDevAttrMaxTexture1DLayeredWidth, cudaDevAttrMaxSurface1DLayeredWidth), 0,
                limit(cudaDevAttrMaxTexture1DLayeredLayers)};
    if (array.is_layered())
        return {least(cudaDevAttrMaxTexture2DLayeredWidth, cudaDevAttrMaxSurface2DLayeredWidth),
                least(cudaDevAttrMaxTexture2DLayeredHeight, cudaDevAttrMaxSurface2DLayeredHeight),
                limit(cudaDevAttrMaxTexture2DLayeredLayers)};
    if (array.depth)
        return {least(cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxSurface3DWidth),
                least(cudaDevAttrMaxTexture3DHeight, cudaDevAttrMaxSurface3DHeight),
                least(cudaDevAttrMaxTexture3DDepth, cudaDevAttrMaxSurface3DDepth)};
    if (array.height == 0)
        return {least(cudaDevAttrMaxTexture1DWidth, cudaDevAttrMaxSurface1DWidth), 0, 0};
    if (array.flags & cudaArrayTextureGather)
        return {limit(cudaDevAttrMaxTexture2DGatherWidth), limit(cudaDevAttrMaxTexture2DGatherHeight), 0};
    return {least(cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxSurface2DWidth),
            least(cudaDevAttrMaxTexture2DHeight, cudaDevAttrMaxSurface2DHeight), 0};
}

// Why CUDA has no such array; empty if it has.
std::string mistake_in(const cudaArray& array)
{
    constexpr unsigned kKnown =
        cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;
    if (array.flags & ~kKnown)
        return "the flags have a bit that the emulator does not know";
    if (array.width == 0)
        return "an array has at least one element: the width is 0";
    if (array.is_cubemap() &&
        (array.width != array.height ||
         (array.is_layered() ? array.depth == 0 || array.depth % 6 != 0 : array.depth != 6)))
        return "a cubemap has square faces, and six of them (a multiple of six if it is layered)";
    if (array.depth && !array.height && !array.is_layered())
        return "an array with a depth has a height, too";
    if (array.is_layered() && array.depth == 0)
        return "a layered array has at least one layer: the depth is 0";
    if ((array.flags & cudaArrayTextureGather) && (array.height == 0 || array.depth))
        return "cudaArrayTextureGather is for arrays of two dimensions";
    const Limits most = limits_of(array);
    if (array.width > most.width || array.height > most.height || array.depth > most.depth)
        return emu::words_of(array) + " is too large: at most " + std::to_string(most.width) +
               (array.height ? " x " + std::to_string(most.height) : "") +
               (array.depth ? " x " + std::to_string(most.depth) : "");
    return "";
}

cudaError_t make_array(cudaArray_t* handle, const cudaChannelFormatDesc* desc, const cudaExtent& extent,
                       unsigned flags, const char* function)
{
    emu::initialise();
    if (!handle || !desc)
        return note(cudaErrorInvalidValue);
    if (const cudaError_t error = sticky_error())
        return note(error);
    cudaArray array;
    if (!emu::read_format(*desc, array.format))
        return refuse_arguments(
            cudaErrorInvalidChannelDescriptor, function,
            "an element has 1, 2 or 4 channels of 8, 16 or 32 bits each, all of one size");
    array.width = extent.width;
    array.height = extent.height;
    array.depth = extent.depth;
    array.flags = flags;
    if (const std::string why = mistake_in(array); !why.empty())
        return refuse_arguments(cudaErrorInvalidValue, function, why);
    void* memory = nullptr;
    if (const cudaError_t error = cudaMalloc(&memory, array.bytes()))
        return error;
    array.memory = reinterpret_cast<uintptr_t>(memory);
    emu::note_elements(cudaSuccess, memory, array.format.bytes(), false);
    *handle = emu::note_array(array);
    return cudaSuccess;
}

}  // namespace

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, std::size_t width,
                            std::size_t height, unsigned flags)
{
    const emu::OneAtATime one_at_a_time;
    if (flags & (cudaArrayLayered | cudaArrayCubemap))
        return refuse_arguments(cudaErrorInvalidValue, "cudaMallocArray",
                                std::string(kMade3D) + "() makes layered arrays and cubemaps");
    return make_array(array, desc, {width, height, 0}, flags, "cudaMallocArray");
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent,
                              unsigned flags)
{
    const emu::OneAtATime one_at_a_time;
    return make_array(array, desc, extent, flags, kMade3D);
}

cudaError_t cudaFreeArray(cudaArray_t handle)
{
    const emu::OneAtATime one_at_a_time;
    emu::initialise();
    if (!handle)
        return cudaSuccess;
    std::string why;
    cudaArray* array = emu::find_array(handle, why);
    if (!array)
        return refuse_arguments(cudaErrorInvalidResourceHandle, "cudaFreeArray", why);
    emu::note_freed_array(*array);
    return cudaFree(reinterpret_cast<void*>(array->memory));
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned* flags,
                             cudaArray_t handle)
{
    const emu::OneAtATime one_at_a_time;
    std::string why;
    const cudaArray* array = emu::find_array(handle, why);
    if (!array)
        return refuse_arguments(cudaErrorInvalidResourceHandle, "cudaArrayGetInfo", why);
    if (desc)
        *desc = emu::desc_of(array->format);
    if (extent)
        *extent = {array->width, array->height, array->depth};
    if (flags)
        *flags = array->flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array)
{
    return desc ? cudaArrayGetInfo(desc, nullptr, nullptr, const_cast<cudaArray_t>(array))
                : note(cudaErrorInvalidValue);
}
