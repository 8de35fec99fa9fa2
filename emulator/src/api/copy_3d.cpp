// 3D copies and fills, slice by slice.
#include "api/capture.h"
#include "api/copy.h"
#include "api/errors.h"
#include "api/stream_work.h"
#include "cuda_runtime_api.h"
#include "state/one_at_a_time.h"

using emu::note;

namespace {

char* slice(const cudaPitchedPtr& box, const cudaPos& position, std::size_t z)
{
    return static_cast<char*>(box.ptr) + ((position.z + z) * box.ysize + position.y) * box.pitch + position.x;
}

cudaError_t copy_slices(const cudaMemcpy3DParms& copy)
{
    for (std::size_t z = 0; z < copy.extent.depth; ++z)
        if (const cudaError_t error = emu::copy_rows(
                {slice(copy.dstPtr, copy.dstPos, z), copy.dstPtr.pitch, slice(copy.srcPtr, copy.srcPos, z),
                 copy.srcPtr.pitch, copy.extent.width, copy.extent.height},
                copy.kind))
            return error;
    return cudaSuccess;
}

cudaError_t fill_slices(const cudaPitchedPtr& box, int value, const cudaExtent& extent)
{
    for (std::size_t z = 0; z < extent.depth; ++z)
        if (const cudaError_t error =
                emu::fill_rows(slice(box, {}, z), box.pitch, value, extent.width, extent.height))
            return error;
    return cudaSuccess;
}

std::size_t bytes_of(const cudaExtent& extent)
{
    return extent.width * extent.height * extent.depth;
}

}  // namespace

cudaError_t cudaMalloc3D(cudaPitchedPtr* box, cudaExtent extent)
{
    const emu::OneAtATime one_at_a_time;
    if (!box)
        return note(cudaErrorInvalidValue);
    *box = {nullptr, 0, extent.width, extent.height};
    return cudaMallocPitch(&box->ptr, &box->pitch, extent.width, extent.height * extent.depth);
}

cudaError_t cudaMemset3D(cudaPitchedPtr box, int value, cudaExtent extent)
{
    const emu::OneAtATime one_at_a_time;
    const emu::RunningOperation running(nullptr, "cudaMemset3D");
    const cudaError_t error = fill_slices(box, value, extent);
    if (error == cudaSuccess && bytes_of(extent) > 0)
        emu::note_fill(box.ptr);
    return error;
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr box, int value, cudaExtent extent, cudaStream_t stream)
{
    return emu::fill_later(
        stream, "cudaMemset3DAsync", [=] { return fill_slices(box, value, extent); }, bytes_of(extent) > 0);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy)
{
    const emu::OneAtATime one_at_a_time;
    if (!copy)
        return note(cudaErrorInvalidValue);
    const emu::RunningOperation running(nullptr, "cudaMemcpy3D");
    const cudaError_t error = copy_slices(*copy);
    if (error == cudaSuccess)
        emu::note_copy(copy->dstPtr.ptr, copy->srcPtr.ptr, bytes_of(copy->extent), copy->kind);
    return error;
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!copy)
        return note(cudaErrorInvalidValue);
    const auto work = [=, copy = *copy] {
        const emu::RunningOperation running(stream, "cudaMemcpy3DAsync");
        const cudaError_t error = copy_slices(copy);
        if (error == cudaSuccess)
            emu::note_copy_async(copy.dstPtr.ptr, copy.srcPtr.ptr, bytes_of(copy.extent), copy.kind, stream);
        return error;
    };
    const emu::Captured captured = emu::capture(stream, work, {cudaGraphNodeTypeMemcpy, "cudaMemcpy3DAsync"});
    return captured.is ? captured.error : work();
}
