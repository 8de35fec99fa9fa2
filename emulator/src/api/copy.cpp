// Copies and fills.
#include "api/copy.h"

#include "api/allocation.h"
#include "api/capture.h"
#include "api/copy_operands.h"
#include "api/errors.h"
#include "api/forced_failure.h"
#include "api/host_loop.h"
#include "api/initialise.h"
#include "api/stream_work.h"
#include "checks/arrivals.h"
#include "checks/byte_fills.h"
#include "checks/doubts.h"
#include "checks/host_stores.h"
#include "checks/reports.h"
#include "checks/row_widths.h"
#include "checks/unwritten.h"
#include "cuda_emulator/copies.h"
#include "cuda_emulator/options.h"
#include "cuda_runtime_api.h"
#include "debug_info/program.h"
#include "memory/device_memory.h"
#include "state/one_at_a_time.h"

#include <cstring>
#include <string>

using emu::note;
using emu::sticky_error;

namespace emu {
namespace {

const CopyWatcher* copy_watcher = nullptr;

// Whether kernels have stored into the array that holds this byte.
bool is_stored_into(const void* pointer)
{
    const Allocation* allocation = device_memory.arena_of(number(pointer)).at_or_below(number(pointer));
    return allocation && !allocation->stores.empty();
}

void move_bytes(void* to, const void* from, std::size_t bytes)
{
    if (copy_watcher && is_hidden(to) && !is_hidden(from))
        copy_watcher->to_device(to, from, bytes);
    else
        std::memmove(to, from, bytes);
    if (copy_watcher && !is_hidden(to) && (is_hidden(from) || is_variable(from)))
        copy_watcher->to_host(to, bytes, is_variable(from) || is_stored_into(from));
}

// The driver copies pageable memory itself, so that even an asynchronous call may make the host wait.
void note_copy(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, bool asynchronous,
               cudaStream_t stream)
{
    if (bytes == 0 || kind == cudaMemcpyHostToHost)
        return;
    enqueue(stream);
    const void* host = host_end(to, from, kind);
    if (!host)
        return count_between_devices(to, from, bytes);
    const bool pinned = is_pinned(host);
    count_copy(pinned, asynchronous, bytes);
    if (asynchronous && !pinned && host == from)
        host_waits_for_staging(stream);
    else if (!asynchronous || !pinned)
        host_waits_for(stream);
}

// unwritten: what a copy to the host finds that was never written, for the caller to report. may_fail: whether Options::fails
// counts this.
cudaError_t copy_bytes(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                       const char* function, Unwritten& unwritten, bool may_fail)
{
    initialise();
    if (sticky_error() != cudaSuccess) {
        count_refused_call();
        return note(sticky_error());
    }
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return note(cudaErrorInvalidMemcpyDirection);
    if (bytes == 0)
        return cudaSuccess;
    if (!to || !from)
        return note(cudaErrorInvalidValue);
    if (kind != cudaMemcpyDefault && !check_direction(to, from, kind, function))
        return note(cudaErrorInvalidValue);
    const bool to_device = goes_to_device(kind), from_device = comes_from_device(kind);
    if ((to_device && is_name_of_constant(number(to))) ||
        (from_device && is_name_of_constant(number(from)))) {
        report_name_of_constant(function);
        return note(cudaErrorInvalidValue);
    }
    if ((is_device(to) && !is_allocated(to, bytes, function, "copied to")) ||
        (is_device(from) && !is_allocated(from, bytes, function, "copied from")))
        return note(cudaErrorInvalidValue);
    if (may_fail && must_fail(Fails::copy))
        return note(cudaErrorInvalidValue);

    open_variable(from, 0);
    open_variable(to, bytes);
    operation_reads(number(from), bytes);
    operation_writes(number(to), bytes);
    doubts_read(number(from), bytes);
    doubts_written(number(to), bytes);
    arrivals_read(number(from), bytes);
    copied_beside_rows(number(to), number(from), bytes);
    forget_fills(number(to), number(to) + bytes);
    const OpenDeviceMemory open({{number(to), number(to) + bytes}, {number(from), number(from) + bytes}});
    move_bytes(to, from, bytes);
    if (is_variable(to))
        expect_constants(number(to), bytes);
    if (is_hidden(from) && !is_hidden(to))
        if (const cudaError_t stuck = watch_host_loop(from, bytes); stuck != cudaSuccess)
            return stuck;
    Shadow& shadow = device_memory.shadow;
    if (is_hidden(to)) {
        if (is_hidden(from))
            shadow.copy_written(number(to), number(from), bytes);
        else
            shadow.set_written(number(to), bytes);
    } else if (is_hidden(from) && options().check_initialised) {
        find_unwritten(number(from), bytes, unwritten);
        find_filled(number(from), bytes);
    }
    return cudaSuccess;
}

}  // namespace

void watch_copies(const CopyWatcher* watcher)
{
    copy_watcher = watcher;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const char* function)
{
    Unwritten unwritten;
    const cudaError_t error = copy_bytes(to, from, bytes, kind, function, unwritten, true);
    report_unwritten(unwritten);
    return error;
}

cudaError_t fill(void* pointer, int value, std::size_t bytes, const char* function, bool may_fail)
{
    initialise();
    if (sticky_error() != cudaSuccess)
        return note(sticky_error());
    if (bytes == 0)
        return cudaSuccess;
    if ((!is_device(pointer) && !is_variable(pointer)) ||
        (is_device(pointer) && !is_allocated(pointer, bytes, function, "set in")))
        return note(cudaErrorInvalidValue);
    if (is_name_of_constant(number(pointer))) {
        report_name_of_constant(function);
        return note(cudaErrorInvalidValue);
    }
    if (may_fail && must_fail(Fails::fill))
        return note(cudaErrorInvalidValue);
    open_variable(pointer, bytes);
    operation_writes(number(pointer), bytes);
    doubts_written(number(pointer), bytes);
    forget_fills(number(pointer), number(pointer) + bytes);
    const OpenDeviceMemory open({{number(pointer), number(pointer) + bytes}});
    std::memset(pointer, value, bytes);
    if (is_variable(pointer))
        expect_constants(number(pointer), bytes);
    if (is_hidden(pointer))
        device_memory.shadow.set_written(number(pointer), bytes);
    return cudaSuccess;
}

RunningCopy::RunningCopy(cudaStream_t stream, const char* name, const void* to, const void* from)
{
    if (is_default(stream) && is_between_devices(to, from))
        between_.emplace(device_of_memory(to), device_of_memory(from));
    running_.emplace(stream, name);
}

RunningCopy::~RunningCopy()
{
    running_.reset();
}

void note_fill(const void* pointer)
{
    enqueue(nullptr);
    if (device_memory.managed.contains(number(pointer)))
        host_waits_for(nullptr);
}

void note_copy(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind)
{
    note_copy(to, from, bytes, kind, false, nullptr);
}

void note_copy_async(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                     cudaStream_t stream)
{
    note_copy(to, from, bytes, kind, true, stream);
}

cudaError_t copy_rows(const Rows& rows, cudaMemcpyKind kind, const char* function, bool may_fail)
{
    if (rows.width > rows.to_pitch || rows.width > rows.from_pitch)
        return note(cudaErrorInvalidPitchValue);
    Unwritten unwritten;
    for (std::size_t row = 0; row < rows.height; ++row)
        if (const cudaError_t error = copy_bytes(static_cast<char*>(rows.to) + row * rows.to_pitch,
                                                 static_cast<const char*>(rows.from) + row * rows.from_pitch,
                                                 rows.width, kind, function, unwritten, may_fail && row == 0))
            return error;
    report_unwritten(unwritten);
    suspect_width({function, number(rows.to), rows.to_pitch, number(rows.from), rows.from_pitch, rows.width,
                   rows.height});
    return cudaSuccess;
}

cudaError_t fill_rows(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height,
                      bool may_fail)
{
    if (width > pitch)
        return note(cudaErrorInvalidPitchValue);
    for (std::size_t row = 0; row < height; ++row)
        if (const cudaError_t error = fill(static_cast<char*>(pointer) + row * pitch, value, width,
                                           "cudaMemset2D", may_fail && row == 0))
            return error;
    return cudaSuccess;
}

cudaError_t fill_later(cudaStream_t stream, const char* function, const std::function<cudaError_t()>& fill,
                       bool any)
{
    const OneAtATime one_at_a_time;
    const auto work = [=] {
        const RunningOperation running(stream, function);
        const cudaError_t error = fill();
        if (error == cudaSuccess && any)
            enqueue(stream);
        return error;
    };
    const Captured captured = capture(stream, work, {cudaGraphNodeTypeMemset, function});
    return captured.is ? captured.error : work();
}

}  // namespace emu
