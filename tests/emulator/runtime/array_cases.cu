// Wrong arguments for arrays, texture objects and surface objects.
#include "cases.h"

using namespace cases;

namespace {

cudaArray_t array_of(const cudaChannelFormatDesc& desc)
{
    cudaArray_t array{};
    cudaMallocArray(&array, &desc, 16, 4);
    return array;
}

cudaTextureDesc desc_of(cudaTextureFilterMode filter, cudaTextureReadMode read)
{
    cudaTextureDesc how = {};
    how.filterMode = filter;
    how.readMode = read;
    return how;
}

cudaTextureObject_t texture;
const cudaTextureDesc plain = {};

cudaResourceDesc resource_of(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.res.array.array = array;
    return resource;
}

// Keeps the error as the case's result.
void tell(cudaError_t error)
{
    results().push_back(error);
    cudaGetLastError();
}

Case three_channels("three_channels", __FILE__, [] {
    cudaArray_t array{};
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
    tell(cudaMallocArray(&array, &desc, 16, 4));  // here: three_channels
});

Case an_array_too_large("an_array_too_large", __FILE__, [] {
    cudaArray_t array{};
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    tell(cudaMallocArray(&array, &desc, 131073, 4));  // here: an_array_too_large
});

Case an_array_freed_twice("an_array_freed_twice", __FILE__, [] {
    const cudaArray_t array = array_of(cudaCreateChannelDesc<float>());
    cudaFreeArray(array);
    tell(cudaFreeArray(array));  // here: an_array_freed_twice
});

Case a_copy_too_wide("a_copy_too_wide", __FILE__, [] {
    const cudaArray_t array = array_of(cudaCreateChannelDesc<float>());
    const std::vector<float> row(17);
    const cudaMemcpyKind kind = cudaMemcpyHostToDevice;
    tell(cudaMemcpy2DToArray(array, 0, 0, row.data(), 68, 68, 1, kind));  // here: a_copy_too_wide
    cudaFreeArray(array);
});

Case linear_filter_of_integers("linear_filter_of_integers", __FILE__, [] {
    const cudaArray_t array = array_of(cudaCreateChannelDesc<uchar4>());
    const cudaResourceDesc resource = resource_of(array);
    const cudaTextureDesc how = desc_of(cudaFilterModeLinear, cudaReadModeElementType);
    tell(cudaCreateTextureObject(&texture, &resource, &how, nullptr));  // here: linear_filter_of_integers
    cudaFreeArray(array);
});

Case wide_integers_normalised("wide_integers_normalised", __FILE__, [] {
    const cudaArray_t array = array_of(cudaCreateChannelDesc<int>());
    const cudaResourceDesc resource = resource_of(array);
    const cudaTextureDesc how = desc_of(cudaFilterModePoint, cudaReadModeNormalizedFloat);
    tell(cudaCreateTextureObject(&texture, &resource, &how, nullptr));  // here: wide_integers_normalised
    cudaFreeArray(array);
});

Case a_pitch_that_is_not_aligned("a_pitch_that_is_not_aligned", __FILE__, [] {
    float* memory = zeroes<float>(400);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {memory, cudaCreateChannelDesc<float>(), 10, 10, 40};
    tell(cudaCreateTextureObject(&texture, &resource, &plain, nullptr));  // here: a_pitch_that_is_not_aligned
    cudaFree(memory);
});

Case a_texture_past_its_memory("a_texture_past_its_memory", __FILE__, [] {
    float* memory = zeroes<float>(100);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {memory, cudaCreateChannelDesc<float>(), 404};
    tell(cudaCreateTextureObject(&texture, &resource, &plain, nullptr));  // here: a_texture_past_its_memory
    cudaFree(memory);
});

Case a_misaligned_offset("a_misaligned_offset", __FILE__, [] {
    float* memory = zeroes<float>(100);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {memory + 1, cudaCreateChannelDesc<float>(), 40};
    tell(cudaCreateTextureObject(&texture, &resource, &plain, nullptr));  // here: a_misaligned_offset
    cudaFree(memory);
});

Case a_surface_without_its_flag("a_surface_without_its_flag", __FILE__, [] {
    const cudaArray_t array = array_of(cudaCreateChannelDesc<float>());
    const cudaResourceDesc resource = resource_of(array);
    cudaSurfaceObject_t surface{};
    tell(cudaCreateSurfaceObject(&surface, &resource));  // here: a_surface_without_its_flag
    cudaFreeArray(array);
});

Case an_object_destroyed_twice("an_object_destroyed_twice", __FILE__, [] {
    const cudaArray_t array = array_of(cudaCreateChannelDesc<float>());
    const cudaResourceDesc resource = resource_of(array);
    const cudaTextureDesc how = {};
    cudaTextureObject_t texture{};
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    cudaDestroyTextureObject(texture);
    tell(cudaDestroyTextureObject(texture));  // here: an_object_destroyed_twice
    cudaFreeArray(array);
});

}  // namespace
