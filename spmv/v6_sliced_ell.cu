// spmv_v6: sliced ELL, rows sorted          ./spmv_v6 --matrix powerlaw -n 2Mi
//
// Slow in v5: one width for the ELL part of all rows, and serialised atomics for the rest of long ones.
// Idea: sort the rows by length and pad only within slices of 32, one per warp. Rows of more than 64 entries
// are cut into pieces first, which are sorted like rows; only their sums are added by atomics.
// Limit: reading the matrix, for banded at 89 % of an H200's peak, and x, which random columns read from L2.
#include "formats.h"
#include "spmv.h"

namespace {

constexpr int kBlockSize = 128;
constexpr int kUnrolled = 4;  // entries in flight per thread

__device__ float product(int2 entry, const float* x)
{
    return entry.x == kPadding ? 0.0f : __int_as_float(entry.y) * __ldg(&x[entry.x]);
}

// The products of entry[32 k], for k < length, with x, added up.
__device__ float sum_of_piece(const int2* entry, int length, const float* x)
{
    float sum = 0;
    for (int k = 0; k < length; k += kUnrolled) {
        int2 loaded[kUnrolled];
        for (int u = 0; u < kUnrolled; ++u)  // __ldcs: read only once, so that the cache is left to x
            loaded[u] = k + u < length ? __ldcs(&entry[32 * (k + u)]) : make_int2(kPadding, 0);
        for (int u = 0; u < kUnrolled; ++u)
            sum += product(loaded[u], x);
    }
    return sum;
}

// y[row] += sum for each lane; by one atomic operation if all lanes have the same row.
__device__ void add_to_cut_row(int row, float sum, float* y)
{
    int same;
    __match_all_sync(kAllLanes, row, &same);
    if (same) {
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_down_sync(kAllLanes, sum, offset);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&y[row], sum);
    } else {
        atomicAdd(&y[row], sum);
    }
}

// A warp per slice, a lane per piece.
__global__ void multiply(std::size_t pieces, const int* piece_row, const int* slice_start, const int2* entry,
                         const float* x, float* y)
{
    const std::size_t piece = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t slice = piece / 32;
    if (slice * 32 >= pieces)
        return;
    const int start = slice_start[slice], length = slice_start[slice + 1] - start;
    const float sum = sum_of_piece(entry + 32 * std::size_t(start) + threadIdx.x % 32, length, x);
    // Pieces of cut rows and whole rows may share a warp, and the last slice may not be full.
    const int row = piece < pieces ? piece_row[piece] : 0;
    if (__all_sync(kAllLanes, row < 0))
        add_to_cut_row(~row, sum, y);
    else if (row < 0)
        atomicAdd(&y[~row], sum);
    else if (piece < pieces)
        y[row] = sum;
}

std::vector<float> spmv(const Spmv::Input& in, Run& run)
{
    const SlicedEll a = run.prepare("Conversion from CSR", [&] { return sliced_ell_from(in.a); });
    const std::size_t pieces = a.row.size();
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    const Launch launch(multiply, std::max<std::size_t>(1, ceil_div(pieces, block)), block);

    const auto d_row = run.upload(a.row), d_slice_start = run.upload(a.slice_start);
    const auto d_entry = run.upload(a.entry);
    const auto d_x = run.upload(in.x), d_y = run.array<float>(in.a.rows);
    run.kernel(launch, [&] {
        if (a.any_cut)
            d_y.zero();  // the pieces of cut rows are added
        multiply<<<launch.grid, launch.block>>>(pieces, d_row.data(), d_slice_start.data(),
                                                reinterpret_cast<const int2*>(d_entry.data()), d_x.data(),
                                                d_y.data());
    });
    run.longest_chain(2 * SlicedEll::kMostInPiece + in.a.longest_row() / SlicedEll::kMostInPiece);
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Spmv, 6, "sliced ELL, rows sorted", spmv);
