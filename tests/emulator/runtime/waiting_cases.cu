// Threads that wait, or seem to.
#include "cases.h"

using namespace cases;

namespace {

// Reads again and again what nobody changes, and comes to an end all the same.
__global__ void read_often(const volatile int* in, int times, int* sum)
{
    int s = 0;
    for (int i = 0; i < times; ++i)
        s += *in;  // here: reads_for_longer_than_the_limit
    if (threadIdx.x == 0)
        *sum = s;
}

// Gives up after a time.
__global__ void wait_for_a_time(const volatile int* flag, int* out)
{
    const long long start = clock64();
    while (*flag == 0 && clock64() - start < 3000000)
        ;
    *out = 1;
}

// The other lanes count, while the first one waits for them and changes nothing.
__global__ void count_in_other_lanes(int* counts, int n)
{
    const int step = threadIdx.x > 0;
    while (atomicAdd(&counts[threadIdx.x], step) < n * step)
        ;
    while (threadIdx.x == 0 && atomicAdd(&counts[1], 0) < n)
        ;
}

// The first warp waits for n words, and votes. No load finds the address of the one before, so that only the length
// of the warp's turn ends it: `before` decides whether that is at the vote.
__global__ void vote_over_words(volatile int* words, int n, int before, int* out)
{
    if (threadIdx.x >= 32) {
        for (int i = 0; i < n; ++i)
            words[i] = 1;
        return;
    }
    int all = 0;
    for (int i = 0; i < before; ++i)
        all += words[i % n];
    do {
        all = 1;
        for (int i = 0; i < n; ++i)
            all &= words[i];
    } while (!__all_sync(~0u, all));
    *out = all;
}

// Waits for ever.
__global__ void wait_for_one_of_two(const volatile int* flags, int* out)
{
    while (flags[0] == 0 && flags[1] == 0)  // here: waiting_for_one_of_two_for_ever
        ;
    *out = 1;
}

// The compiler reads the flag once.
__global__ void wait_for_plain_flag(const int* flag, int* out)
{
    while (*flag == 0)  // here: waiting_for_a_plain_flag
        ;
    *out = 1;
}

// Block 0 looks under a lock, with a barrier in each pass, whether block 1 has come.
__global__ void poll_under_lock(int* lock, int* arrived, bool comes)
{
    __shared__ int seen;
    if (blockIdx.x == 1) {
        if (threadIdx.x == 0 && comes)
            atomicAdd(arrived, 1);
        return;
    }
    do {
        __syncthreads();
        if (threadIdx.x == 0) {
            while (atomicCAS(lock, 0, 1) != 0)
                ;
            __threadfence();
            seen = atomicAdd(arrived, 0);
            __threadfence();
            atomicExch(lock, 0);
        }
        __syncthreads();
    } while (!seen);
}

enum Meeting { none, of_the_warp, of_the_block };
// Every lane takes the lock. Lanes that meet before they free it wait for those that cannot have it.
__global__ void count_under_lock(int* lock, int* count, Meeting meeting)
{
    while (atomicCAS(lock, 0, 1) != 0)  // here: locks_of_lanes_that_meet
        ;
    if (meeting == of_the_warp)
        __syncwarp();  // here: where_the_lanes_of_a_warp_meet
    if (meeting == of_the_block)
        __syncthreads();  // here: where_the_lanes_of_a_block_meet
    __threadfence();
    ++*count;
    __threadfence();
    atomicExch(lock, 0);
}

// Each block waits for the next one: all have to be there at once.
__global__ void wait_for_next(volatile int* flags)
{
    extern __shared__ int own[];
    own[0] = 1;
    while (blockIdx.x + 1 < gridDim.x && flags[blockIdx.x + 1] == 0)  // here: blocks_that_do_not_fit
        ;
    flags[blockIdx.x] = own[0];
}
void run_blocks_that_wait(int blocks)
{
    cudaFuncSetAttribute(wait_for_next, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024);
    wait_for_next<<<blocks, 1, 100 * 1024>>>(zeroes<int>(std::size_t(blocks)));
}

}  // namespace

CASE(polling_under_a_lock)
{
    poll_under_lock<<<2, 32>>>(zeroes<int>(1), zeroes<int>(1), true);
}
CASE(polling_under_a_lock_for_ever)
{
    poll_under_lock<<<2, 32>>>(zeroes<int>(1), zeroes<int>(1), false);
}
CASE(locks_of_lanes)
{
    int* count = zeroes<int>(1);
    count_under_lock<<<2, 64>>>(zeroes<int>(1), count, none);
    keep(count, 1);
}
CASE(locks_of_lanes_that_meet)
{
    count_under_lock<<<1, 32>>>(zeroes<int>(1), zeroes<int>(1), of_the_warp);
}
CASE(locks_of_lanes_that_meet_in_the_block)
{
    count_under_lock<<<1, 32>>>(zeroes<int>(1), zeroes<int>(1), of_the_block);
}
CASE(locks_of_lanes_of_two_blocks_that_meet)
{
    count_under_lock<<<2, 32>>>(zeroes<int>(1), zeroes<int>(1), of_the_warp);
}
CASE(blocks_that_fit)
{
    run_blocks_that_wait(16);
}
CASE(blocks_that_do_not_fit)
{
    run_blocks_that_wait(17);
}
CASE(waiting_for_a_plain_flag)
{
    wait_for_plain_flag<<<1, 32>>>(zeroes<int>(1), zeroes<int>(1));
}
CASE(many_reads_of_one_word)
{
    const int one = 1;
    int* sum = zeroes<int>(1);
    read_often<<<1, 1>>>(device_array(1, &one), 2000000, sum);
    keep(sum, 1);
}
CASE(reads_for_longer_than_the_limit)
{
    read_often<<<1, 1>>>(zeroes<int>(1), 2000000, zeroes<int>(1));
}
CASE(waiting_for_a_time)
{
    int* out = zeroes<int>(1);
    wait_for_a_time<<<2, 1>>>(zeroes<int>(1), out);
    keep(out, 1);
}
CASE(counting_in_other_lanes)
{
    int* counts = zeroes<int>(32);
    count_in_other_lanes<<<1, 32>>>(counts, 20000);
    keep(counts + 1, 1);
}
CASE(voting_over_two_words)
{
    int* out = zeroes<int>(8);
    for (int before = 0; before < 8; ++before)
        vote_over_words<<<1, 64>>>(zeroes<int>(2), 2, before, out + before);
    keep(out, 8);
}
CASE(waiting_for_one_of_two_for_ever)
{
    wait_for_one_of_two<<<3, 32>>>(zeroes<int>(2), zeroes<int>(1));
}
