// matmul_lib: what a user would pick instead, cuBLAS's SGEMM          ./matmul_lib -n 4096
//
// CUBLAS_PEDANTIC_MATH keeps it to fp32 throughout: no TF32, no emulation.
#include "common/support/errors.h"
#include "matmul.h"

#include <cublas_v2.h>

namespace {

void require(cublasStatus_t status, const char* call)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        throw CudaError(std::string(call) + ": " + cublasGetStatusString(status));
}

// A cuBLAS handle with an owner.
class Blas {
public:
    Blas()
    {
        require(cublasCreate(&handle_), "cublasCreate");
        require(cublasSetMathMode(handle_, CUBLAS_PEDANTIC_MATH), "cublasSetMathMode");
    }
    ~Blas() { cublasDestroy(handle_); }
    Blas(const Blas&) = delete;
    Blas& operator=(const Blas&) = delete;
    cublasHandle_t handle() const { return handle_; }

private:
    cublasHandle_t handle_{};
};

Matmul::Output multiply_on_gpu(const Factors& f, Run& run)
{
    const Blas blas;
    const auto m = static_cast<std::int64_t>(f.m), n = static_cast<std::int64_t>(f.n),
               k = static_cast<std::int64_t>(f.k);
    const float one = 1, zero = 0;

    DeviceArray<float> d_a(run, f.a.size()), d_b(run, f.b.size()), d_c(run, f.m * f.n);
    run.upload([&] {
        d_a.copy_from(f.a);
        d_b.copy_from(f.b);
    });
    // cuBLAS counts column by column: what it takes for B^T A^T = C^T is our B, A and C.
    run.kernel({}, [&] {
        require(cublasSgemm_64(blas.handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, d_b.data(), n,
                               d_a.data(), k, &zero, d_c.data(), n),
                "cublasSgemm");
    });

    Matmul::Output c;
    run.download([&] { d_c.copy_to(c); });
    return c;
}

}  // namespace

LADDER_VERSION(Matmul, kLibrary, "cuBLAS SGEMM", multiply_on_gpu);
