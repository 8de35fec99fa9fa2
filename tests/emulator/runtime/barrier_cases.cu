// cuda::barrier, cuda::pipeline and asynchronous copies, used wrongly.
#include "cases.h"

#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

using namespace cases;
namespace cg = cooperative_groups;

namespace {

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void missing_arrival()
{
    __shared__ BlockBarrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    if (threadIdx.x < 40)
        barrier.arrive_and_wait();  // here: waits
    else
        __syncthreads();  // here: elsewhere
}

__global__ void returned_before_arrival()
{
    __shared__ BlockBarrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    if (threadIdx.x == 7)
        return;
    barrier.arrive_and_wait();  // here: waits for the dead
}

__global__ void never_made()
{
    __shared__ BlockBarrier barrier;
    barrier.arrive_and_wait();  // here: before init
}

__global__ void made_without_barrier()
{
    __shared__ BlockBarrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    barrier.arrive_and_wait();  // here: race with init
}

__global__ void too_many_arrivals()
{
    __shared__ BlockBarrier barrier;
    if (threadIdx.x == 0) {
        init(&barrier, 2);
        (void)barrier.arrive(3);  // here: too many
    }
}

// Two phases of one atomic request and one load for each warp.
__global__ void counted()
{
    __shared__ BlockBarrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    for (int i = 0; i < 2; ++i)
        barrier.arrive_and_wait();  // here: counted
}

enum class Forgets { nothing, commit, wait, release, barrier };

template <Forgets kForgets>
__global__ void thread_copies(const int* in, int* out)
{
    __shared__ int tile[64];
    const int t = int(threadIdx.x);
    __pipeline_memcpy_async(tile + t, in + t, sizeof(int));  // here: primitive
    if (kForgets != Forgets::commit)
        __pipeline_commit();
    if (kForgets != Forgets::wait)
        __pipeline_wait_prior(0);
    if (kForgets != Forgets::barrier)
        __syncthreads();
    out[t] = tile[63 - t];  // here: uses the copy
}

__global__ void group_copies(const int* in, int* out)
{
    __shared__ int tile[64];
    const auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof tile);
    block.sync();
    out[threadIdx.x] = tile[threadIdx.x];  // here: no wait
}

__global__ void barrier_copies(const int* in, int* out)
{
    __shared__ int tile[64];
    __shared__ BlockBarrier barrier;
    const auto block = cg::this_thread_block();
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, tile, in, sizeof tile, barrier);
    block.sync();
    out[threadIdx.x] = tile[threadIdx.x];  // here: no phase
    barrier.arrive_and_wait();
}

template <Forgets kForgets>
__global__ void stages(const int* in, int* out, int batches)
{
    constexpr int kStages = 2;
    __shared__ int tile[kStages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
    const auto block = cg::this_thread_block();
    const int t = int(threadIdx.x);
    auto pipeline = cuda::make_pipeline(block, &state);
    for (int i = 0; i < batches; ++i) {
        pipeline.producer_acquire();  // here: acquire
        cuda::memcpy_async(block, tile[i % kStages], in + 64 * i, sizeof tile[0],
                           pipeline);  // here: copy of a stage
        pipeline.producer_commit();
        if (kForgets != Forgets::wait)
            pipeline.consumer_wait();
        out[64 * i + t] = tile[i % kStages][63 - t];  // here: uses the stage
        if (kForgets != Forgets::release)
            pipeline.consumer_release();
    }
}

// Releases the stage, and then reads it while the producers fill it again.
__global__ void early_release(const int* in, int* out, int batches)
{
    __shared__ int tile[64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    const auto block = cg::this_thread_block();
    const int t = int(threadIdx.x);
    auto pipeline = cuda::make_pipeline(block, &state, std::size_t(64));
    for (int i = 0; i < batches; ++i)
        if (t < 64) {
            pipeline.producer_acquire();
            cuda::memcpy_async(&tile[t], in + 64 * i + t, sizeof(int), pipeline);  // here: fills it again
            pipeline.producer_commit();
        } else {
            pipeline.consumer_wait();
            pipeline.consumer_release();
            out[64 * i + t - 64] = tile[127 - t];  // here: after the release
        }
}

template <class Kernel, class... More>
void with_arrays(Kernel kernel, int threads, More... more)
{
    int *in = zeroes<int>(64 * 4), *out = zeroes<int>(64 * 4);
    kernel<<<1, threads>>>(in, out, more...);
}

}  // namespace

CASE(barrier_with_a_missing_arrival)
{
    missing_arrival<<<1, 64>>>();
}
CASE(barrier_after_a_return)
{
    returned_before_arrival<<<1, 64>>>();
}
CASE(barrier_before_init)
{
    never_made<<<1, 64>>>();
}
CASE(barrier_without_a_barrier_after_init)
{
    made_without_barrier<<<1, 64>>>();
}
CASE(barrier_with_too_many_arrivals)
{
    too_many_arrivals<<<1, 32>>>();
}
CASE(barrier_counts)
{
    counted<<<1, 64>>>();
}
CASE(copies_with_all_waits)
{
    with_arrays(thread_copies<Forgets::nothing>, 64);
    with_arrays(stages<Forgets::nothing>, 64, 4);
}
CASE(copies_without_commit)
{
    with_arrays(thread_copies<Forgets::commit>, 64);
}
CASE(copies_without_wait)
{
    with_arrays(thread_copies<Forgets::wait>, 64);
}
CASE(copies_without_barrier)
{
    with_arrays(thread_copies<Forgets::barrier>, 64);
}
CASE(group_copies_without_wait)
{
    with_arrays(group_copies, 64);
}
CASE(barrier_copies_without_wait)
{
    with_arrays(barrier_copies, 64);
}
CASE(stage_without_consumer_wait)
{
    with_arrays(stages<Forgets::wait>, 64, 1);
}
CASE(stage_without_consumer_release)
{
    with_arrays(stages<Forgets::release>, 64, 4);
}
CASE(stage_used_after_its_release)
{
    with_arrays(early_release, 128, 2);
}
