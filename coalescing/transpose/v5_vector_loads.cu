// transpose_v5: 16-byte loads and stores          ./transpose_v5 -n 16Ki
//
// Slow in v4: a thread loads 4 bytes, waits for them, stores them and ends: too few bytes are in flight.
// Idea: a thread loads 4 x 4 elements, as a float4 from each of 4 rows, transposes them in registers, and
// puts them into the tile as 4 float4. It takes 4 others of the tile's float4, and stores them to B.
// Limit: moving 8 bytes per element, as a copy does; the rate of a copy is printed beside.
#include "transpose.h"

namespace {

constexpr int kTile = 64;                // elements along a side
constexpr int kFours = kTile / 4;        // float4 in a row of the tile; patches of 4 x 4 along a side
constexpr int kBlock = kFours * kFours;  // threads: a patch for each

// Four elements from p on, of which `left` exist. kWide: all four exist or none, and p is aligned to 16 bytes.
template <bool kWide>
__device__ float4 load_four(const float* p, long long left)
{
    if constexpr (kWide)
        return left > 0 ? *reinterpret_cast<const float4*>(p) : float4{};
    else
        return {left > 0 ? p[0] : 0, left > 1 ? p[1] : 0, left > 2 ? p[2] : 0, left > 3 ? p[3] : 0};
}

template <bool kWide>
__device__ void store_four(float* to, float4 four, long long left)
{
    if constexpr (kWide) {
        if (left > 0)
            *reinterpret_cast<float4*>(to) = four;
    } else {
        const float each[] = {four.x, four.y, four.z, four.w};
        for (int i = 0; i < 4; ++i)
            if (left > i)
                to[i] = each[i];
    }
}

// a is (rows, columns), b is (columns, rows), both row-major. kWide: rows and columns are multiples of 4.
template <bool kWide>
__global__ void __launch_bounds__(kBlock)
    transpose(const float* a, float* b, long long rows, long long columns)
{
    // Rows of the tile are rows of B. Float4 x of row y lies in place x ^ y / 4 % 8: the 8 lanes that store or
    // load at a time then use all banks.
    __shared__ float4 tile[kTile][kFours];

    // Consecutive blocks go down A and so along rows of B.
    const long long tile_column = (long long)blockIdx.z * gridDim.y + blockIdx.y;
    const long long first_row = (long long)blockIdx.x * kTile;
    const long long first_column = tile_column * kTile;

    const int x = threadIdx.x % kFours;  // of the patch in the tile's part of A
    const int y = threadIdx.x / kFours;
    const long long column = first_column + 4 * x;
    float4 row[4];
    for (int i = 0; i < 4; ++i) {
        const long long r = first_row + 4 * y + i;
        row[i] = load_four<kWide>(a + r * columns + column, r < rows ? columns - column : 0);
    }
    const int place = y ^ x % 8;
    tile[4 * x][place] = {row[0].x, row[1].x, row[2].x, row[3].x};
    tile[4 * x + 1][place] = {row[0].y, row[1].y, row[2].y, row[3].y};
    tile[4 * x + 2][place] = {row[0].z, row[1].z, row[2].z, row[3].z};
    tile[4 * x + 3][place] = {row[0].w, row[1].w, row[2].w, row[3].w};
    __syncthreads();

    // Lanes along rows of B.
    for (int i = 0; i < 4; ++i) {
        const int from = y + kFours * i;
        const long long r = first_column + from, c = first_row + 4 * x;
        store_four<kWide>(b + r * rows + c, tile[from][x ^ from / 4 % 8], r < columns ? rows - c : 0);
    }
}

// What a transposition cannot be faster than.
__global__ void copy(const float4* a, float4* b, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i];
}

Transpose::Output transpose_on_gpu(const Transpose::Input& in, Run& run)
{
    run.require_block(kBlock);
    const auto kernel = in.rows % 4 == 0 && in.columns % 4 == 0 ? transpose<true> : transpose<false>;
    const Launch launch(kernel, grid_of_strips(in.rows, in.columns, kTile, kTile), kBlock);

    const auto d_a = run.upload(in.a), d_b = run.array<float>(in.a.size());
    run.kernel(launch,
               [&] { kernel<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), in.rows, in.columns); });
    const Transpose::Output b = run.download(d_b);
    run.beside("a copy", [&, fours = in.a.size() / 4] {
        copy<<<ceil_div(fours, kBlock), kBlock>>>(reinterpret_cast<const float4*>(d_a.data()),
                                                  reinterpret_cast<float4*>(d_b.data()), fours);
    });
    return b;
}

}  // namespace

LADDER_VERSION(Transpose, 5, "16-byte loads and stores", transpose_on_gpu);
