// cuda::latch, a barrier of one phase, and cuda::counting_semaphore.
#pragma once

#include "cuda_emulator/cuda_atomic.h"

#ifdef __CUDACC__

#include "cuda_emulator/phases.h"

#include <cstddef>

#define EMU_CALLER const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cuda {

template <thread_scope scope = thread_scope_system>
class latch {
    emu::PhaseWord state_;

public:
    __host__ __device__ explicit latch(::std::ptrdiff_t expected)
        : state_(emu::first_phase(emu::PhaseWord(expected)))
    {
    }
    latch(const latch&) = delete;
    latch& operator=(const latch&) = delete;

    __host__ __device__ __forceinline__ void count_down(::std::ptrdiff_t arrivals = 1, EMU_CALLER)
    {
        emu::fence_before<scope>(memory_order_release);
        emu::update_arrive(&state_, static_cast<unsigned>(arrivals), false, true, file, line);
    }
    [[nodiscard]] __host__ __device__ __forceinline__ bool try_wait() const
    {
        const emu::PhaseWord state = *static_cast<const volatile emu::PhaseWord*>(&state_);
        emu::fence();
        return (state & emu::kAllPhases) != 0;
    }
    __host__ __device__ __forceinline__ void wait(EMU_CALLER) const
    {
        emu::wait_while(&state_, emu::kAllPhases, 0, "cuda::latch", file, line);
        (void)try_wait();
    }
    __host__ __device__ __forceinline__ void arrive_and_wait(::std::ptrdiff_t arrivals = 1, EMU_CALLER)
    {
        count_down(arrivals, file, line);
        wait(file, line);
    }
    static constexpr ::std::ptrdiff_t max() { return emu::kCount; }
};

template <thread_scope scope = thread_scope_system, ::std::ptrdiff_t least_max = 0x7fffffff>
class counting_semaphore {
    atomic<int, scope> count_;

public:
    __host__ __device__ constexpr explicit counting_semaphore(::std::ptrdiff_t count) : count_(int(count)) {}
    counting_semaphore(const counting_semaphore&) = delete;
    counting_semaphore& operator=(const counting_semaphore&) = delete;

    __host__ __device__ __forceinline__ void release(::std::ptrdiff_t update = 1)
    {
        count_.fetch_add(int(update), memory_order_release);
    }
    [[nodiscard]] __host__ __device__ __forceinline__ bool try_acquire()
    {
        int count = count_.load(memory_order_acquire);
        return count > 0 && count_.compare_exchange_strong(count, count - 1, memory_order_acquire);
    }
    __host__ __device__ __forceinline__ void acquire()
    {
        while (!try_acquire()) {
        }
    }
    static constexpr ::std::ptrdiff_t max() { return least_max; }
};
template <thread_scope scope>
using binary_semaphore = counting_semaphore<scope, 1>;

namespace std {

using latch = ::cuda::latch<>;
template <::std::ptrdiff_t least_max = 0x7fffffff>
using counting_semaphore = ::cuda::counting_semaphore<thread_scope_system, least_max>;
using binary_semaphore = ::cuda::counting_semaphore<thread_scope_system, 1>;

}  // namespace std
}  // namespace cuda

#undef EMU_CALLER

#endif  // __CUDACC__
