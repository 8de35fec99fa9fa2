// A Julia set by CUDA's complex numbers, with marks for a profiler.
#include "check.h"

#include <complex>
#include <cuComplex.h>
#include <nvtx3/nvToolsExt.h>
#include <vector>

__host__ __device__ int steps(cuFloatComplex z, cuFloatComplex c)
{
    int n = 0;
    for (; n < 50 && cuCabsf(z) < 2; ++n)
        z = cuCaddf(cuCmulf(z, z), c);
    return n;
}

__global__ void julia(int* image, int width, int height, cuFloatComplex c)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        image[y * width + x] = steps(make_cuFloatComplex(3.0f * x / width - 1.5f, 2.0f * y / height - 1), c);
}

__global__ void divide(cuDoubleComplex* z)
{
    z[2] = cuCdiv(z[0], cuConj(z[1]));
    z[3] = cuCfma(z[0], z[1], cuCsub(z[0], z[1]));
}

int main()
{
    constexpr int kWidth = 100, kHeight = 60;
    const cuFloatComplex c = make_cuComplex(-0.8f, 0.156f);
    nvtxRangePush("julia");
    int* d;
    std::vector<int> image(kWidth * kHeight);
    CUDA_CHECK(cudaMalloc(&d, image.size() * sizeof(int)));
    julia<<<dim3((kWidth + 15) / 16, (kHeight + 15) / 16), dim3(16, 16)>>>(d, kWidth, kHeight, c);
    CUDA_CHECK(cudaMemcpy(image.data(), d, image.size() * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d));
    nvtxRangePop();
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x)
            expect(image[y * kWidth + x] ==
                       steps(make_cuFloatComplex(3.0f * x / kWidth - 1.5f, 2.0f * y / kHeight - 1), c),
                   "a pixel");

    const std::complex<double> a(3, -4), b(0.5, 2);
    cuDoubleComplex h[4] = {{3, -4}, {0.5, 2}}, *z;
    CUDA_CHECK(cudaMalloc(&z, sizeof h));
    CUDA_CHECK(cudaMemcpy(z, h, 2 * sizeof *h, cudaMemcpyHostToDevice));
    divide<<<1, 1>>>(z);
    CUDA_CHECK(cudaMemcpy(h, z, sizeof h, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(z));
    const auto close = [](cuDoubleComplex x, std::complex<double> y) {
        return std::abs(std::complex<double>(cuCreal(x), cuCimag(x)) - y) < 1e-14;
    };
    expect(close(h[2], a / std::conj(b)) && close(h[3], a * b + a - b), "quotient and product");
    printf("Test PASSED\n");
}
