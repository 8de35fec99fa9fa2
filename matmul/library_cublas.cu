// matmul_lib: cuBLAS SGEMM          ./matmul_lib -n 4096
//
// What a user would pick instead. CUBLAS_PEDANTIC_MATH makes it compute in fp32 throughout: no TF32, no
// emulation of fp32.
#include "common/device/cublas.h"
#include "matmul.h"

namespace {

Matmul::Output multiply_on_gpu(const Matmul::Input& in, Run& run)
{
    const Blas blas;
    require(cublasSetMathMode(blas.handle(), CUBLAS_PEDANTIC_MATH), "cublasSetMathMode");
    const auto m = static_cast<std::int64_t>(in.m), n = static_cast<std::int64_t>(in.n),
               k = static_cast<std::int64_t>(in.k);
    const float one = 1, zero = 0;

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(in.m * in.n);
    // cuBLAS expects column-major matrices. Read so, our B, A and C are B^T, A^T and C^T, and C^T = B^T A^T.
    run.kernel({}, [&] {
        require(cublasSgemm_64(blas.handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, d_b.data(), n,
                               d_a.data(), k, &zero, d_c.data(), n),
                "cublasSgemm");
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Matmul, kLibrary, "cuBLAS SGEMM", multiply_on_gpu);
