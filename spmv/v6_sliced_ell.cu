// spmv_v6: sorted slices          ./spmv_v6 --matrix powerlaw -n 2Mi
//
// Slow in v5: a third of the rows decides how much padding all others get, and what is left takes atomics.
// Idea: sort the rows by length and pad only within slices of 32 rows, a warp's, that are then nearly of one length.
// Very long rows are cut into pieces of at most 64 entries first, which are sorted like rows. So every warp has about
// the same work, and no lane waits. Only the pieces of cut rows are added up by atomics, a warp's worth at a time where
// a whole warp holds pieces of one row. Column and value lie together, for one 8-byte load.
// What remains is reading the matrix once, and x, in any order.
#include "formats.h"
#include "spmv.h"

namespace {

constexpr int kBlockSize = 128;
constexpr int kUnrolled = 4;  // entries under way at once
constexpr unsigned kAllLanes = 0xffffffff;

__device__ float product(int2 entry, const float* x)
{
    return entry.x == kPadding ? 0.0f : __int_as_float(entry.y) * __ldg(&x[entry.x]);
}

// entry[32 k], for k < length, times x.
__device__ float sum_of_piece(const int2* entry, int length, const float* x)
{
    float sum = 0;
    for (int k = 0; k < length; k += kUnrolled) {
        int2 loaded[kUnrolled];
        for (int u = 0; u < kUnrolled;
             ++u)  // read once: these need not stay in the cache, which x should have
            loaded[u] = k + u < length ? __ldcs(&entry[32 * (k + u)]) : make_int2(kPadding, 0);
        for (int u = 0; u < kUnrolled; ++u)
            sum += product(loaded[u], x);
    }
    return sum;
}

// y[row] += sum for each lane, by one atomic where the whole warp has one row.
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
    // Sorted by length only, pieces of cut rows and whole rows may share a warp; and the last slice may not be full.
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
    ConversionTimer conversion(run);
    const SlicedEll a = sliced_ell_from(in.a);
    conversion.stop();
    const std::size_t pieces = a.row.size();
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    const Launch launch(multiply, std::max<std::size_t>(1, ceil_div(pieces, block)), block);

    DeviceArray<int> d_row(run, pieces), d_slice_start(run, a.slice_start.size());
    DeviceArray<SlicedEll::Entry> d_entry(run, a.entry.size());
    DeviceArray<float> d_x(run, in.a.columns), d_y(run, in.a.rows);
    run.upload([&] {
        d_row.copy_from(a.row);
        d_slice_start.copy_from(a.slice_start);
        d_entry.copy_from(a.entry);
        d_x.copy_from(in.x);
    });
    run.kernel(launch, [&] {
        if (a.any_cut)
            d_y.zero();  // the pieces of cut rows are added
        multiply<<<launch.grid, launch.block>>>(pieces, d_row.data(), d_slice_start.data(),
                                                reinterpret_cast<const int2*>(d_entry.data()), d_x.data(),
                                                d_y.data());
    });

    constexpr int kMost = SlicedEll::kMostInPiece;
    run.longest_chain(kMost + 5 + ceil_div(in.a.longest_row(), kMost));

    std::vector<float> y;
    run.download([&] { d_y.copy_to(y); });
    return y;
}

}  // namespace

LADDER_VERSION(Spmv, 6, "sliced ELL, rows sorted", spmv);
