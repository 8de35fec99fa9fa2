// What Hopper has for matrix products (compute capability 9.0, compiled for sm_90a): barriers in shared memory that
// count bytes, the tensor memory accelerator (TMA), and multiplication by a warp group. Nearly every function
// here is one instruction of the PTX ISA, whose manual says more.
#pragma once

#include "common/device/cuda_check.h"
#include "common/ladder.h"

#include <climits>
#include <cuda.h>

#include <algorithm>
#include <cstdint>

// In shared memory a row of a tile is 128 bytes: the width of a box that the TMA copies. It swizzles the boxes:
// the 16-byte unit u of row r lies where unit u ^ (r % 8) would, so that units of 8 adjacent rows are in different
// banks. A box begins at a multiple of 1024 bytes.
constexpr int kRowBytes = 128;
constexpr int kRowOfFloats = kRowBytes / sizeof(float);
constexpr int kUnit = 16 / sizeof(float);
constexpr int kBoxAlignment = 8 * kRowBytes;

// --- Host: what the TMA is told of a matrix

// matrix is (rows, columns), row-major, its rows `pitch` elements apart, a multiple of 16 bytes. Boxes have
// box_rows rows of 128 bytes. Elements outside of the matrix are read as 0.
inline CUtensorMap tensor_map(const float* matrix, std::size_t rows, std::size_t columns, std::size_t pitch,
                              unsigned box_rows)
{
    static void* const encode = [] {  // of the driver, which need not be linked
        void* function = nullptr;
        cudaDriverEntryPointQueryResult found{};
        CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                                    cudaEnableDefault, &found));
        if (found != cudaDriverEntryPointSuccess)
            throw ladders::CudaError("the driver has no cuTensorMapEncodeTiled: it is older than 12.0");
        return function;
    }();
    if (std::max(rows, columns) > INT_MAX - 1024)
        throw ladders::UsageError(
            "this version takes at most 2147482623 rows or columns: the TMA counts them in 32 bits");

    const cuuint64_t size[] = {columns, rows}, stride[] = {pitch * sizeof(float)};
    const cuuint32_t box[] = {kRowOfFloats, box_rows}, step[] = {1, 1};
    CUtensorMap map;
    const CUresult result = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
        &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, const_cast<float*>(matrix), size, stride, box, step,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS)
        throw ladders::CudaError("cuTensorMapEncodeTiled: error " + std::to_string(result));
    return map;
}

// --- Barriers

__device__ inline std::uint32_t shared_address(const void* pointer)
{
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

// A barrier in shared memory. Its phase 0, 1, 2, ... ends when as many threads have arrived as init() said, and
// all bytes that they announced are there.
class Barrier {
public:
    __device__ void init(int arrivals)
    {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address()), "r"(arrivals) : "memory");
    }
    __device__ void arrive()
    {
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address()) : "memory");
    }
    // Arrives, and announces bytes that the TMA will bring.
    __device__ void arrive_and_expect(int bytes)
    {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address()), "r"(bytes)
                     : "memory");
    }
    // Waits for the end of a phase of this parity: the current phase, or the one before it, which has ended.
    __device__ void wait(int parity)
    {
        int ended = 0;
        while (!ended)
            asm volatile(
                "{\n"
                ".reg .pred ended;\n"
                "mbarrier.try_wait.parity.shared::cta.b64 ended, [%1], %2;\n"
                "selp.b32 %0, 1, 0, ended;\n"
                "}"
                : "=r"(ended)
                : "r"(address()), "r"(parity)
                : "memory");
    }
    __device__ std::uint32_t address() const { return shared_address(this); }

private:
    std::uint64_t state_;
};

// Makes initialised barriers known to the TMA; then the threads must synchronise.
__device__ inline void publish_barriers()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

// --- The tensor memory accelerator: one thread starts a copy

// The box from [row][column] on to shared memory; its bytes count at the barrier.
__device__ inline void load_box(void* to, const CUtensorMap& from, int row, int column, Barrier& barrier)
{
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
        "%3}], [%4];" ::"r"(shared_address(to)),
        "l"(&from), "r"(column), "r"(row), "r"(barrier.address())
        : "memory");
}

// --- Multiplication by a warp group: 4 warps that begin at a multiple of 4

// A tile of boxes in shared memory for the tensor cores, whose rows go along k: its address and the bytes from 8
// rows to the next 8, in units of 16 bytes. Bit 62: swizzled as described above.
__device__ inline std::uint64_t tile_descriptor(const void* tile)
{
    return (shared_address(tile) & 0x3ffff) >> 4 | std::uint64_t{1} << 16 |
           std::uint64_t{kBoxAlignment >> 4} << 32 | std::uint64_t{1} << 62;
}

// Before the first of several products: the registers are ready.
__device__ inline void begin_products()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
// Ends a batch of products, and waits until all of them are done.
__device__ inline void finish_products()
{
    asm volatile(
        "wgmma.commit_group.sync.aligned;\n"
        "wgmma.wait_group.sync.aligned 0;" ::
            : "memory");
}

// One product of TF32 numbers, m64n176k8: 64 x 8 from registers by 8 x 176 from shared memory. Warp w of the group
// holds rows 16 w to 16 w + 15. Its lane t has of the factor rows t / 4 and t / 4 + 8, in column t % 4 and then in
// column t % 4 + 4; and of the sums, in columns 8 j + 2 (t % 4) and the next one, row t / 4 in sums[4 j] and
// sums[4 j + 1], and row t / 4 + 8 in sums[4 j + 2] and sums[4 j + 3].
constexpr int kGroupRows = 64, kGroupColumns = 176, kGroupDepth = 8;
using GroupSums = float[kGroupRows * kGroupColumns / 128];

// sums = a b, plus sums if `add`. The call does not wait, and neither a, the tile nor the sums may be touched until
// finish_products().
__device__ inline void multiply_8(GroupSums& sums, const unsigned (&a)[4], std::uint64_t b, bool add)
{
#define EIGHT_SUMS(i)                                                                          \
    "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), "+f"(sums[i + 4]), \
        "+f"(sums[i + 5]), "+f"(sums[i + 6]), "+f"(sums[i + 7])
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %93, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n176k8.f32.tf32.tf32 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
        "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
        "%80, %81, %82, %83, %84, %85, %86, %87}, {%88, %89, %90, %91}, %92, add, 1, 1;\n"
        "}"
        : EIGHT_SUMS(0), EIGHT_SUMS(8), EIGHT_SUMS(16), EIGHT_SUMS(24), EIGHT_SUMS(32), EIGHT_SUMS(40),
          EIGHT_SUMS(48), EIGHT_SUMS(56), EIGHT_SUMS(64), EIGHT_SUMS(72), EIGHT_SUMS(80)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(static_cast<int>(add)));
#undef EIGHT_SUMS
}

// --- Registers

// From here on each thread of the warp group has kRegisters: it gives up some, or waits until others have.
template <int kRegisters>
__device__ void shrink_to()
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
template <int kRegisters>
__device__ void grow_to()
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
