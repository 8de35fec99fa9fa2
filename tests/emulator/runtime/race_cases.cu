// Races, each with its nearest correct program. Flags and fences are in flag_cases.cu.
#include "cases.h"

using namespace cases;

namespace races {
namespace {

constexpr int kBlock = 64;

template <bool barrier>
__global__ void reverse_in_block(int* out)
{
    __shared__ int buffer[kBlock];
    const int t = threadIdx.x;
    buffer[t] = t;
    if (barrier)
        __syncthreads();
    out[t] = buffer[kBlock - 1 - t];  // here: read_after_write
}

template <bool barrier>
__global__ void rotate(int* out)
{
    __shared__ int buffer[kBlock];
    const int t = threadIdx.x;
    buffer[t] = t;
    __syncthreads();
    const int next = buffer[(t + 1) % kBlock];
    if (barrier)
        __syncthreads();
    buffer[t] = next;  // here: write_after_read
    out[t] = buffer[t];
}

__global__ void write_one_place(int* out, int different)
{
    __shared__ int last;
    last = different ? int(threadIdx.x) : 1;  // here: write_after_write
    __syncthreads();
    if (threadIdx.x == 0)
        *out = last;
}

__global__ void fill_one_place(int* out, int different)
{
    __shared__ int buffer[64];
    memset(buffer, different ? int(threadIdx.x) : 1, sizeof buffer);  // here: fills_of_one_place
    __syncthreads();
    out[threadIdx.x] = buffer[threadIdx.x];
}

__global__ void write_to_neighbour_block(int* p, int shift)
{
    p[blockIdx.x] = 1;
    if (shift)
        p[(blockIdx.x + shift) % gridDim.x] = 2;  // here: write_across_blocks
}

__device__ void store_one(int* p)
{
    p[0] = 1;  // here: race_of_two_functions, earlier
}

__device__ void store_at(int* p, int i)
{
    p[i] = 2;  // here: race_of_two_functions
}

__global__ void call_two_functions(int* p)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0)
            store_one(p);
        else
            store_at(p, 0);  // here: race_of_two_functions, call
    }
}

__global__ void store_near_and_far(int* p)
{
    if (blockIdx.x == 0) {
        p[0] = 1;  // here: race_with_the_first_of_two_stores, earlier
        p[32] = 7;
    } else {
        p[1] = 3;
        p[0] = p[1] + 4;  // here: race_with_the_first_of_two_stores
    }
}

__global__ void store_mirrored(int* out)
{
    __shared__ int buffer[64];
    const int t = threadIdx.x;
    buffer[t] = t;  // here: race_with_another_lane, earlier
    buffer[63 - t] = t;
    buffer[31 - t] = t + 100;  // here: race_with_another_lane
    __syncwarp();
    out[t] = buffer[t];
}

__global__ void store_all_at_one_place(int* p)
{
    p[threadIdx.x + 1] = 5;
    p[0] = threadIdx.x;  // here: race_within_one_request
}

__global__ void store_in_turns(int* p)
{
    for (int i = 0; i < 4 && threadIdx.x == 0; ++i) {
        p[i] = 1;      // here: race_with_a_loop, one
        p[3 - i] = 1;  // here: race_with_a_loop, other
    }
    if (threadIdx.x == 32)
        p[2] = 3;  // here: race_with_a_loop
}

__device__ int counter;

__global__ void count_without_atomics()
{
    counter = counter + 1;  // here: count_on_a_device_variable
}

__global__ void count_with_atomics()
{
    atomicAdd(&counter, 1);
}

__global__ void histogram_without_atomics(const unsigned char* pixels, int* bins)
{
    bins[pixels[threadIdx.x]]++;  // here: histogram
}

template <bool sync>
__global__ void exchange_in_warp(int* out)
{
    __shared__ int buffer[32];
    const int lane = threadIdx.x;
    buffer[lane] = lane;
    if (sync)
        __syncwarp();
    out[lane] = buffer[lane ^ 1];  // here: warp_without_syncwarp
}

