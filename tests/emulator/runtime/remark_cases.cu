// Calls that are right in themselves, and mistakes by what comes of them: each with its nearest right programs.
#include "cases.h"

#include <climits>

#include <type_traits>
#include <vector>

using namespace cases;

namespace remarks {
namespace {

constexpr int kColumns = 24, kRows = 3, kBlocks = 8;
constexpr std::size_t kRow = kColumns * sizeof(float);
constexpr auto kUp = cudaMemcpyHostToDevice, kDown = cudaMemcpyDeviceToHost;
const std::vector<float> image(kColumns* kRows, 1);

template <class T>
struct Pitched {
    T* data = nullptr;
    std::size_t pitch = 0;
    Pitched() { cudaMallocPitch(&data, &pitch, kRow, kRows); }
};

__global__ void write_columns(float* out, int from)
{
    for (int row = 0; row < kRows; ++row)
        if (int(threadIdx.x) >= from)
            out[row * kColumns + threadIdx.x] = 1;
}

// The first quarter of each row to the host, of `columns` that a kernel has written.
void download_quarter(int columns)
{
    float* d = device_array<float>(kColumns * kRows);
    write_columns<<<1, columns>>>(d, 0);
    std::vector<float> host(kColumns * kRows);
    cudaMemcpy2D(host.data(), kRow, d, kRow, kColumns, kRows, kDown);  // here: download_of_elements
}

template <class T>
__global__ void copy_to(T* out, const T* in)
{
    out[threadIdx.x] = in[threadIdx.x];  // here: kernel_reads_filled
}
template <class T>
void fill_and_read(int value)
{
    T *in = device_array<T>(32), *out = device_array<T>(32);
    cudaMemset(in, value, 32 * sizeof(T));
    copy_to<<<1, 32>>>(out, in);
}

enum class Reset { none, by_memset, by_last, by_modulo, by_wrapping };
__device__ unsigned arrived;

// *found: index of the first element that is `key`, if any; blocks are counted on the way.
__global__ void find(const int* in, int key, int* found, unsigned* blocks)
{
    if (threadIdx.x == 0)
        atomicAdd(blocks, 1u);
    __syncthreads();
    if (in[blockIdx.x * blockDim.x + threadIdx.x] == key)
        *found = in[threadIdx.x];
}

template <Reset reset>
__global__ void sum_all(const int* in, int* partial, int* sum)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        unsigned before;
        if constexpr (reset == Reset::by_wrapping)
            before = atomicInc(&arrived, gridDim.x - 1);
        else
            before = atomicAdd(&arrived, 1u);  // here: blocks_not_counted_anew
        is_last = (reset == Reset::by_modulo ? before % gridDim.x : before) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        int all = 0;
        for (unsigned i = 0; i < gridDim.x; ++i)
            all += static_cast<volatile int*>(partial)[i];
        *sum = all;
        if (reset == Reset::by_last)
            arrived = 0;
    }
}

template <Reset reset>
void sum_twice(bool counter_is_read = false)
{
    unsigned count = 0;
    cudaMemcpyToSymbol(arrived, &count, sizeof count);
    int *in = zeroes<int>(kBlocks), *partial = device_array<int>(kBlocks), *sum = zeroes<int>(1);
    for (int launch = 0; launch < 2; ++launch) {
        if (reset == Reset::by_memset)
            cudaMemcpyToSymbol(arrived, &count, sizeof count);
        sum_all<reset><<<kBlocks, 64>>>(in, partial, sum);
    }
    if (counter_is_read)
        cudaMemcpyFromSymbol(&count, arrived, sizeof count);
}

}  // namespace

