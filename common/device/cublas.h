// A cuBLAS handle with an owner, for the library rows. Only what links CUDA::cublas may include this.
#pragma once

#include "common/support/errors.h"

#include <cublas_v2.h>

#include <string>

namespace ladders {

// Throws CudaError if a cuBLAS call failed.
inline void require(cublasStatus_t status, const char* call)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        throw CudaError(std::string(call) + ": " + cublasGetStatusString(status));
}

class Blas {
public:
    Blas() { require(cublasCreate(&handle_), "cublasCreate"); }
    ~Blas() { cublasDestroy(handle_); }
    Blas(const Blas&) = delete;
    Blas& operator=(const Blas&) = delete;
    cublasHandle_t handle() const { return handle_; }

private:
    cublasHandle_t handle_{};
};

}  // namespace ladders
