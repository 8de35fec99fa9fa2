// cuda::barrier: a count of arrivals and a phase in one word, whose threads wait for the phase to end.
#pragma once

#include "cuda_emulator/cuda_atomic.h"

#ifdef __CUDACC__

#include "cuda_emulator/memcpy_async.h"
#include "cuda_emulator/phases.h"

#include <chrono>
#include <cstdint>

// The default arguments are the caller's file and line.
#define EMU_CALLER const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace emu {

struct NoCompletion {
    void operator()() const {}
};

}  // namespace emu

namespace cuda {

template <thread_scope scope = thread_scope_system, class Completion = emu::NoCompletion>
class barrier {
    static constexpr bool ends_by_itself = ::std::is_same_v<Completion, emu::NoCompletion>;

    emu::PhaseWord state_;
    [[no_unique_address]] Completion completion_;

    // After the wait: acquires what the arrivals have released.
    __forceinline__ void acquire() const
    {
        (void)*static_cast<const volatile emu::PhaseWord*>(&state_);
        emu::fence();
    }
    __forceinline__ emu::PhaseWord arrive_with(::std::ptrdiff_t arrivals, bool drop, const char* file,
                                               int line)
    {
        emu::fence_before<scope>(memory_order_release);
        const emu::PhaseWord old =
            emu::update_arrive(&state_, static_cast<unsigned>(arrivals), drop, ends_by_itself, file, line);
        if constexpr (!ends_by_itself)
            if ((old & emu::kCount) == emu::PhaseWord(arrivals)) {
                acquire();
                completion_();
                emu::fence_before<scope>(memory_order_release);
                emu::finish_phase(&state_);
            }
        return old & emu::kAllPhases;
    }
    static constexpr emu::PhaseWord parity_of(bool odd) { return odd ? emu::kOnePhase : 0; }

public:
    class arrival_token {
        friend barrier;
        emu::PhaseWord phase_;

        __host__ __device__ explicit arrival_token(emu::PhaseWord phase) : phase_(phase) {}

    public:
        arrival_token() = default;
    };

    barrier() = default;
    __host__ __device__ barrier(::std::ptrdiff_t expected, Completion completion = Completion())
        : completion_(completion)
    {
        init(this, expected, completion);
    }
    barrier(const barrier&) = delete;
    barrier& operator=(const barrier&) = delete;

    // Before the threads use it; a barrier of the block comes after.
    __host__ __device__ friend void init(barrier* made, ::std::ptrdiff_t expected,
                                         Completion completion = Completion())
    {
        if constexpr (!ends_by_itself)
            made->completion_ = completion;
        made->state_ = emu::first_phase(emu::PhaseWord(expected));
        emu::note_made(&made->state_);
    }
    __host__ __device__ emu::PhaseWord* state() { return &state_; }

    [[nodiscard]] __host__ __device__ __forceinline__ arrival_token arrive(::std::ptrdiff_t arrivals = 1,
                                                                           EMU_CALLER)
    {
        return arrival_token(arrive_with(arrivals, false, file, line));
    }
    // Later phases expect one arrival less.
    __host__ __device__ __forceinline__ void arrive_and_drop(EMU_CALLER) { arrive_with(1, true, file, line); }
    __host__ __device__ __forceinline__ void arrive_and_wait(EMU_CALLER)
    {
        wait(arrival_token(arrive_with(1, false, file, line)), file, line);
    }

    __host__ __device__ __forceinline__ void wait(arrival_token&& token, EMU_CALLER) const
    {
        emu::wait_while(&state_, emu::kAllPhases, token.phase_, "cuda::barrier", file, line);
        acquire();
    }
    __host__ __device__ __forceinline__ void wait_parity(bool odd, EMU_CALLER) const
    {
        emu::wait_while(&state_, emu::kOnePhase, parity_of(odd), "cuda::barrier", file, line);
        acquire();
    }

    // These may return false though the phase would have ended later.
    template <class Rep, class Period>
    [[nodiscard]] __host__ __device__ __forceinline__ bool try_wait_for(
        arrival_token&& token, const ::std::chrono::duration<Rep, Period>&, EMU_CALLER) const
    {
        const bool over =
            emu::try_wait_while(&state_, emu::kAllPhases, token.phase_, "cuda::barrier", file, line);
        acquire();
        return over;
    }
    template <class Rep, class Period>
    [[nodiscard]] __host__ __device__ __forceinline__ bool try_wait_parity_for(
        bool odd, const ::std::chrono::duration<Rep, Period>&, EMU_CALLER) const
    {
        const bool over =
            emu::try_wait_while(&state_, emu::kOnePhase, parity_of(odd), "cuda::barrier", file, line);
        acquire();
        return over;
    }

    static constexpr ::std::ptrdiff_t max() { return emu::kCount; }
};

// The copy is done at once, but counts as going on until the barrier's phase is over.
template <class Group, class Element, class Source, class Size, thread_scope scope, class Completion>
__device__ __forceinline__ async_contract_fulfillment memcpy_async(const Group& group, Element* to,
                                                                   const Source* from, Size bytes,
                                                                   barrier<scope, Completion>& done,
                                                                   EMU_CALLER)
{
    emu::copy_by_group(group, to, from, bytes, done.state(), file, line);
    return async_contract_fulfillment::async;
}
template <class Element, class Source, class Size, thread_scope scope, class Completion>
__device__ __forceinline__ async_contract_fulfillment
memcpy_async(Element* to, const Source* from, Size bytes, barrier<scope, Completion>& done, EMU_CALLER)
{
    return memcpy_async(emu::ThisThread(), to, from, bytes, done, file, line);
}

namespace device {

// The word that mbarrier instructions would take; inline PTX with them is refused.
template <thread_scope scope, class Completion>
__device__ ::std::uint64_t* barrier_native_handle(barrier<scope, Completion>& made)
{
    return reinterpret_cast<::std::uint64_t*>(made.state());
}

}  // namespace device

namespace std {
template <class Completion = emu::NoCompletion>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
}

}  // namespace cuda

#undef EMU_CALLER

#endif  // __CUDACC__
