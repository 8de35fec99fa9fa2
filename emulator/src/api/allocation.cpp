// Allocation and release.
#include "api/allocation.h"

#include "api/capture.h"
#include "api/errors.h"
#include "api/forced_failure.h"
#include "api/initialise.h"
#include "api/stream_work.h"
#include "checks/address_checks.h"
#include "checks/byte_fills.h"
#include "checks/doubts.h"
#include "checks/reports.h"
#include "counters/allocations.h"
#include "cuda_emulator/options.h"
#include "cuda_runtime_api.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "memory/device_memory.h"
#include "state/devices.h"
#include "state/one_at_a_time.h"

#include <cstdio>
#include <map>

using emu::note;
using emu::sticky_error;

namespace {

constexpr std::size_t kPitchAlignment = 512;

cudaError_t allocate(emu::Arena& arena, void** pointer, std::size_t bytes)
{
    emu::initialise();
    if (!pointer)
        return note(cudaErrorInvalidValue);
    *pointer = nullptr;
    if (const cudaError_t error = sticky_error())
        return note(error);
    if (bytes == 0)
        return cudaSuccess;
    if (emu::must_fail(emu::Fails::allocation))
        return note(cudaErrorMemoryAllocation);
    void* found = arena.allocate(bytes);
    if (!found)
        return note(cudaErrorMemoryAllocation);
    arena.note_place(found, emu::host_calls());
    if (emu::device_count() > 1)
        arena.note_device(found, emu::current_device());
    emu::count_allocation();
    if (emu::options().explain)
        emu::note_allocation(emu::host_line());
    *pointer = found;
    return cudaSuccess;
}

// Memory that the host can write unseen, so all of it counts as initialised.
cudaError_t allocate_for_both(void** pointer, std::size_t bytes)
{
    emu::watch_stream_order();
    const cudaError_t error = allocate(emu::device_memory.managed, pointer, bytes);
    if (error == cudaSuccess) {
        const auto low = reinterpret_cast<uintptr_t>(*pointer);
        emu::protect_managed(low, low + bytes, true);
    }
    return error;
}

// Frees memory, or reports what is wrong with the pointer as compute-sanitizer does.
cudaError_t release(void* pointer, bool host)
{
    emu::initialise();
    if (const cudaError_t error = sticky_error())
        return note(error);
    if (!pointer)
        return cudaSuccess;
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    emu::Arena& arena = emu::device_memory.devices.contains(address) ? emu::device_memory.devices.of(address)
                                                                     : emu::device_memory.managed;
    const emu::Allocation* allocation = arena.starting_at(address);
    if (allocation && (!host || &arena == &emu::device_memory.managed) && arena.release(*allocation)) {
        emu::doubts_freed(allocation->low);
        emu::tell_late_remarks(allocation->low, allocation->high());
        emu::forget_fills(allocation->low, allocation->high());
        emu::device_memory.shadow.discard(allocation->low, allocation->bytes);
        if (&arena == &emu::device_memory.managed)
            emu::protect_managed(allocation->low, allocation->high(), false);
        return cudaSuccess;
    }

    const char* function = host ? "cudaFreeHost" : "cudaFree";
    char text[32];
    std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
    const bool twice = allocation && !allocation->live;
    std::string details = std::string("on ") + function + "(" + text + ")\n";
    details += twice ? "which has been freed before" : emu::relative_to_allocation(address);
    if (emu::device_memory.heap.contains(address))
        details += "\nIt is memory of malloc() or new in a kernel: free() or delete in a kernel frees it.";
    emu::report_host(twice ? "Malloc/Free error encountered: Double free"
                           : "Malloc/Free error encountered: Invalid pointer to free",
                     "", 0, details);
    return note(cudaErrorInvalidValue);
}

// Sizes by address, of cudaHostRegister().
[[gnu::init_priority(101)]] emu::NeverDestroyed<std::map<uintptr_t, std::size_t>> registered_memory;
std::map<uintptr_t, std::size_t>& registered = registered_memory.value;

}  // namespace

bool emu::is_pinned(const void* pointer)
{
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    const auto after = registered.upper_bound(address);
    return device_memory.managed.contains(address) ||
           (after != registered.begin() && address - std::prev(after)->first < std::prev(after)->second);
}

