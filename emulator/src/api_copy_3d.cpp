// Boxes of memory, slice by slice.
#include "cuda_runtime_api.h"
#include "runtime.h"

using emu::note;

namespace {

char* slice(const cudaPitchedPtr& box, const cudaPos& position, std::size_t z)
{
    return static_cast<char*>(box.ptr) + ((position.z + z) * box.ysize + position.y) * box.pitch + position.x;
}

}  // namespace

cudaError_t cudaMalloc3D(cudaPitchedPtr* box, cudaExtent extent)
{
    if (!box)
        return note(cudaErrorInvalidValue);
    *box = {nullptr, 0, extent.width, extent.height};
    return cudaMallocPitch(&box->ptr, &box->pitch, extent.width, extent.height * extent.depth);
}

cudaError_t cudaMemset3D(cudaPitchedPtr box, int value, cudaExtent extent)
{
    for (std::size_t z = 0; z < extent.depth; ++z)
        if (const cudaError_t error =
                cudaMemset2D(slice(box, {}, z), box.pitch, value, extent.width, extent.height))
            return error;
    return cudaSuccess;
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy)
{
    if (!copy)
        return note(cudaErrorInvalidValue);
    for (std::size_t z = 0; z < copy->extent.depth; ++z)
        if (const cudaError_t error = cudaMemcpy2D(slice(copy->dstPtr, copy->dstPos, z), copy->dstPtr.pitch,
                                                   slice(copy->srcPtr, copy->srcPos, z), copy->srcPtr.pitch,
                                                   copy->extent.width, copy->extent.height, copy->kind))
            return error;
    return cudaSuccess;
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t)
{
    return cudaMemcpy3D(copy);
}
