// CUDA's words for functions and variables, in the terms of a C++ compiler.
#pragma once

// The rewriter knows device code by these marks, and takes them away.
#ifdef __CUDACC__
#define __device__ __attribute__(())
#define __host__ __attribute__((, ))
#else
#define __device__
#define __host__
#endif
#ifdef __CUDACC_RELAXED_CONSTEXPR__  // nvcc --expt-relaxed-constexpr
#pragma nvcc relaxed_constexpr
#endif

// A kernel has two marks. It stays a function of its own, so that its accesses keep their places, and none is optimised away.
#ifdef __clang__
#define __global__ __device__ __device__ __attribute__((noinline))
#else
#define __global__ __device__ __device__ __attribute__((noipa))
#endif
#define __managed__
// __noinline__ is no macro, as the standard library writes it inside of attributes: the rewriter replaces it.
#define __forceinline__ inline __attribute__((always_inline))
#define __inline__ inline
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __grid_constant__

// The rewriter turns this marker into a thread-local array, or into the block's dynamic shared memory.
#define __shared__ __emu_shared__

// Constant memory has sections of its own, by which the emulator knows it. Each variable gets another one, as a
// section cannot hold both const and other variables.
#define EMU_TEXT_(x) #x
#define EMU_TEXT(x) EMU_TEXT_(x)
#define __constant__ __attribute__((section("emu_constant_" EMU_TEXT(__COUNTER__))))

// For the emulator's own inline functions, whose accesses are not the kernel's.
// (Nor their basic blocks: a lane that stopped in the midst of an atomic operation would let others come between.)
#ifdef __clang__
#define EMU_NO_SANITIZE __attribute__((no_sanitize("thread", "coverage")))
#else
#define EMU_NO_SANITIZE __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#endif
