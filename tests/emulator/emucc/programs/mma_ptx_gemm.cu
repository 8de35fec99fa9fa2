// C = A * B with mma.sync in inline PTX, as in courses on fast matrix multiplication: cp.async into two stages of swizzled
// shared memory, ldmatrix, m16n8k16.
#include "check.h"

#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <vector>

#define LDMATRIX_X4(R0, R1, R2, R3, addr)                                             \
    asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n" \
                 : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3)                             \
                 : "r"(addr))
#define LDMATRIX_X2_T(R0, R1, addr)                                                 \
    asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0, %1}, [%2];\n" \
                 : "=r"(R0), "=r"(R1)                                               \
                 : "r"(addr))
#define HMMA16816F32(RD, RA, RB)                                                                           \
    asm volatile(                                                                                          \
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, " \
        "{%0, %1, %2, %3};\n"                                                                              \
        : "+f"(RD[0]), "+f"(RD[1]), "+f"(RD[2]), "+f"(RD[3])                                               \
        : "r"(RA[0]), "r"(RA[1]), "r"(RA[2]), "r"(RA[3]), "r"(RB[0]), "r"(RB[1]))
#define CP_ASYNC_CG(dst, src, bytes) \
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

constexpr int kTile = 32, kK = 32;  // a block's tile of C is 32 x 32: 4 warps of 16 x 16

// Rows of 64 bytes: the chunks of 16 bytes change places from row to row, so that ldmatrix has no bank conflicts.
__device__ __forceinline__ int chunk_at(int row, int chunk)
{
    return row * kK + ((chunk ^ (row / 2 % 4)) * 8);
}

__device__ void load_tile(half* to, const half* from, int pitch)
{
    const int row = threadIdx.x / 4, chunk = threadIdx.x % 4;
    const uint32_t address = static_cast<uint32_t>(__cvta_generic_to_shared(to + chunk_at(row, chunk)));
    CP_ASYNC_CG(address, from + row * pitch + chunk * 8, 16);
}

__global__ void __launch_bounds__(128)
    gemm(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int n)
{
    __shared__ __align__(128) half As[2][kTile * kK], Bs[2][kK * kTile];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row0 = warp / 2 * 16, col0 = warp % 2 * 16;
    const half *a = A + blockIdx.y * kTile * n, *b = B + blockIdx.x * kTile;
    float sums[2][4] = {};

    load_tile(As[0], a, n);
    load_tile(Bs[0], b, n);
    CP_ASYNC_COMMIT_GROUP();
    for (int k = 0; k < n; k += kK) {
        const int stage = k / kK % 2;
        if (k + kK < n) {
            load_tile(As[stage ^ 1], a + k + kK, n);
            load_tile(Bs[stage ^ 1], b + (k + kK) * n, n);
        }
        CP_ASYNC_COMMIT_GROUP();
        CP_ASYNC_WAIT_GROUP(1);
        __syncthreads();
        for (int step = 0; step < kK; step += 16) {
            uint32_t ra[4], rb[2][2];
            const half* from = As[stage] + chunk_at(row0 + lane % 16, step / 8 + lane / 16);
            LDMATRIX_X4(ra[0], ra[1], ra[2], ra[3], static_cast<uint32_t>(__cvta_generic_to_shared(from)));
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                const half* from_b = Bs[stage] + chunk_at(step + lane % 16, col0 / 8 + j);
                LDMATRIX_X2_T(rb[j][0], rb[j][1], static_cast<uint32_t>(__cvta_generic_to_shared(from_b)));
                HMMA16816F32(sums[j], ra, rb[j]);
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 4; ++i) {
            const int row = blockIdx.y * kTile + row0 + lane / 4 + i / 2 * 8;
            C[row * n + blockIdx.x * kTile + col0 + j * 8 + lane % 4 * 2 + i % 2] = sums[j][i];
        }
}

int main()
{
    const int n = 64;
    std::vector<half> a(n * n), b(n * n);
    std::vector<float> c(n * n);
    for (int i = 0; i < n * n; ++i) {
        a[i] = __float2half(float(i * 7 % 13) - 6);
        b[i] = __float2half(float(i * 5 % 11) / 4 - 1);
    }
    half *d_a, *d_b;
    float* d_c;
    CUDA_CHECK(cudaMalloc(&d_a, n * n * sizeof(half)));
    CUDA_CHECK(cudaMalloc(&d_b, n * n * sizeof(half)));
    CUDA_CHECK(cudaMalloc(&d_c, n * n * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_a, a.data(), n * n * sizeof(half), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, b.data(), n * n * sizeof(half), cudaMemcpyHostToDevice));
    gemm<<<dim3(n / kTile, n / kTile), 128>>>(d_a, d_b, d_c, n);
    CUDA_CHECK(cudaMemcpy(c.data(), d_c, n * n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            float sum = 0;
            for (int k = 0; k < n; ++k)
                sum += __half2float(a[i * n + k]) * __half2float(b[k * n + j]);
            expect(std::fabs(c[i * n + j] - sum) < 1e-3f, "gemm");
        }
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    printf("Test PASSED\n");
    return 0;
}