__global__ void shuffle_is_no_fence(int* out)
{
    __shared__ int buffer[32];
    const int lane = threadIdx.x;
    buffer[lane] = lane;
    const int other = __shfl_xor_sync(0xffffffff, lane, 1);
    out[lane] = buffer[other];  // here: shuffle_in_place_of_syncwarp
}

__global__ void volatile_warp_reduction(int* out)
{
    __shared__ int buffer[64];
    const int t = threadIdx.x;
    buffer[t] = t;
    buffer[t + 32] = t;
    __syncwarp();
    volatile int* v = buffer;
    v[t] = v[t] + v[t + 16];  // here: volatile_in_place_of_syncwarp
    out[t] = v[t];
}

template <bool barrier>
__global__ void merge_shared_histogram(int* out)
{
    __shared__ int bins[kBlock];
    const int t = threadIdx.x;
    bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[(t * 7) % kBlock], 1);
    if (barrier)
        __syncthreads();
    atomicAdd(&out[t], bins[t]);  // here: read_of_unfinished_atomics
}

__global__ void write_bytes(unsigned char* p, int step)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i / step] = (unsigned char)i;  // here: bytes_written_twice
}

// The start of a loop around atomicCAS reads without synchronisation; the CAS finds out if that was too early.
__device__ float add(float* address, float value)
{
    unsigned* bits = reinterpret_cast<unsigned*>(address);
    unsigned old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_uint(value + __uint_as_float(assumed)));
    } while (assumed != old);
    return __uint_as_float(old);
}

__global__ void add_by_compare_and_swap(float* sum)
{
    add(sum, 1.0f);
}

struct Node {
    int value;
    Node* next;
};

// Pushes a node onto a list: between the read of its head and the atomicCAS the node is linked.
__global__ void push(Node* nodes, Node** head, bool swap)
{
    Node* node = &nodes[blockIdx.x * blockDim.x + threadIdx.x];
    auto* word = reinterpret_cast<unsigned long long*>(head);
    if (!swap)
        atomicExch(word, reinterpret_cast<unsigned long long>(node));
    Node* old;
    do {
        old = *head;  // here: head_is_read_and_not_swapped
        node->next = old;
        if (!swap)
            return;
    } while (atomicCAS(word, reinterpret_cast<unsigned long long>(old),
                       reinterpret_cast<unsigned long long>(node)) !=
             reinterpret_cast<unsigned long long>(old));
}

__global__ void count_nodes(Node* const* head, int* n)
{
    for (const Node* node = *head; node; node = node->next)
        ++*n;
}

__global__ void read_while_others_add(int* sum, int* out)
{
    atomicAdd(sum, 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = *sum;  // here: plain_read_of_an_atomic
}

__global__ void two_steps(int* p)
{
    p[threadIdx.x] += 1;
    __syncthreads();
    p[threadIdx.x ^ 1] += 1;
    __syncthreads();
    p[(threadIdx.x + 33) % blockDim.x] += 1;
}

// The next block has the same shared memory, but these are other variables.
__global__ void pairs_store_one_value(int* out)
{
    __shared__ int buffer[kBlock / 2];
    const int t = threadIdx.x;
    buffer[t / 2] = t / 2;
    __syncthreads();
    out[blockIdx.x * kBlock + t] = buffer[t / 2];
}

}  // namespace

