// Memory that a program reads or copies to the host, and that it has never written: each with its nearest right program.
#include "cases.h"

#include <vector>

using namespace cases;

namespace {

constexpr int kCount = 256, kWritten = 152;
constexpr std::size_t kBytes = kCount * sizeof(int);
constexpr auto kToHost = cudaMemcpyDeviceToHost;

__global__ void write_first(int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

__global__ void count_into(int* bins)
{
    atomicAdd(&bins[threadIdx.x % 8], 1);  // here: bins_without_zeros
}

__global__ void twice(const int* in, int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];  // here: upload_of_n_bytes
}

// Far past its end there is another array.
__global__ void sums_of_columns(const int* in, int* out, int rows)
{
    int sum = 0;
    for (int row = 0; row < rows; ++row)
        sum += in[row * 64 + threadIdx.x];  // here: reads_far_past_the_end
    out[threadIdx.x] = sum;
}

struct Padded {
    char kind;
    double value;
};

__global__ void write_padded(Padded* out)
{
    out[threadIdx.x].kind = 'a';
    out[threadIdx.x].value = 1;
}

// Of 16 bytes, with padding of a word, and one that has a load of its own.
struct Wide {
    int kind;
    double value;
};
struct __align__(16) AlignedPoint
{
    float x, y, z;
};

template <bool kShared, bool kComplete>
__global__ void copy_structs(Padded* padded, Wide* wide, AlignedPoint* points, float4* fours, double* out)
{
    __shared__ Wide shared_wide[32];
    __shared__ AlignedPoint shared_points[32];
    const int i = threadIdx.x;
    if (kShared)
        wide = shared_wide, points = shared_points;
    padded[i].kind = 'a';
    padded[i].value = i;
    wide[i].kind = 1;
    wide[i].value = i;
    points[i].x = points[i].y = points[i].z = 1;
    fours[i].x = 1;
    if (kComplete || i < 31)
        fours[i].y = fours[i].z = fours[i].w = 1;
    const Padded a = padded[i];
    const Wide b = wide[i];
    const AlignedPoint c = points[i];
    const float4 d = fours[i];  // here: a_float4_of_which_a_part_was_written
    out[i] = a.value + b.value + c.z + d.x * d.w;
}

__global__ void copy_unwritten_structs(const Wide* wide, double* out)
{
    const Wide a = wide[threadIdx.x];  // here: copies_of_structs_that_nobody_wrote
    out[threadIdx.x] = a.value;
}

template <bool kShared, bool kComplete>
void copy_written_structs()
{
    double* out = device_array<double>(32);
    copy_structs<kShared, kComplete><<<1, 32>>>(device_array<Padded>(32), device_array<Wide>(32),
                                                device_array<AlignedPoint>(32), device_array<float4>(32),
                                                out);
    keep(out, 1);
}

void download(const void* from, std::size_t bytes)
{
    std::vector<char> host(bytes);
    cudaMemcpy(host.data(), from, bytes, cudaMemcpyDeviceToHost);
}

void count_into_poisoned(bool zero)
{
    int* bins = device_array<int>(8);
    emu::poison(bins, 0xFF, 8 * sizeof(int));
    if (zero)
        cudaMemset(bins, 0, 8 * sizeof(int));
    count_into<<<1, 32>>>(bins);
}

void double_uploaded(std::size_t bytes)
{
    const std::vector<int> host(kCount, 1);
    int *in = device_array<int>(kCount), *out = device_array<int>(kCount);
    cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice);
    twice<<<1, kCount>>>(in, out, kCount);
}

}  // namespace

