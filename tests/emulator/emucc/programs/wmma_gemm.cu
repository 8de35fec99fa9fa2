// C = A * B with tensor cores, as in courses: one warp per tile of 16 x 16; then four warps per block that share tiles, in half
// and in bfloat16.
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <mma.h>
#include <vector>

using namespace nvcuda;

const int WMMA_M = 16, WMMA_N = 16, WMMA_K = 16;

__global__ void wmma_simple(const half* A, const half* B, float* C, int M, int N, int K, float alpha,
                            float beta)
{
    const int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    const int warpN = blockIdx.y * blockDim.y + threadIdx.y;

    wmma::fragment<wmma::matrix_a, WMMA_M, WMMA_N, WMMA_K, half, wmma::row_major> a_frag;
    wmma::fragment<wmma::matrix_b, WMMA_M, WMMA_N, WMMA_K, half, wmma::row_major> b_frag;
    wmma::fragment<wmma::accumulator, WMMA_M, WMMA_N, WMMA_K, float> acc_frag;
    wmma::fragment<wmma::accumulator, WMMA_M, WMMA_N, WMMA_K, float> c_frag;
    wmma::fill_fragment(acc_frag, 0.0f);

    for (int i = 0; i < K; i += WMMA_K) {
        const int aRow = warpM * WMMA_M, bCol = warpN * WMMA_N;
        if (aRow < M && bCol < N) {
            wmma::load_matrix_sync(a_frag, A + aRow * K + i, K);
            wmma::load_matrix_sync(b_frag, B + i * N + bCol, N);
            wmma::mma_sync(acc_frag, a_frag, b_frag, acc_frag);
        }
    }
    const int cRow = warpM * WMMA_M, cCol = warpN * WMMA_N;
    if (cRow < M && cCol < N) {
        wmma::load_matrix_sync(c_frag, C + cRow * N + cCol, N, wmma::mem_row_major);
        for (int i = 0; i < c_frag.num_elements; i++)
            c_frag.x[i] = alpha * acc_frag.x[i] + beta * c_frag.x[i];
        wmma::store_matrix_sync(C + cRow * N + cCol, c_frag, N, wmma::mem_row_major);
    }
}

template <class T>
__global__ void wmma_shared(const T* A, const T* B, float* C, int n)
{
    __shared__ T As[32][32 + 8];
    __shared__ T Bs[32][32 + 8];
    const int warp = threadIdx.x / 32, row = warp / 2 * 16, col = warp % 2 * 16;

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x) {
            As[i / 32][i % 32] = A[(blockIdx.y * 32 + i / 32) * n + k0 + i % 32];
            Bs[i / 32][i % 32] = B[(k0 + i / 32) * n + blockIdx.x * 32 + i % 32];
        }
        __syncthreads();
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::row_major> b;
            wmma::load_matrix_sync(a, &As[row][k], 32 + 8);
            wmma::load_matrix_sync(b, &Bs[k][col], 32 + 8);
            wmma::mma_sync(acc, a, b, acc);
        }
        __syncthreads();
    }
    wmma::store_matrix_sync(C + (blockIdx.y * 32 + row) * n + blockIdx.x * 32 + col, acc, n,
                            wmma::mem_row_major);
}

template <class T, class Run>
bool is_right(int n, Run run)
{
    std::vector<T> a(n * n), b(n * n);
    std::vector<float> c(n * n, -1);
    for (int i = 0; i < n * n; ++i) {
        a[i] = T(float(i * 7 % 13) - 6);
        b[i] = T(float(i * 5 % 11) / 4 - 1);
    }
    T *d_a, *d_b;
    float* d_c;
    cudaMalloc(&d_a, n * n * sizeof(T));
    cudaMalloc(&d_b, n * n * sizeof(T));
    cudaMalloc(&d_c, n * n * sizeof(float));
    cudaMemcpy(d_a, a.data(), n * n * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), n * n * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemcpy(d_c, c.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    run(d_a, d_b, d_c);
    cudaMemcpy(c.data(), d_c, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            float sum = 0;
            for (int k = 0; k < n; ++k)
                sum += float(a[i * n + k]) * float(b[k * n + j]);
            if (std::fabs(c[i * n + j] - sum) > 1e-3f)
                return false;
        }
    return true;
}

int main()
{
    const int n = 64;
    const bool simple = is_right<half>(n, [&](half* a, half* b, float* c) {
        const dim3 block(64, 2), grid(n / (16 * 64 / 32), n / (16 * 2));
        wmma_simple<<<grid, block>>>(a, b, c, n, n, n, 1.0f, 0.0f);
    });
    const bool shared = is_right<half>(
        n, [&](half* a, half* b, float* c) { wmma_shared<half><<<dim3(n / 32, n / 32), 128>>>(a, b, c, n); });
    const bool bfloat = is_right<__nv_bfloat16>(n, [&](__nv_bfloat16* a, __nv_bfloat16* b, float* c) {
        wmma_shared<__nv_bfloat16><<<dim3(n / 32, n / 32), 128>>>(a, b, c, n);
    });
    expect(simple, "one warp per tile");
    expect(shared, "half tiles in shared memory");
    expect(bfloat, "bfloat16 tiles in shared memory");
    printf("Test PASSED\n");
    return 0;
}
