// saxpy_v1: thread i, element i          ./saxpy_v1
//
// The lanes of a warp ask for 32 neighbouring floats: 128 bytes, which the memory moves as 4 sectors of 32
// bytes. All that moves is used, so the bus utilisation is 100 %. That is a coalesced access.
// See v2 for what happens if only every second thread works.
#include "saxpy.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add(std::size_t n, float a, const float* x, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

Saxpy::Output saxpy(const Saxpy::Input& in, Run& run)
{
    const std::size_t n = in.y.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(add, ceil_div(n, block), block);

    DeviceArray<float> d_x(run, n), d_y(run, n), d_y_before(run, n);
    run.upload([&] {
        d_x.copy_from(in.x);
        d_y_before.copy_from(in.y);
    });
    const auto restore = [&] { d_y.copy_from(d_y_before); };  // the kernel changes y
    restore();
    run.kernel(
        launch, [&] { add<<<launch.grid, launch.block>>>(n, in.a, d_x.data(), d_y.data()); }, restore);

    Saxpy::Output y;
    run.download([&] { d_y.copy_to(y); });
    return y;
}

}  // namespace

LADDER_VERSION(Saxpy, 1, "thread i, element i", saxpy, Saxpy::Task::AddAll);
