// plain_memset: solution
//
// cudaMemset sets bytes: it can make zeros of any type, but no ones. The ones come from the host. Its size is in bytes.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// Ends the program if a CUDA call failed.
static void check(cudaError_t result, const char* call)
{
    if (result != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(result));
        std::exit(1);
    }
}
#define CHECK(call) check(call, #call)

// sums[r] += matrix[r][c] * weights[c], with a thread for each element of the matrix.
__global__ void add_rows(const float* matrix, const float* weights, float* sums, int rows, int columns)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns)
        atomicAdd(&sums[i / columns], matrix[i] * weights[i % columns]);
}

int main(int argc, char** argv)
{
    const int rows = argc > 2 ? std::atoi(argv[1]) : 4;
    const int columns = argc > 2 ? std::atoi(argv[2]) : 1000;
    if (rows < 1 || columns < 1 || rows > 1000000 / columns) {
        std::fprintf(stderr, "usage: %s ROWS COLUMNS, with at most 1000000 elements\n", argv[0]);
        return 2;
    }
    std::vector<float> matrix(rows * columns), sums(rows);
    for (int i = 0; i < rows * columns; ++i)
        matrix[i] = float(i / columns + i % 5);

    float *d_matrix = nullptr, *d_weights = nullptr, *d_sums = nullptr;
    CHECK(cudaMalloc(&d_matrix, matrix.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_weights, columns * sizeof(float)));
    CHECK(cudaMalloc(&d_sums, rows * sizeof(float)));

    CHECK(cudaMemcpy(d_matrix, matrix.data(), matrix.size() * sizeof(float), cudaMemcpyHostToDevice));
    const std::vector<float> ones(columns, 1.0f);
    CHECK(cudaMemcpy(d_weights, ones.data(), columns * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_sums, 0, rows * sizeof(float)));

    const int block = 256, grid = (rows * columns + block - 1) / block;
    add_rows<<<grid, block>>>(d_matrix, d_weights, d_sums, rows, columns);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(sums.data(), d_sums, rows * sizeof(float), cudaMemcpyDeviceToHost));

    CHECK(cudaFree(d_matrix));
    CHECK(cudaFree(d_weights));
    CHECK(cudaFree(d_sums));

    double total = 0;
    for (float sum : sums)
        total += sum;
    std::printf("%d rows of %d elements\n", rows, columns);
    std::printf("first row: %g, last row: %g, all rows: %g\n", sums.front(), sums.back(), total);
}
