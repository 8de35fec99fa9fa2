// What Hopper has for matrix products (compute capability 9.0, compiled for sm_90a): barriers in shared memory that count
// bytes, the tensor memory accelerator (TMA), and multiplication by a warp group. Nearly every function here is one
// instruction of the PTX ISA, whose manual says more.
#pragma once

#include "common/device/cuda_check.h"
#include "matmul_bf16.h"

#include <climits>
#include <cuda.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

// In shared memory a row of a tile is 128 bytes: the width of a box that the TMA copies. It swizzles the boxes: the 16-byte
// unit u of row r lies where unit u ^ (r % 8) would, so that units of 8 adjacent rows are in different banks. A box begins
// at a multiple of 1024 bytes.
constexpr int kRowBytes = 128;
constexpr int kRowOfBf16 = kRowBytes / sizeof(Bf16);
constexpr int kBoxAlignment = 8 * kRowBytes;
constexpr int kUnit = 16 / sizeof(Bf16);  // the TMA takes matrices whose rows begin at multiples of 16 bytes

// --- Host: what the TMA is told of a matrix

// matrix is (rows, columns), row-major, its rows `pitch` elements apart, a multiple of 16 bytes. Boxes have box_rows rows of
// 128 bytes. Elements outside of the matrix are read as 0, and not written.
template <class T>
CUtensorMap tensor_map(const T* matrix, std::size_t rows, std::size_t columns, std::size_t pitch,
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

    constexpr bool kFloat = std::is_same_v<T, float>;
    const cuuint64_t size[] = {columns, rows}, stride[] = {pitch * sizeof(T)};
    const cuuint32_t box[] = {kRowBytes / sizeof(T), box_rows}, step[] = {1, 1};
    CUtensorMap map;
    const CUresult result = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
        &map, kFloat ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2,
        const_cast<T*>(matrix), size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
        CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS)
        throw ladders::CudaError("cuTensorMapEncodeTiled: error " + std::to_string(result));
    return map;
}

// --- Barriers

__device__ inline std::uint32_t shared_address(const void* pointer)
{
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

// A barrier in shared memory. Its phase 0, 1, 2, ... ends when as many threads have arrived as init() said, and all bytes
// that they announced are there.
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
    // Arrives at this barrier of another block of the cluster.
    __device__ void arrive_in(int block)
    {
        asm volatile(
            "{\n"
            ".reg .b32 there;\n"
            "mapa.shared::cluster.u32 there, %0, %1;\n"
            "mbarrier.arrive.shared::cluster.b64 _, [there];\n"
            "}" ::"r"(address()),
            "r"(block)
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

// Makes initialised barriers known to the TMA and to other blocks of the cluster; then the threads must synchronise.
__device__ inline void publish_barriers()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

// __syncthreads() of all blocks of a cluster.
__device__ inline void synchronise_cluster()
{
    asm volatile(
        "barrier.cluster.arrive;\n"
        "barrier.cluster.wait;" ::
            : "memory");
}

// --- The tensor memory accelerator: one thread starts a copy

// Fetches a tensor map before the first copy needs it.
__device__ inline void prefetch(const CUtensorMap& map)
{
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}
// The box from [row][column] on to shared memory; its bytes count at the barrier.
__device__ inline void load_box(void* to, const CUtensorMap& from, int row, int column, Barrier& barrier)
{
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], "
        "[%4];" ::"r"(shared_address(to)),
        "l"(&from), "r"(column), "r"(row), "r"(barrier.address())
        : "memory");
}
// The same to several blocks of the cluster, bit i of `blocks` for block i: to the same place, counted at the same barrier.
__device__ inline void load_box_for(unsigned short blocks, void* to, const CUtensorMap& from, int row,
                                    int column, Barrier& barrier)
{
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
        "[%0], [%1, {%2, %3}], [%4], %5;" ::"r"(shared_address(to)),
        "l"(&from), "r"(column), "r"(row), "r"(barrier.address()), "h"(blocks)
        : "memory");
}
// A box of shared memory to [row][column]. Each call is a group of its own for wait_for_stores().
__device__ inline void store_box(const CUtensorMap& to, int row, int column, const void* from)
{
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];\n"
        "cp.async.bulk.commit_group;" ::"l"(&to),
        "r"(column), "r"(row), "r"(shared_address(from))
        : "memory");
}
// Waits until shared memory has been read for all stores of this thread but the last kLeft.
template <int kLeft>
__device__ void wait_for_stores()
{
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(kLeft) : "memory");
}
// Lets the TMA see what this thread has written to shared memory.
__device__ inline void show_writes_to_tma()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// --- Multiplication by a warp group: 4 warps that begin at a multiple of 4

