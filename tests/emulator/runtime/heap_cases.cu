// Mistakes with memory that kernels allocate, each with its nearest correct program.
#include "cases.h"

#include <cstdlib>

using namespace cases;

__device__ int heap_value;  // with a name that others could use, or the compiler would leave it out

namespace {

__device__ int* array;

__global__ void allocate(int n)
{
    array = static_cast<int*>(malloc(n * sizeof(int)));
    for (int i = 0; i < n - 1; ++i)
        array[i] = i;
}

__global__ void write_element(int i)
{
    array[i] = 1;  // here: write_past_the_end_of_the_heaps_array
}

__global__ void read_element(int i)
{
    heap_value = array[i];  // here: read_of_unwritten_heap_memory
}

__global__ void release()
{
    free(array);  // here: heap_memory_is_freed_twice
}

__global__ void use_after_release(bool too_late)
{
    int* mine = new int(1);
    int* other = new int(2);
    array = mine;
    for (int i = 0; i < 2; ++i) {
        heap_value = array[0];  // here: heap_memory_is_used_after_delete
        if (i == (too_late ? 0 : 1))
            delete mine;
    }
    delete other;
}

__global__ void release_this(int* p)
{
    free(p);  // here: memory_of_the_host_is_freed_by_a_kernel
}

__global__ void fill_the_heap(int* counts)
{
    counts[0] = counts[1] = 0;
    while (malloc(1 << 20))
        ++counts[0];
    counts[1] = malloc(4 << 20) != nullptr;
}

__global__ void allocate_and_free(int times, int* failures)
{
    for (int i = 0; i < times; ++i) {
        auto* p = static_cast<int*>(malloc(256));
        if (p)
            *p = i;
        else
            atomicAdd(failures, 1);
        free(p);
    }
}

__global__ void race_for(int** shared)
{
    if (threadIdx.x == 0)
        *shared = new int;
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        **shared = threadIdx.x;  // here: race_for_heap_memory
    __syncthreads();
    if (threadIdx.x == 0)
        delete *shared;
}

int* host_pointer()
{
    int* p = nullptr;
    cudaMemcpyFromSymbol(&p, array, sizeof p);
    return p;
}

}  // namespace

CASE(write_past_the_end_of_the_heaps_array)
{
    allocate<<<1, 1>>>(4);
    write_element<<<1, 1>>>(4);
    release<<<1, 1>>>();
}
CASE(write_to_the_end_of_the_heaps_array)
{
    allocate<<<1, 1>>>(4);
    write_element<<<1, 1>>>(3);
    read_element<<<1, 1>>>(3);
    release<<<1, 1>>>();
}
CASE(read_of_unwritten_heap_memory)
{
    allocate<<<1, 1>>>(4);
    read_element<<<1, 1>>>(3);
    release<<<1, 1>>>();
}
CASE(heap_memory_is_freed_twice)
{
    allocate<<<1, 1>>>(4);
    release<<<2, 1>>>();
}
CASE(heap_memory_is_used_after_delete)
{
    use_after_release<<<1, 1>>>(true);
}
CASE(heap_memory_is_used_before_delete)
{
    use_after_release<<<1, 1>>>(false);
}
CASE(memory_of_the_host_is_freed_by_a_kernel)
{
    release_this<<<1, 1>>>(zeroes<int>(1));
}
CASE(a_null_pointer_is_freed_by_a_kernel)
{
    release_this<<<1, 1>>>(nullptr);
}
CASE(heap_memory_is_freed_by_the_host)
{
    allocate<<<1, 1>>>(4);
    int* p = host_pointer();
    cudaFree(p);  // here: heap_memory_is_freed_by_the_host
}
CASE(heap_memory_is_copied_by_the_host)
{
    allocate<<<1, 1>>>(4);
    int* p = host_pointer();
    int value = 0;
    cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);  // here: heap_memory_is_copied_by_the_host
}
CASE(the_heap_is_full)
{
    int* counts = zeroes<int>(2);
    fill_the_heap<<<1, 1>>>(counts);
    keep(counts, 2);
    results().push_back(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
    cudaGetLastError();
}
CASE(the_heap_has_another_limit)
{
    results().push_back(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 3 << 20));
    int* counts = zeroes<int>(2);
    fill_the_heap<<<1, 1>>>(counts);
    keep(counts, 2);
}
CASE(heap_memory_is_used_again)
{
    int* failures = zeroes<int>(1);
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 10);
    allocate_and_free<<<4, 64>>>(200, failures);
    keep(failures, 1);
}
CASE(race_for_heap_memory)
{
    race_for<<<1, 64>>>(zeroes<int*>(1));
}
CASE(no_race_for_heap_memory)
{
    race_for<<<1, 32>>>(zeroes<int*>(1));
}
