// The two ends of a copy: device memory, a variable of the device, or memory of the host.
#pragma once

#include "driver_types.h"

#include <cstddef>
#include <cstdint>

namespace emu {

uintptr_t number(const void* pointer);
bool is_device(const void* pointer);
// Probably a __device__ variable: the program's host variables lie in the same segment.
bool is_variable(const void* pointer);
// Memory of cudaMalloc().
bool is_hidden(const void* pointer);

// Whether the bytes lie in one live allocation. If not, reports it. verb: what happens to them: "copied to".
bool is_allocated(const void* pointer, std::size_t bytes, const char* function, const char* verb);
bool goes_to_device(cudaMemcpyKind kind);
bool comes_from_device(cudaMemcpyKind kind);
// Whether both ends are where `kind`, which is not cudaMemcpyDefault, says. If not, reports it.
bool check_direction(const void* to, const void* from, cudaMemcpyKind kind, const char* function);
// The name in the host's code stands for a variable of the host.
void report_name_of_constant(const char* function);

// The end of the copy that lies in the host's memory, or nullptr.
const void* host_end(const void* to, const void* from, cudaMemcpyKind kind);

// Of memory of cudaMalloc().
int device_of_memory(const void* pointer);
bool is_between_devices(const void* to, const void* from);
// A copy from one device's memory to another's goes through the host, unless one of them has access to the other.
void count_between_devices(const void* to, const void* from, std::size_t bytes);

// With several devices: the variables are those of the current device, which may write to these bytes.
void open_variable(const void* pointer, std::size_t written);

}  // namespace emu
