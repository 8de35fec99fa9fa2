// matmul_v1: one block          ./matmul_v1
//
// Idea: start a thread for each element of C; it multiplies a row of A by a column of B.
// Still slow: a block has at most 1024 threads, so C has at most 32 x 32 elements, and all multiprocessors
// but one are idle. See v2.
#include "common/support/errors.h"
#include "matmul.h"

namespace {

constexpr std::size_t kMost = 32;

// a is (m, k), b is (k, n), c is (m, n), all row-major; one block of m x n threads.
__global__ void multiply(const float* a, const float* b, float* c, std::size_t n, std::size_t k)
{
    const std::size_t row = threadIdx.x;
    const std::size_t column = threadIdx.y;

    float sum = 0;
    for (std::size_t l = 0; l < k; ++l)
        sum += a[row * k + l] * b[l * n + column];
    c[row * n + column] = sum;
}

Matmul::Output multiply_on_gpu(const Matmul::Input& in, Run& run)
{
    if (in.m > kMost || in.n > kMost)
        throw UsageError("C has " + std::to_string(in.m) + " x " + std::to_string(in.n) +
                         " elements: v1 computes at most 32 x 32, the threads of one block");
    run.require_block(static_cast<int>(in.m * in.n));
    const Launch launch(multiply, 1, dim3(static_cast<unsigned>(in.m), static_cast<unsigned>(in.n)));

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(in.m * in.n);
    run.kernel(launch, [&] {
        multiply<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), in.n, in.k);
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Matmul, 1, "one block", multiply_on_gpu).default_to(kMost);
