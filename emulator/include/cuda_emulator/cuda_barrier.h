// cuda::barrier: a count of arrivals and a phase in one word, whose threads wait for the phase to end.
#pragma once

#include "cuda_emulator/cuda_atomic.h"

#ifdef __CUDACC__

#include "cooperative_groups/memcpy_async.h"

namespace emu {

// The low half counts the arrivals that the phase still waits for, the high half the phases.
EMU_ATOMIC unsigned long long update_arrive(unsigned long long* state, unsigned arrivals, unsigned expected)
{
    EMU_ONE_REQUEST(state, update);
    const unsigned long long old = *state;
    *state -= arrivals;
    if (static_cast<unsigned>(*state) == 0)
        *state = ((old >> 32) + 1) << 32 | expected;
    return old;
}

}  // namespace emu

namespace cuda {

template <thread_scope scope = thread_scope_system>
class barrier {
    unsigned long long state_;
    unsigned expected_;

    __forceinline__ unsigned phase() const
    {
        return static_cast<unsigned>(*static_cast<const volatile unsigned long long*>(&state_) >> 32);
    }

public:
    struct arrival_token {
        unsigned phase;
    };

    barrier() = default;
    __host__ __device__ barrier(::std::ptrdiff_t expected) { init(this, expected); }
    barrier(const barrier&) = delete;
    barrier& operator=(const barrier&) = delete;

    // Before the threads use it; a barrier of the block comes after.
    __host__ __device__ friend void init(barrier* made, ::std::ptrdiff_t expected)
    {
        made->expected_ = static_cast<unsigned>(expected);
        made->state_ = made->expected_;
    }

    [[nodiscard]] __host__ __device__ __forceinline__ arrival_token arrive(::std::ptrdiff_t arrivals = 1)
    {
        emu::fence_before<scope>(memory_order_release);
        return {static_cast<unsigned>(
            emu::update_arrive(&state_, static_cast<unsigned>(arrivals), expected_) >> 32)};
    }
    __host__ __device__ __forceinline__ void wait(arrival_token&& token) const
    {
        while (phase() == token.phase) {
        }
        emu::fence();
    }
    __host__ __device__ __forceinline__ void arrive_and_wait() { wait(arrive()); }
    // Later phases expect one arrival less.
    __host__ __device__ __forceinline__ void arrive_and_drop()
    {
        emu::update_sub(&expected_, 1u);
        (void)arrive();
    }
    static constexpr ::std::ptrdiff_t max() { return 1 << 20; }
};

// A size whose pointers are aligned likewise.
template <::std::size_t alignment>
struct aligned_size_t {
    ::std::size_t value;

    __host__ __device__ explicit constexpr aligned_size_t(::std::size_t bytes) : value(bytes) {}
    __host__ __device__ constexpr operator ::std::size_t() const { return value; }
};

// The copy is done at once. Who waits for the barrier's phase sees it.
template <class Group, class Element, class Source, thread_scope scope>
__device__ void memcpy_async(const Group& group, Element* to, const Source* from, ::std::size_t bytes,
                             barrier<scope>&)
{
    ::cooperative_groups::memcpy_async(group, static_cast<char*>(static_cast<void*>(to)),
                                       static_cast<const char*>(static_cast<const void*>(from)), bytes);
}
template <class Element, class Source, thread_scope scope>
__device__ void memcpy_async(Element* to, const Source* from, ::std::size_t bytes, barrier<scope>& done)
{
    struct {
        unsigned thread_rank() const { return 0; }
        unsigned size() const { return 1; }
    } const this_thread;
    memcpy_async(this_thread, to, from, bytes, done);
}

namespace std {
using barrier = ::cuda::barrier<>;
}

}  // namespace cuda

#endif  // __CUDACC__
