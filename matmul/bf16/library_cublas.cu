// matmul_bf16_lib: cuBLAS GemmEx          ./matmul_bf16_lib -n 4096
//
// What a user would pick instead, with the same types: A and B in bf16, sums in fp32, C as --out says.
#include "common/device/cublas.h"
#include "matmul_bf16.h"

#include <type_traits>

namespace {

template <class Out>
std::vector<Out> multiply_on_gpu(const MatmulBf16::Input& in, Run& run)
{
    constexpr cudaDataType_t kOut = std::is_same_v<Out, float> ? CUDA_R_32F : CUDA_R_16BF;
    const Blas blas;
    const auto m = static_cast<std::int64_t>(in.m), n = static_cast<std::int64_t>(in.n),
               k = static_cast<std::int64_t>(in.k);
    const float one = 1, zero = 0;

    const auto d_a = run.upload(in.bf16_a), d_b = run.upload(in.bf16_b);
    const auto d_c = run.array<Out>(in.m * in.n);
    // cuBLAS expects column-major matrices. Read so, our B, A and C are B^T, A^T and C^T, and C^T = B^T A^T.
    run.kernel({}, [&] {
        require(cublasGemmEx_64(blas.handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, d_b.data(),
                                CUDA_R_16BF, n, d_a.data(), CUDA_R_16BF, k, &zero, d_c.data(), kOut, n,
                                CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
                "cublasGemmEx");
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(MatmulBf16, kLibrary, "cuBLAS GemmEx", multiply_on_gpu<float>, multiply_on_gpu<Bf16>)
    .needs(80);
