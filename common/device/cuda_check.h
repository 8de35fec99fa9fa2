// CUDA_CHECK(call): every CUDA call of the project goes through it.
#pragma once

#include <cuda_runtime.h>

namespace ladders {

// Turns a CUDA error into the exception (see errors.h) that fits it: CudaError, OutOfMemory or NoGpu, with
// one line that names the call and its place in the source. Does nothing on cudaSuccess.
void check_cuda(cudaError_t error, const char* call, const char* file, int line);

}  // namespace ladders

#define CUDA_CHECK(call) ::ladders::check_cuda((call), #call, __FILE__, __LINE__)