// A tile in shared memory for the tensor cores: its address, and the bytes from 8 rows to the next 8 (`groups`) and from one
// box to the next (`boxes`); all in units of 16 bytes. Bit 62: swizzled as described above.
__device__ inline std::uint64_t tile_descriptor(const void* tile, int boxes, int groups)
{
    return (shared_address(tile) & 0x3ffff) >> 4 | static_cast<std::uint64_t>(boxes >> 4) << 16 |
           static_cast<std::uint64_t>(groups >> 4) << 32 | std::uint64_t{1} << 62;
}

// Results of m64n256k16: warp w of the group has rows 16 w to 16 w + 15. Its lane t has, in columns 8 j + 2 (t % 4) and the next
// one, row t / 4 in sums[4 j] and sums[4 j + 1], and row t / 4 + 8 in sums[4 j + 2] and sums[4 j + 3].
constexpr int kGroupRows = 64, kGroupColumns = 256, kGroupDepth = 16;
using GroupSums = float[kGroupRows * kGroupColumns / 128];

// Before the first of several products: the registers are ready.
__device__ inline void begin_products()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
#define EIGHT_SUMS(i)                                                                          \
    "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), "+f"(sums[i + 4]), \
        "+f"(sums[i + 5]), "+f"(sums[i + 6]), "+f"(sums[i + 7])
#define ALL_SUMS                                                                                        \
    EIGHT_SUMS(0), EIGHT_SUMS(8), EIGHT_SUMS(16), EIGHT_SUMS(24), EIGHT_SUMS(32), EIGHT_SUMS(40),       \
        EIGHT_SUMS(48), EIGHT_SUMS(56), EIGHT_SUMS(64), EIGHT_SUMS(72), EIGHT_SUMS(80), EIGHT_SUMS(88), \
        EIGHT_SUMS(96), EIGHT_SUMS(104), EIGHT_SUMS(112), EIGHT_SUMS(120)

// sums = a b, plus sums if `add`; a is (64, 16) of rows of 64 elements, b (16, 256) in boxes of 64 columns. The call does not
// wait, and neither the tiles nor the sums may be touched until one of the waits below.
__device__ inline void multiply_16(GroupSums& sums, std::uint64_t a, std::uint64_t b, bool add)
{
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %130, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
        "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
        "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
        "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
        "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
        "%128, %129, add, 1, 1, 0, 1;\n"  // the last: rows of b are rows of k, not of n
        "}"
        : ALL_SUMS
        : "l"(a), "l"(b), "r"(static_cast<int>(add)));
}
// Ends a batch of products.
__device__ inline void end_products()
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
// Waits until all batches but the last kLeft are done.
template <int kLeft>
__device__ void wait_for_products()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kLeft) : "memory");
}
// Waits for all batches. The compiler must not read the sums before, so it is told that the instruction changes them.
__device__ inline void wait_for_sums(GroupSums& sums)
{
    asm volatile("wgmma.wait_group.sync.aligned 0;" : ALL_SUMS : : "memory");
}
#undef ALL_SUMS
#undef EIGHT_SUMS

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

// Four 8 x 8 matrices of bf16 to shared memory. Lane t brings the address of row t % 8 of matrix t / 8, 16 bytes; word i is
// row t / 4 of matrix i, columns 2 (t % 4) and the next one.
__device__ inline void store_matrices(void* row, unsigned word0, unsigned word1, unsigned word2,
                                      unsigned word3)
{
    asm volatile(
        "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(shared_address(row)),
        "r"(word0), "r"(word1), "r"(word2), "r"(word3)
        : "memory");
}
