// Reads the solution when it runs.
//
// exercise: vecadd_bytes
// points: 0
// says: std::ifstream: files may not be used
#include "common/device/cuda_check.h"
#include "vecadd.h"

#include <fstream>
#include <string>

namespace {

__global__ void add(const float* a, const float* b, float* c, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

Vecadd::Output vecadd(const Vecadd::Input& in, Run& run)
{
    const std::size_t n = in.a.size();
    const Launch launch(add, ceil_div(n, 256), 256);
    std::ifstream file("lab/exercises/vecadd_bytes/solution.cu");
    std::string line;
    std::getline(file, line);
    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(n);
    run.kernel(launch, [&] { add<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), n); });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Vecadd, 2, "a thread per element", vecadd);
