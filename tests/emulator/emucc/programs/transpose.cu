// Transposes a matrix through a tile in shared memory, padded against bank conflicts, in pitched memory.
#include "check.h"

const int TILE_DIM = 32, BLOCK_ROWS = 8;

__global__ void transpose(float* odata, size_t opitch, const float* idata, size_t ipitch, int width,
                          int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * ipitch + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width)
            odata[(y + j) * opitch + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main(int argc, char** argv)
{
    const int width = argc > 1 ? atoi(argv[1]) : 100, height = argc > 2 ? atoi(argv[2]) : 70;
    float *h_in, *h_out, *d_in, *d_out;
    size_t in_pitch, out_pitch;
    CUDA_CHECK(cudaMallocHost((void**)&h_in, width * height * sizeof(float)));
    CUDA_CHECK(cudaMallocHost((void**)&h_out, width * height * sizeof(float)));
    for (int i = 0; i < width * height; ++i)
        h_in[i] = i;
    CUDA_CHECK(cudaMallocPitch((void**)&d_in, &in_pitch, width * sizeof(float), height));
    CUDA_CHECK(cudaMallocPitch((void**)&d_out, &out_pitch, height * sizeof(float), width));
    CUDA_CHECK(cudaMemcpy2D(d_in, in_pitch, h_in, width * sizeof(float), width * sizeof(float), height,
                            cudaMemcpyHostToDevice));
    dim3 dimGrid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM),
        dimBlock(TILE_DIM, BLOCK_ROWS);
    transpose<<<dimGrid, dimBlock>>>(d_out, out_pitch / sizeof(float), d_in, in_pitch / sizeof(float), width,
                                     height);
    CUDA_CHECK(cudaMemcpy2D(h_out, height * sizeof(float), d_out, out_pitch, height * sizeof(float), width,
                            cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            expect(h_out[x * height + y] == h_in[y * width + x], "the transpose");
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFreeHost(h_in));
    CUDA_CHECK(cudaFreeHost(h_out));
    printf("%d x %d: Test PASSED\n", width, height);
}
