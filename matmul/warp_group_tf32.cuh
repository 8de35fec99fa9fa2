// wgmma for TF32: what a warp group multiplies with one instruction.
#pragma once

#include "hopper.cuh"

constexpr int kRowOfFloats = kRowBytes / sizeof(float);
constexpr int kUnit = kUnitBytes / sizeof(float);

// One product of TF32 numbers, m64n176k8: 64 x 8 from registers by 8 x 176 from shared memory. Warp w of the group
// holds rows 16 w to 16 w + 15. Its lane t has of the factor rows t / 4 and t / 4 + 8, in column t % 4 and then in
// column t % 4 + 4; and of the sums, in columns 8 j + 2 (t % 4) and the next one, row t / 4 in sums[4 j] and
// sums[4 j + 1], and row t / 4 + 8 in sums[4 j + 2] and sums[4 j + 3].
constexpr int kGroupRows = 64, kGroupColumns = 176, kGroupDepth = 8;
using GroupSums = float[kGroupRows * kGroupColumns / 128];

#define EIGHT_SUMS(i)                                                                          \
    "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), "+f"(sums[i + 4]), \
        "+f"(sums[i + 5]), "+f"(sums[i + 6]), "+f"(sums[i + 7])
#define ALL_SUMS                                                                                  \
    EIGHT_SUMS(0), EIGHT_SUMS(8), EIGHT_SUMS(16), EIGHT_SUMS(24), EIGHT_SUMS(32), EIGHT_SUMS(40), \
        EIGHT_SUMS(48), EIGHT_SUMS(56), EIGHT_SUMS(64), EIGHT_SUMS(72), EIGHT_SUMS(80)

// sums = a b, plus sums if `add`. The call does not wait, and neither a, the tile nor the sums may be touched until
// wait_for_sums().
__device__ inline void multiply_8(GroupSums& sums, const unsigned (&a)[4], std::uint64_t b, bool add)
{
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
        : ALL_SUMS
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(static_cast<int>(add)));
}
// Waits for all batches. The compiler must not read the sums before, so it is told that the instruction changes them.
__device__ inline void wait_for_sums(GroupSums& sums)
{
    asm volatile("wgmma.wait_group.sync.aligned 0;" : ALL_SUMS : : "memory");
}
#undef ALL_SUMS
#undef EIGHT_SUMS
