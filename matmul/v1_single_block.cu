// matmul_v1: one block, a thread per element of C          ./matmul_v1 -n 32
//
// Idea: each element of C is the product of a row of A with a column of B, independent of all others: a thread for
// each.
// Limited: a block has at most 1024 threads, so C can be 32 x 32 at most; and one block keeps one multiprocessor
// busy, the others idle. See v2.
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

Matmul::Output multiply_on_gpu(const Factors& f, Run& run)
{
    if (f.m > kMost || f.n > kMost)
        throw UsageError("C has " + std::to_string(f.m) + " x " + std::to_string(f.n) +
                         " elements: v1 computes at most 32 x 32, the threads of one block");
    require_block(run, static_cast<int>(f.m * f.n));
    const Launch launch(multiply, 1, dim3(static_cast<unsigned>(f.m), static_cast<unsigned>(f.n)));

    DeviceArray<float> d_a(run, f.a.size()), d_b(run, f.b.size()), d_c(run, f.m * f.n);
    run.upload([&] {
        d_a.copy_from(f.a);
        d_b.copy_from(f.b);
    });
    run.kernel(launch, [&] {
        multiply<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), f.n, f.k);
    });

    Matmul::Output c;
    run.download([&] { d_c.copy_to(c); });
    return c;
}

}  // namespace

LADDER_VERSION(Matmul, 1, "one block", multiply_on_gpu);