cudaError_t cudaMalloc(void** pointer, std::size_t bytes)
{
    const emu::OneAtATime one_at_a_time;
    return allocate(emu::device_memory.devices[emu::current_device()], pointer, bytes);
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned)
{
    const emu::OneAtATime one_at_a_time;
    return bytes == 0 ? note(cudaErrorInvalidValue) : allocate_for_both(pointer, bytes);
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height)
{
    const emu::OneAtATime one_at_a_time;
    if (!pitch)
        return note(cudaErrorInvalidValue);
    *pitch = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
    return cudaMalloc(pointer, *pitch * height);
}

cudaError_t cudaFree(void* pointer)
{
    const emu::OneAtATime one_at_a_time;
    emu::release_waits_for_all();
    return release(pointer, false);
}

// Unified addressing: kernels may use pinned host memory too.
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned)
{
    const emu::OneAtATime one_at_a_time;
    return allocate_for_both(pointer, bytes);
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes)
{
    const emu::OneAtATime one_at_a_time;
    return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void* pointer)
{
    const emu::OneAtATime one_at_a_time;
    emu::release_waits_for_all();
    return release(pointer, true);
}

// Unified addressing: the device pointer of pinned memory is the host pointer.
cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned flags)
{
    const emu::OneAtATime one_at_a_time;
    emu::initialise();
    const bool is_shared = emu::device_memory.managed.contains(reinterpret_cast<uintptr_t>(host_pointer));
    if (!is_shared && emu::is_pinned(host_pointer))
        emu::report_host("Memory of cudaHostRegister() cannot be used by kernels in the emulator", "", 0,
                         "Allocate it with cudaHostAlloc() instead. For copies, registered memory does.");
    if (!device_pointer || flags != 0 || !is_shared)
        return note(cudaErrorInvalidValue);
    *device_pointer = host_pointer;
    return note(sticky_error());
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t, cudaMemoryAdvise, int)
{
    return note(pointer ? sticky_error() : cudaErrorInvalidValue);
}
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, cudaMemLocation)
{
    return cudaMemAdvise(pointer, bytes, advice, 0);
}
cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned)
{
    const emu::OneAtATime one_at_a_time;
    if (!pointer || bytes == 0)
        return note(cudaErrorInvalidValue);
    registered[reinterpret_cast<uintptr_t>(pointer)] = bytes;
    return note(sticky_error());
}
cudaError_t cudaHostUnregister(void* pointer)
{
    const emu::OneAtATime one_at_a_time;
    registered.erase(reinterpret_cast<uintptr_t>(pointer));
    return note(pointer ? sticky_error() : cudaErrorInvalidValue);
}
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    const emu::OnDevice of_stream(emu::device_of(stream));
    return cudaMalloc(pointer, bytes);
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    // Unlike cudaFree(), it waits for the work of its stream only.
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    const emu::Allocation* allocation = emu::device_memory.devices.contains(address)
                                            ? emu::device_memory.devices.of(address).starting_at(address)
                                            : nullptr;
    if (allocation && allocation->live) {
        const emu::RunningOperation running(stream, "cudaFreeAsync");
        if (emu::has_unordered)
            emu::operation_writes(address, allocation->bytes);
    }
    return release(pointer, false);
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes)
{
    const emu::OneAtATime one_at_a_time;
    emu::initialise();
    if (!free_bytes || !total_bytes)
        return note(cudaErrorInvalidValue);
    const emu::Arena& arena = emu::device_memory.devices[emu::current_device()];
    *total_bytes = arena.capacity();
    *free_bytes = *total_bytes - arena.in_use();
    return note(sticky_error());
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer)
{
    const emu::OneAtATime one_at_a_time;
    emu::initialise();
    if (!attributes)
        return note(cudaErrorInvalidValue);
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    void* both = const_cast<void*>(pointer);
    if (emu::device_memory.devices.contains(address)) {
        *attributes = {cudaMemoryTypeDevice, emu::device_memory.devices.device_of(address), both, nullptr};
    } else if (emu::device_memory.managed.contains(address)) {
        const emu::Allocation* found = emu::device_memory.managed.at_or_below(address);
        *attributes = {cudaMemoryTypeManaged, found ? found->device : 0, both, both};
    } else
        *attributes = {cudaMemoryTypeUnregistered, -2, nullptr, both};
    return cudaSuccess;
}
