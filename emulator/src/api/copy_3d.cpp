// 3D copies and fills, slice by slice.
#include "api/array_copies.h"
#include "api/capture.h"
#include "api/copy.h"
#include "api/errors.h"
#include "api/stream_work.h"
#include "cuda_runtime_api.h"
#include "state/one_at_a_time.h"
#include "textures/arrays.h"

#include <string>

using emu::note;

namespace {

char* slice(const cudaPitchedPtr& box, const cudaPos& position, std::size_t z)
{
    return static_cast<char*>(box.ptr) + ((position.z + z) * box.ysize + position.y) * box.pitch + position.x;
}

// An array becomes the box of its memory, so that all is in bytes.
cudaError_t open_array(cudaArray_t array, cudaPos& position, cudaPitchedPtr& box, const cudaExtent& extent,
                       std::size_t element)
{
    if (!array)
        return cudaSuccess;
    position.x *= element;
    char* first;
    if (const cudaError_t error = emu::find_range(
            array, {position.x, position.y, extent.width, extent.height, position.z, extent.depth},
            "cudaMemcpy3D", &first, &box.pitch))
        return error;
    box.ptr = first;
    box.ysize = array->rows();
    position = {};
    return cudaSuccess;
}

// With an array, the extent is in the array's elements.
cudaError_t open_arrays(cudaMemcpy3DParms& copy)
{
    const auto element_of = [](cudaArray_t handle) {
        std::string why;
        const cudaArray* array = emu::find_array(handle, why);
        return array ? std::size_t{array->format.bytes()} : 1;
    };
    if (copy.srcArray || copy.dstArray)
        copy.extent.width *= element_of(copy.srcArray ? copy.srcArray : copy.dstArray);
    if (const cudaError_t error =
            open_array(copy.srcArray, copy.srcPos, copy.srcPtr, copy.extent, element_of(copy.srcArray)))
        return error;
    return open_array(copy.dstArray, copy.dstPos, copy.dstPtr, copy.extent, element_of(copy.dstArray));
}

cudaError_t copy_slices(const cudaMemcpy3DParms& copy)
{
    for (std::size_t z = 0; z < copy.extent.depth; ++z)
        if (const cudaError_t error = emu::copy_rows(
                {slice(copy.dstPtr, copy.dstPos, z), copy.dstPtr.pitch, slice(copy.srcPtr, copy.srcPos, z),
                 copy.srcPtr.pitch, copy.extent.width, copy.extent.height},
                copy.kind, "cudaMemcpy3D", z == 0))
            return error;
    return cudaSuccess;
}

cudaError_t fill_slices(const cudaPitchedPtr& box, int value, const cudaExtent& extent)
{
    for (std::size_t z = 0; z < extent.depth; ++z)
        if (const cudaError_t error =
                emu::fill_rows(slice(box, {}, z), box.pitch, value, extent.width, extent.height, z == 0))
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

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* wanted)
{
    const emu::OneAtATime one_at_a_time;
    if (!wanted)
        return note(cudaErrorInvalidValue);
    cudaMemcpy3DParms copy = *wanted;
    if (const cudaError_t error = open_arrays(copy))
        return error;
    const emu::RunningCopy running(nullptr, "cudaMemcpy3D", copy.dstPtr.ptr, copy.srcPtr.ptr);
    const cudaError_t error = copy_slices(copy);
    if (error == cudaSuccess)
        emu::note_copy(copy.dstPtr.ptr, copy.srcPtr.ptr, bytes_of(copy.extent), copy.kind);
    return error;
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* wanted, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!wanted)
        return note(cudaErrorInvalidValue);
    cudaMemcpy3DParms copy = *wanted;
    if (const cudaError_t error = open_arrays(copy))
        return error;
    const auto work = [=] {
        const emu::RunningCopy running(stream, "cudaMemcpy3DAsync", copy.dstPtr.ptr, copy.srcPtr.ptr);
        const cudaError_t error = copy_slices(copy);
        if (error == cudaSuccess)
            emu::note_copy_async(copy.dstPtr.ptr, copy.srcPtr.ptr, bytes_of(copy.extent), copy.kind, stream);
        return error;
    };
    const emu::Captured captured = emu::capture(stream, work, {cudaGraphNodeTypeMemcpy, "cudaMemcpy3DAsync"});
    return captured.is ? captured.error : work();
}
