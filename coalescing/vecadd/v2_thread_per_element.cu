// vecadd_v2: a thread per element          ./vecadd_v2 -n 256Mi
//
// Slow in v1: one block, so one multiprocessor at work.
// Idea: enough blocks to give each element a thread of its own; they spread over all multiprocessors. Threads
// of the last block beyond the last element do nothing.
// Still slow: a thread asks for 8 bytes, waits for them and ends. All resident threads together do not have
// enough bytes in flight to keep the memory busy.
#include "vecadd.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add(const float* a, const float* b, float* c, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

Vecadd::Output vecadd(const Vecadd::Input& in, Run& run)
{
    const std::size_t n = in.a.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(add, ceil_div(n, block), block);

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(n);
    run.kernel(launch, [&] { add<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), n); });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Vecadd, 2, "a thread per element", vecadd);
