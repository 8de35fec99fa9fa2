// cuda::pipeline: stages that producers fill and consumers use. Each stage has two barriers: it is filled, it is free.
#pragma once

#include "cuda_emulator/cuda_barrier.h"

#ifdef __CUDACC__

#define EMU_CALLER const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope scope>
class pipeline;

template <thread_scope scope, ::std::uint8_t stages>
class pipeline_shared_state {
public:
    pipeline_shared_state() = default;
    pipeline_shared_state(const pipeline_shared_state&) = delete;
    pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

    emu::PhaseWord filled[stages], free[stages];
    atomic<unsigned, scope> producers;
};

template <thread_scope scope>
class pipeline {
    emu::PhaseWord *filled_, *free_;
    unsigned stages_, head_ = 0, tail_ = 0;  // the stage to fill, the stage to use
    bool odd_head_ = true, odd_tail_ = false;

    __forceinline__ static void wait_for(const emu::PhaseWord* stage, bool odd, const char* what,
                                         const char* file, int line)
    {
        emu::wait_while(stage, emu::kOnePhase, odd ? emu::kOnePhase : 0, what, file, line);
        (void)*static_cast<const volatile emu::PhaseWord*>(stage);
        emu::fence();
    }
    __forceinline__ static void arrive_at(emu::PhaseWord* stage, const char* file, int line)
    {
        emu::fence_before<scope>(memory_order_release);
        emu::update_arrive(stage, 1, false, true, file, line);
    }
    __forceinline__ static void advance(unsigned& stage, bool& odd, unsigned stages)
    {
        if (++stage == stages) {
            stage = 0;
            odd = !odd;
        }
    }

public:
    __forceinline__ pipeline(emu::PhaseWord* filled, emu::PhaseWord* free, unsigned stages)
        : filled_(filled), free_(free), stages_(stages)
    {
    }
    pipeline(pipeline&&) = default;
    pipeline(const pipeline&) = delete;
    pipeline& operator=(const pipeline&) = delete;

    __forceinline__ void producer_acquire(EMU_CALLER)
    {
        wait_for(&free_[head_], odd_head_, "consumer_release() of a cuda::pipeline's stage", file, line);
    }
    __forceinline__ void producer_commit(EMU_CALLER)
    {
        arrive_at(&filled_[head_], file, line);
        advance(head_, odd_head_, stages_);
    }
    __forceinline__ void consumer_wait(EMU_CALLER)
    {
        wait_for(&filled_[tail_], odd_tail_, "producer_commit() of a cuda::pipeline's stage", file, line);
    }
    template <class Rep, class Period>
    __forceinline__ bool consumer_wait_for(const ::std::chrono::duration<Rep, Period>&, EMU_CALLER)
    {
        consumer_wait(file, line);
        return true;
    }
    __forceinline__ void consumer_release(EMU_CALLER)
    {
        arrive_at(&free_[tail_], file, line);
        advance(tail_, odd_tail_, stages_);
    }
    bool quit() { return false; }

    // Of the stage that is filled.
    const emu::PhaseWord* copies() const { return &filled_[head_]; }
};

// Of one thread: no other thread waits for it, and its stages are its batches of copies.
template <>
class pipeline<thread_scope_thread> {
    unsigned committed_ = 0, waited_ = 0;

public:
    pipeline() = default;
    pipeline(pipeline&&) = default;
    pipeline(const pipeline&) = delete;
    pipeline& operator=(const pipeline&) = delete;

    void producer_acquire() {}
    __forceinline__ void producer_commit()
    {
        emu::commit_copies();
        ++committed_;
    }
    __forceinline__ void consumer_wait()
    {
        if (committed_ != waited_)
            emu::wait_for_copies(committed_ - ++waited_);
    }
    template <class Rep, class Period>
    __forceinline__ bool consumer_wait_for(const ::std::chrono::duration<Rep, Period>&)
    {
        consumer_wait();
        return true;
    }
    void consumer_release() {}
    bool quit() { return true; }
    __forceinline__ void wait_prior(unsigned prior)
    {
        emu::wait_for_copies(prior);
        waited_ = committed_ > prior ? committed_ - prior : 0;
    }
    const emu::PhaseWord* copies() const { return nullptr; }
};

__forceinline__ pipeline<thread_scope_thread> make_pipeline()
{
    return {};
}

template <unsigned prior>
__forceinline__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& made)
{
    made.wait_prior(prior);
}
template <thread_scope scope>
__forceinline__ void pipeline_producer_commit(pipeline<thread_scope_thread>& made, barrier<scope>&)
{
    made.producer_commit();
}

// The threads that commit, and those that release.
template <class Group, thread_scope scope, ::std::uint8_t stages>
__forceinline__ pipeline<scope> make_pipeline_of(const Group& group,
                                                 pipeline_shared_state<scope, stages>* state,
                                                 ::std::size_t producers, ::std::size_t consumers,
                                                 const char* file, int line)
{
    if (group.thread_rank() == 0)
        for (unsigned i = 0; i < stages; ++i) {
            state->filled[i] = emu::first_phase(producers);
            state->free[i] = emu::first_phase(consumers);
        }
    group.sync(file, line);
    return pipeline<scope>(state->filled, state->free, stages);
}

// Every thread of the group is both a producer and a consumer.
template <class Group, thread_scope scope, ::std::uint8_t stages>
__forceinline__ pipeline<scope> make_pipeline(const Group& group, pipeline_shared_state<scope, stages>* state,
                                              EMU_CALLER)
{
    return make_pipeline_of(group, state, group.size(), group.size(), file, line);
}
template <class Group, thread_scope scope, ::std::uint8_t stages>
__forceinline__ pipeline<scope> make_pipeline(const Group& group, pipeline_shared_state<scope, stages>* state,
                                              ::std::size_t producers, EMU_CALLER)
{
    return make_pipeline_of(group, state, producers, group.size() - producers, file, line);
}
// Each thread says which it is.
template <class Group, thread_scope scope, ::std::uint8_t stages>
__forceinline__ pipeline<scope> make_pipeline(const Group& group, pipeline_shared_state<scope, stages>* state,
                                              pipeline_role role, EMU_CALLER)
{
    if (group.thread_rank() == 0)
        state->producers.store(0, memory_order_relaxed);
    group.sync(file, line);
    if (role == pipeline_role::producer)
        state->producers.fetch_add(1, memory_order_relaxed);
    group.sync(file, line);
    const ::std::size_t producers = state->producers.load(memory_order_relaxed);
    return make_pipeline_of(group, state, producers, group.size() - producers, file, line);
}

// The copy is done at once, but counts as going on until the stage is filled and has been waited for.
template <class Group, class Element, class Source, class Size, thread_scope scope>
__device__ __forceinline__ async_contract_fulfillment memcpy_async(const Group& group, Element* to,
                                                                   const Source* from, Size bytes,
                                                                   pipeline<scope>& stages, EMU_CALLER)
{
    emu::copy_by_group(group, to, from, bytes, stages.copies(), file, line);
    return async_contract_fulfillment::async;
}
template <class Element, class Source, class Size, thread_scope scope>
__device__ __forceinline__ async_contract_fulfillment memcpy_async(Element* to, const Source* from,
                                                                   Size bytes, pipeline<scope>& stages,
                                                                   EMU_CALLER)
{
    return memcpy_async(emu::ThisThread(), to, from, bytes, stages, file, line);
}

}  // namespace cuda

#undef EMU_CALLER

#endif  // __CUDACC__
