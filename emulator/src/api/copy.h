// Copies for an API function; `function` is the name that error messages give.
#pragma once

#include "api/stream_work.h"
#include "driver_types.h"

#include <cstddef>
#include <functional>
#include <optional>

namespace emu {

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const char* function);

// A copy of the host's call `function`: the host waits, or it takes its place in the stream. function: a literal.
cudaError_t copy_now(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                     const char* function);
cudaError_t copy_later(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                       cudaStream_t stream, const char* function);

struct Rows {
    void* to;
    std::size_t to_pitch;
    const void* from;
    std::size_t from_pitch;
    std::size_t width, height;  // bytes and rows
};
// may_fail, here and below: whether Options::fails counts this. It counts a call once, and the emulator's own not at all.
cudaError_t fill(void* pointer, int value, std::size_t bytes, const char* function, bool may_fail = true);
cudaError_t copy_rows(const Rows& rows, cudaMemcpyKind kind, const char* function = "cudaMemcpy2D",
                      bool may_fail = true);
cudaError_t fill_rows(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height,
                      bool may_fail = true);

// While an object of this class exists, a copy runs.
class RunningCopy {
public:
    RunningCopy(cudaStream_t stream, const char* name, const void* to, const void* from);
    ~RunningCopy();
    RunningCopy(const RunningCopy&) = delete;
    RunningCopy& operator=(const RunningCopy&) = delete;

private:
    std::optional<CopyBetweenDevices> between_;
    std::optional<RunningOperation> running_;  // ends first
};

// From now on __device__ and __constant__ variables have the values of this device.
void turn_variables_to(int device);

// Counts a synchronous fill that has been done. The host waits for it only if the memory is pinned or managed.
void note_fill(const void* pointer);
// Count a copy that has been done; a synchronous copy counts in the default stream.
void note_copy(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
void note_copy_async(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                     cudaStream_t stream);

// Runs `fill`, a cudaMemset of a stream, in its place in the stream. any: whether there are bytes to fill.
cudaError_t fill_later(cudaStream_t stream, const char* function, const std::function<cudaError_t()>& fill,
                       bool any);

}  // namespace emu