CASE(bins_without_zeros)
{
    count_into_poisoned(false);
}
CASE(bins_with_zeros)
{
    count_into_poisoned(true);
}
CASE(reads_far_past_the_end)
{
    const int* in = zeroes<int>(64);
    device_array<int>(192);  // what the reads reach
    int* out = device_array<int>(192);
    sums_of_columns<<<1, 192>>>(in, out, 1);
}
CASE(reads_that_reach_the_end)
{
    const int* in = zeroes<int>(192);
    int* out = device_array<int>(192);
    sums_of_columns<<<1, 192>>>(in, out, 1);
}
CASE(upload_of_n_bytes)
{
    double_uploaded(kCount);
}
CASE(upload_of_n_elements)
{
    double_uploaded(kCount * sizeof(int));
}
CASE(download_of_unwritten_elements)
{
    int* d = nullptr;
    cudaMalloc(&d, kCount * sizeof(int));
    write_first<<<1, kCount>>>(d, kWritten);
    std::vector<int> host(kCount);
    cudaMemcpy(host.data(), d, kBytes, kToHost);  // here: download_of_unwritten_elements
}
CASE(stores_into_one_of_two_arrays)
{
    int *d = device_array<int>(kCount), *other = device_array<int>(kCount);
    twice<<<1, kCount>>>(zeroes<int>(kCount), d, kCount);
    const std::vector<std::string> lines = emu::stores_into(d);
    results() = {static_cast<long>(lines.size()), static_cast<long>(emu::stores_into(other).size())};
    if (!lines.empty())
        results().push_back(std::stol(lines[0].substr(lines[0].rfind(':') + 1)));
}
CASE(download_of_poison)
{
    int* d = nullptr;
    cudaMalloc(&d, kCount * sizeof(int));
    cudaMemset(d, 0, kCount * sizeof(int));
    emu::poison(d, 0xFF, kCount * sizeof(int));
    write_first<<<1, kCount>>>(d, kCount - 1);
    std::vector<int> host(kCount);
    cudaMemcpy(host.data(), d, kBytes, kToHost);  // here: download_of_poison
    results() = {host[kCount - 2], host[kCount - 1]};
}
CASE(download_of_unwritten_bytes)
{
    void* d = nullptr;
    cudaMalloc(&d, kCount * sizeof(int));
    write_first<<<1, kCount>>>(static_cast<int*>(d), kWritten);
    std::vector<int> host(kCount);
    cudaMemcpy(host.data(), d, kBytes, kToHost);  // here: download_of_unwritten_bytes
}
CASE(download_of_unwritten_rows)
{
    int* d = nullptr;
    std::size_t pitch = 0;
    cudaMallocPitch(&d, &pitch, 8 * sizeof(int), 4);
    cudaMemset2D(d, pitch, 0, 8 * sizeof(int), 3);
    int host[4][8];
    constexpr std::size_t width = sizeof host[0];
    cudaMemcpy2D(host, width, d, pitch, width, 4, kToHost);  // here: download_of_unwritten_rows
}
CASE(download_of_written_rows)
{
    int* d = nullptr;
    std::size_t pitch = 0;
    cudaMallocPitch(&d, &pitch, 8 * sizeof(int), 4);
    cudaMemset2D(d, pitch, 0, 8 * sizeof(int), 4);
    int host[4][8];
    cudaMemcpy2D(host, sizeof host[0], d, pitch, 8 * sizeof(int), 4, cudaMemcpyDeviceToHost);
}
CASE(download_of_what_was_written)
{
    int* d = device_array<int>(kCount);
    write_first<<<1, kCount>>>(d, kWritten);
    download(d, kWritten * sizeof(int));
}
CASE(download_of_padded_structs)
{
    Padded* d = device_array<Padded>(32);
    write_padded<<<1, 32>>>(d);
    download(d, 32 * sizeof(Padded));
}
CASE(copies_of_structs_with_padding)
{
    copy_written_structs<false, true>();
    copy_written_structs<true, true>();
}
CASE(a_float4_of_which_a_part_was_written)
{
    copy_written_structs<false, false>();
}
CASE(copies_of_structs_that_nobody_wrote)
{
    copy_unwritten_structs<<<1, 32>>>(device_array<Wide>(32), device_array<double>(32));
}
// As in C: the elements are unknown.
CASE(download_of_padded_structs_of_unknown_size)
{
    Padded* d = nullptr;
    cudaMalloc(reinterpret_cast<void**>(&d), 32 * sizeof(Padded));
    write_padded<<<1, 32>>>(d);
    download(d, 32 * sizeof(Padded));
}
CASE(download_without_the_last_element)
{
    int* d = nullptr;
    cudaMalloc(reinterpret_cast<void**>(&d), kBytes);
    write_first<<<1, kCount>>>(d, kCount - 1);
    std::vector<int> host(kCount);
    cudaMemcpy(host.data(), d, kBytes, kToHost);  // here: download_without_the_last_element
}
