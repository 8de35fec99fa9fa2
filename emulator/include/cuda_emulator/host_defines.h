// CUDA's specifiers of functions and variables, expressed for a C++ compiler.
#pragma once

#ifdef __CUDACC__
// nvcc's own names, of the version that emucc claims.
#ifndef __NVCC__
#define __NVCC__
#endif
#ifndef __clang__
#define __builtin_assume(condition) \
    static_cast<void>(sizeof((condition) ? 1 : 0))  // nvcc's, and clang's; a hint
#endif
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 140
#endif

// The rewriter recognises device code by these marks, and removes them.
#ifdef __CUDACC__
#define __device__ __attribute__(())
#define __host__ __attribute__((, ))
// Sections of their own, as __constant__ has, tell that all devices share the variable.
#define __managed__ __attribute__((, , )) __attribute__((section("emu_managed_" EMU_TEXT(__COUNTER__))))
#else
#define __device__
#define __host__
#define __managed__
#endif
#ifdef __CUDACC_RELAXED_CONSTEXPR__  // nvcc --expt-relaxed-constexpr
#pragma nvcc relaxed_constexpr
#endif

// A kernel has two marks. It is never inlined, cloned or removed, so that its accesses keep their places in
// the code.
#ifdef __clang__
#define __global__ __device__ __device__ __attribute__((noinline))
#else
#define __global__ __device__ __device__ __attribute__((noipa))
#endif
// __noinline__ is not a macro, since the standard library uses the word inside attributes. The rewriter
// replaces it.
#define __forceinline__ inline __attribute__((always_inline))
#define __inline__ inline
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#ifdef __CUDACC__
#define __launch_bounds__(...) \
    __emu_launch_bounds__(__VA_ARGS__)  // the rewriter tells enter_kernel(), and removes it
#define __cluster_dims__(...) __emu_launch_bounds__(cluster, __VA_ARGS__)  // likewise, enter_cluster()
#else
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#endif
#define __grid_constant__

// The rewriter turns this marker into a thread-local variable, or into the block's dynamic shared memory.
#define __shared__ __emu_shared__

// Constant memory has its own sections, by which the emulator recognises it. Each variable gets a section of
// its own, since const and other variables cannot share one.
#define EMU_TEXT_(x) #x
#define EMU_TEXT(x) EMU_TEXT_(x)
#define __constant__ __attribute__((section("emu_constant_" EMU_TEXT(__COUNTER__))))

// For the emulator's own inline functions: their accesses and basic blocks are not the kernel's. A lane that
// stopped inside an atomic operation would also let other lanes interrupt it.
#ifdef __clang__
#define EMU_NO_SANITIZE __attribute__((no_sanitize("thread", "coverage")))
#else
#define EMU_NO_SANITIZE __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#endif

// The API has C's linkage, and C files include its headers, too.
#ifdef __cplusplus
#define EMU_EXTERN_C_BEGIN extern "C" {
#define EMU_EXTERN_C_END }
#define EMU_DEFAULT(value) = value
#else
#define EMU_EXTERN_C_BEGIN
#define EMU_EXTERN_C_END
#define EMU_DEFAULT(value)
#endif