CASE(upload_of_elements)
{
    Pitched<float> d;
    cudaMemcpy2D(d.data, d.pitch, image.data(), kRow, kColumns, kRows, kUp);  // here: upload_of_elements
}
CASE(array_upload)
{
    const auto format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &format, kColumns, kRows);
    cudaMemcpy2DToArray(array, 0, 0, image.data(), kRow, kColumns, kRows, kUp);  // here: array_upload
}
CASE(download_of_elements)
{
    download_quarter(kColumns);
}
CASE(copies_of_rows)
{
    Pitched<float> d;
    cudaMemcpy2D(d.data, d.pitch, image.data(), kRow, kRow, kRows, kUp);
    std::vector<float> quarter(kColumns / 4 * kRows);
    cudaMemcpy2D(quarter.data(), kColumns, d.data, d.pitch, kColumns, kRows, kDown);
    Pitched<char> bytes;
    cudaMemcpy2D(bytes.data, bytes.pitch, image.data(), kRow, kColumns, kRows, kUp);
    cudaMemcpy2D(bytes.data, bytes.pitch, image.data(), kRow, kRow, kRows - 1, kUp);
}
CASE(copies_of_rows_in_four_parts)
{
    Pitched<float> d;
    const char* from = reinterpret_cast<const char*>(image.data());
    for (int part = 0; part < 4; ++part)
        cudaMemcpy2D(reinterpret_cast<char*>(d.data) + part * kColumns, d.pitch, from + part * kColumns, kRow,
                     kColumns, kRows, kUp);
}
CASE(upload_of_a_part_of_rows)
{
    float* d = device_array<float>(kColumns * kRows);
    cudaMemcpy2D(d, kRow, image.data(), kRow, kColumns, kRows, kUp);
    write_columns<<<1, kColumns>>>(d, kColumns / 4);
}
CASE(download_of_the_part_that_was_written)
{
    download_quarter(kColumns / 4);
}

CASE(ints_of_one)
{
    fill_and_read<int>(1);
}
CASE(floats_of_one)
{
    fill_and_read<float>(1);
}
CASE(ints_of_the_largest)
{
    fill_and_read<int>(INT_MAX);
}
CASE(download_of_ones)
{
    int* d = device_array<int>(32);
    cudaMemset(d, 1, 32 * sizeof(int));
    int host[32];
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);  // here: download_of_ones
}
CASE(fills_of_bytes)
{
    fill_and_read<int>(0);
    fill_and_read<int>(-1);
    fill_and_read<unsigned>(0xFFFF);
    fill_and_read<int>(0x3F);
    fill_and_read<char>(1);
    fill_and_read<short>(1);
    fill_and_read<uchar4>(1);
    int *filled = device_array<int>(32), *out = device_array<int>(32);
    cudaMemset(filled, 1, 32 * sizeof(int));
    copy_to<<<1, 128>>>(reinterpret_cast<char*>(out), reinterpret_cast<const char*>(filled));
    copy_to<<<1, 32>>>(filled, zeroes<int>(32));
    copy_to<<<1, 32>>>(out, filled);
    keep(filled, 32);
    cudaMemset(filled, 2, 32 * sizeof(int));
    cudaMemset(filled, 0, 32 * sizeof(int));
    keep(filled, 32);
}

CASE(blocks_not_counted_anew)
{
    sum_twice<Reset::none>();
}
CASE(blocks_counted_anew)
{
    sum_twice<Reset::none>(true);  // first: what reads the counter clears what was found before
    sum_twice<Reset::by_memset>();
    sum_twice<Reset::by_last>();
    sum_twice<Reset::by_modulo>();
    sum_twice<Reset::by_wrapping>();
}
// The block that finds the key stores once: the last one in the first launch, none in the second.
CASE(blocks_counted_over_two_launches)
{
    std::vector<int> host(kBlocks * 32);
    host.back() = 5;
    int *in = device_array(host.size(), host.data()), *found = zeroes<int>(1);
    unsigned* blocks = zeroes<unsigned>(1);
    for (int key : {5, 6})
        find<<<kBlocks, 32>>>(in, key, found, blocks);
    keep(blocks, 1);
}

}  // namespace remarks
