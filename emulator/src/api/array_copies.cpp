// Copies to and from CUDA arrays.
#include "api/array_copies.h"

#include "api/capture.h"
#include "api/copy.h"
#include "api/errors.h"
#include "api/refused_arguments.h"
#include "api/stream_work.h"
#include "cuda_runtime_api.h"
#include "state/one_at_a_time.h"
#include "textures/arrays.h"

using emu::ArrayRange;
using emu::note;
using emu::refuse_arguments;

namespace emu {

cudaError_t find_range(const cudaArray* handle, const ArrayRange& range, const char* function, char** first,
                       std::size_t* pitch)
{
    std::string why;
    const cudaArray* array = find_array(handle, why);
    if (!array)
        return refuse_arguments(cudaErrorInvalidResourceHandle, function, why);
    const std::size_t row = array->row_bytes();
    const bool fits = range.is_linear
                          ? range.x <= row && range.y < array->rows() &&
                                range.y * row + range.x + range.width <= row * array->rows()
                          : range.x <= row && range.width <= row - range.x && range.y <= array->rows() &&
                                range.height <= array->rows() - range.y && range.slice <= array->slices() &&
                                range.depth <= array->slices() - range.slice;
    if (!fits)
        return refuse_arguments(
            cudaErrorInvalidValue, function,
            "the copy does not fit into " + words_of(*array) + ": " + std::to_string(range.width) + " bytes" +
                (range.is_linear ? "" : " of " + std::to_string(range.height) + " rows") + " from byte " +
                std::to_string(range.x) + " of row " + std::to_string(range.y) + ", and a row has " +
                std::to_string(row) + " bytes");
    *first = reinterpret_cast<char*>(array->memory) + (range.slice * array->rows() + range.y) * row + range.x;
    *pitch = row;
    return cudaSuccess;
}

}  // namespace emu

namespace {

// Counts and does a copy of rows now.
cudaError_t copy_now(const emu::Rows& rows, cudaMemcpyKind kind, const char* function)
{
    const emu::RunningOperation running(nullptr, function);
    const cudaError_t error = emu::copy_rows(rows, kind, function);
    if (error == cudaSuccess)
        emu::note_copy(rows.to, rows.from, rows.width * rows.height, kind);
    return error;
}

cudaError_t copy_in_stream(const emu::Rows& rows, cudaMemcpyKind kind, const char* function,
                           cudaStream_t stream)
{
    const auto work = [=] {
        const emu::RunningOperation running(stream, function);
        const cudaError_t error = emu::copy_rows(rows, kind, function);
        if (error == cudaSuccess)
            emu::note_copy_async(rows.to, rows.from, rows.width * rows.height, kind, stream);
        return error;
    };
    const emu::Captured captured =
        emu::capture(stream, work, {cudaGraphNodeTypeMemcpy, "a copy of an array"});
    return captured.is ? captured.error : work();
}

using Copy = cudaError_t (*)(const emu::Rows&, cudaMemcpyKind, const char*, cudaStream_t);
cudaError_t now(const emu::Rows& rows, cudaMemcpyKind kind, const char* function, cudaStream_t)
{
    return copy_now(rows, kind, function);
}

cudaError_t to_array(cudaArray_const_t to, const ArrayRange& range, const void* from, std::size_t pitch,
                     cudaMemcpyKind kind, const char* function, Copy copy, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    char* first;
    std::size_t row;
    if (const cudaError_t error = emu::find_range(to, range, function, &first, &row))
        return error;
    if (range.is_linear)
        return copy({first, range.width, from, range.width, range.width, 1}, kind, function, stream);
    return copy({first, row, from, pitch, range.width, range.height}, kind, function, stream);
}

cudaError_t from_array(void* to, std::size_t pitch, cudaArray_const_t from, const ArrayRange& range,
                       cudaMemcpyKind kind, const char* function, Copy copy, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    char* first;
    std::size_t row;
    if (const cudaError_t error = emu::find_range(from, range, function, &first, &row))
        return error;
    if (range.is_linear)
        return copy({to, range.width, first, range.width, range.width, 1}, kind, function, stream);
    return copy({to, pitch, first, row, range.width, range.height}, kind, function, stream);
}

ArrayRange linear(std::size_t x, std::size_t y, std::size_t bytes)
{
    ArrayRange range{x, y, bytes, 1};
    range.is_linear = true;
    return range;
}

cudaError_t array_to_array(cudaArray_t to, const ArrayRange& to_range, cudaArray_const_t from,
                           const ArrayRange& from_range, cudaMemcpyKind kind, const char* function)
{
    const emu::OneAtATime one_at_a_time;
    char* first;
    std::size_t row;
    if (const cudaError_t error = emu::find_range(from, from_range, function, &first, &row))
        return error;
    return to_array(to, to_range, first, row, kind, function, now, nullptr);
}

}  // namespace

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t width, std::size_t height, cudaMemcpyKind kind)
{
    return to_array(to, {x, y, width, height}, from, pitch, kind, "cudaMemcpy2DToArray", now, nullptr);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream)
{
    return to_array(to, {x, y, width, height}, from, pitch, kind, "cudaMemcpy2DToArrayAsync", copy_in_stream,
                    stream);
}

cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                  std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind)
{
    return from_array(to, pitch, from, {x, y, width, height}, kind, "cudaMemcpy2DFromArray", now, nullptr);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                       std::size_t y, std::size_t width, std::size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream)
{
    return from_array(to, pitch, from, {x, y, width, height}, kind, "cudaMemcpy2DFromArrayAsync",
                      copy_in_stream, stream);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y,
                                     cudaArray_const_t from, std::size_t from_x, std::size_t from_y,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind)
{
    return array_to_array(to, {to_x, to_y, width, height}, from, {from_x, from_y, width, height}, kind,
                          "cudaMemcpy2DArrayToArray");
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind)
{
    return to_array(to, linear(x, y, bytes), from, bytes, kind, "cudaMemcpyToArray", now, nullptr);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                   std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    return to_array(to, linear(x, y, bytes), from, bytes, kind, "cudaMemcpyToArrayAsync", copy_in_stream,
                    stream);
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind kind)
{
    return from_array(to, bytes, from, linear(x, y, bytes), kind, "cudaMemcpyFromArray", now, nullptr);
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                     std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    return from_array(to, bytes, from, linear(x, y, bytes), kind, "cudaMemcpyFromArrayAsync", copy_in_stream,
                      stream);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y, cudaArray_const_t from,
                                   std::size_t from_x, std::size_t from_y, std::size_t bytes,
                                   cudaMemcpyKind kind)
{
    return array_to_array(to, linear(to_x, to_y, bytes), from, linear(from_x, from_y, bytes), kind,
                          "cudaMemcpyArrayToArray");
}