CASE(read_after_write)
{
    reverse_in_block<false><<<1, kBlock>>>(zeroes<int>(kBlock));
}
CASE(read_after_write_and_barrier)
{
    reverse_in_block<true><<<3, kBlock>>>(zeroes<int>(kBlock));
}
CASE(write_after_read)
{
    rotate<false><<<1, kBlock>>>(zeroes<int>(kBlock));
}
CASE(write_after_read_and_barrier)
{
    rotate<true><<<1, kBlock>>>(zeroes<int>(kBlock));
}
CASE(write_after_write)
{
    write_one_place<<<1, kBlock>>>(zeroes<int>(1), 1);
}
CASE(writes_of_one_value)
{
    write_one_place<<<1, kBlock>>>(zeroes<int>(1), 0);
}
CASE(fills_of_one_place)
{
    fill_one_place<<<1, kBlock>>>(zeroes<int>(kBlock), 1);
}
CASE(fills_by_one_value)
{
    fill_one_place<<<1, kBlock>>>(zeroes<int>(kBlock), 0);
}
CASE(write_across_blocks)
{
    write_to_neighbour_block<<<4, 1>>>(zeroes<int>(4), 1);
}
CASE(write_per_block)
{
    write_to_neighbour_block<<<4, 1>>>(zeroes<int>(4), 0);
}
CASE(writes_of_two_launches)
{
    int* p = zeroes<int>(4);
    write_to_neighbour_block<<<4, 1>>>(p, 0);
    write_to_neighbour_block<<<4, 1>>>(p, 0);
}
CASE(count_on_a_device_variable)
{
    count_without_atomics<<<4, 32>>>();
}
CASE(count_on_a_device_variable_by_atomics)
{
    count_with_atomics<<<4, 32>>>();
}
CASE(histogram)
{
    histogram_without_atomics<<<1, 64>>>(zeroes<unsigned char>(64), zeroes<int>(256));
}
CASE(warp_without_syncwarp)
{
    exchange_in_warp<false><<<1, 32>>>(zeroes<int>(32));
}
CASE(warp_with_syncwarp)
{
    exchange_in_warp<true><<<1, 32>>>(zeroes<int>(32));
}
CASE(shuffle_in_place_of_syncwarp)
{
    shuffle_is_no_fence<<<1, 32>>>(zeroes<int>(32));
}
CASE(volatile_in_place_of_syncwarp)
{
    volatile_warp_reduction<<<1, 32>>>(zeroes<int>(32));
}
CASE(read_of_unfinished_atomics)
{
    merge_shared_histogram<false><<<2, kBlock>>>(zeroes<int>(kBlock));
}
CASE(read_of_finished_atomics)
{
    merge_shared_histogram<true><<<2, kBlock>>>(zeroes<int>(kBlock));
}
CASE(bytes_written_twice)
{
    write_bytes<<<4, 64>>>(zeroes<unsigned char>(256), 2);
}
CASE(bytes_side_by_side)
{
    write_bytes<<<4, 63>>>(zeroes<unsigned char>(256), 1);
}
CASE(compare_and_swap_loop)
{
    float* sum = zeroes<float>(1);
    add_by_compare_and_swap<<<3, 64>>>(sum);
    keep(sum, 1);
}
CASE(node_is_linked_before_a_compare_and_swap)
{
    Node** head = zeroes<Node*>(1);
    int* n = zeroes<int>(1);
    push<<<4, 64>>>(zeroes<Node>(256), head, true);
    count_nodes<<<1, 1>>>(head, n);
    keep(n, 1);
}
CASE(head_is_read_and_not_swapped)
{
    push<<<4, 64>>>(zeroes<Node>(256), zeroes<Node*>(1), false);
}
CASE(plain_read_of_an_atomic)
{
    read_while_others_add<<<2, 64>>>(zeroes<int>(1), zeroes<int>(128));
}
CASE(several_steps_with_barriers)
{
    two_steps<<<1, 128>>>(zeroes<int>(128));
}
CASE(stores_of_one_value_in_each_block)
{
    pairs_store_one_value<<<4, kBlock>>>(zeroes<int>(4 * kBlock));
}
CASE(race_of_two_functions)
{
    call_two_functions<<<2, 32>>>(zeroes<int>(1));
}
CASE(race_with_the_first_of_two_stores)
{
    store_near_and_far<<<2, 1>>>(zeroes<int>(64));
}
CASE(race_with_another_lane)
{
    store_mirrored<<<1, 32>>>(zeroes<int>(32));
}
CASE(race_within_one_request)
{
    store_all_at_one_place<<<1, 32>>>(zeroes<int>(33));
}
CASE(race_with_a_loop)
{
    store_in_turns<<<1, 64>>>(zeroes<int>(4));
}

}  // namespace races
