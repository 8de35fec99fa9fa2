// vecadd_v3: four elements per thread, by 16-byte loads          ./vecadd_v3 -n 256Mi
//
// Slow in v2: 8 bytes per thread under way are too few.
// Idea: a float4 is 16 bytes that one instruction loads or stores. A warp's request now asks for 512 bytes in
// place of 128, in one piece: a quarter of the requests, and four times as many bytes under way.
// What remains is the time to move 12 n bytes: see the README for how near it is to the limit.
#include "vecadd.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add(const float* a, const float* b, float* c, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        const float4 x = reinterpret_cast<const float4*>(a)[i];
        const float4 y = reinterpret_cast<const float4*>(b)[i];
        reinterpret_cast<float4*>(c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    } else if (i - n / 4 < n % 4) {  // the last elements, fewer than four: a thread for each
        const std::size_t last = n / 4 * 4 + (i - n / 4);
        c[last] = a[last] + b[last];
    }
}

Vecadd::Output vecadd(const Vecadd::Input& in, Run& run)
{
    const std::size_t n = in.a.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(add, ceil_div(n / 4 + n % 4, block), block);

    DeviceArray<float> d_a(run, n), d_b(run, n), d_c(run, n);
    run.upload([&] {
        d_a.copy_from(in.a);
        d_b.copy_from(in.b);
    });
    run.kernel(launch, [&] { add<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), n); });

    Vecadd::Output c;
    run.download([&] { d_c.copy_to(c); });
    return c;
}

}  // namespace

LADDER_VERSION(Vecadd, 3, "16-byte loads", vecadd);
