// Wrong accesses, each with its nearest correct program.
#include "cases.h"

#include <cuda/atomic>

#include <cstdio>
#include <cstring>
#include <vector>

using namespace cases;

namespace memory_cases {
namespace {

__global__ void fill_up_to(int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = i;  // here: write_past_the_end
}

template <int n>
__global__ void fill_one_more(int* out)
{
    if (threadIdx.x <= n)
        out[threadIdx.x] = n;  // here: launched_through_a_pointer
}

__global__ void read_before(const int* in, int* out)
{
    out[threadIdx.x] = in[int(threadIdx.x) - 1];  // here: read_before_the_start
}

__global__ void use_dynamic_shared(int* out, int n)
{
    extern __shared__ int buffer[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        buffer[i] = i;  // here: write_past_dynamic_shared
    __syncthreads();
    out[threadIdx.x] = buffer[threadIdx.x];
}

__global__ void read_dynamic_shared(int* out)
{
    extern __shared__ int buffer[];
    out[threadIdx.x] = buffer[threadIdx.x + 3];  // here: read_of_unwritten_dynamic_shared
}

__global__ void reverse_in_shared(int* out)
{
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x;             // here: write_after_the_read
    out[threadIdx.x] = tile[127 - threadIdx.x];  // here: read_before_the_write
}

__global__ void read_the_other_half(int* out)
{
    __shared__ int tile[32];
    if (threadIdx.x < 16)
        out[threadIdx.x] = tile[threadIdx.x + 16];  // here: read_before_the_write_in_a_warp
    else
        tile[threadIdx.x] = threadIdx.x;
}

// Nobody sets the number to zero.
__global__ void count_warps(int* out)
{
    __shared__ int warps;
    if (threadIdx.x % 32 == 0)
        warps += 1;  // here: number_that_is_not_zeroed
    __syncthreads();
    out[threadIdx.x] = warps;
}

__global__ void exchange(int* flag, int* old, bool uses)
{
    if (uses)
        *old = atomicExch(flag, 7);  // here: exchange_of_unwritten_memory
    else
        atomicExch(flag, 7);
    *old += *flag;
}

__global__ void count_in_local(const int* values, int* counts)
{
    int bins[8] = {};
    atomicAdd(&bins[values[threadIdx.x] % 8], 1);  // here: atomic_on_local_memory
    counts[threadIdx.x] = bins[0];
}

__device__ int count_in(int* bins)
{
    return atomicMax(bins, 1) + atomicMax(bins + 1, 2);  // here: atomics_on_local_memory_of_the_caller
}

__global__ void count_in_callers_memory(int* counts)
{
    int bins[2] = {};
    counts[threadIdx.x] = count_in(bins);
}

__global__ void count_in_shared(const int* values, int* counts)
{
    __shared__ int bins[8];
    if (threadIdx.x < 8)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[values[threadIdx.x] % 8], 1);
    cuda::atomic<int, cuda::thread_scope_thread> own{0};  // may be local: no other thread uses it
    own += 1;
    __syncthreads();
    counts[threadIdx.x] = bins[0] + own;
}

__global__ void index_static_shared(int* out, int shift)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x + shift];  // here: index_past_an_array
}

__global__ void index_row_of_shared(int* out, int column)
{
    __shared__ float tile[32][33];
    __shared__ float other[32];
    other[threadIdx.x] = 0;
    tile[threadIdx.x][column] = 1;  // here: index_past_a_row
    __syncthreads();
    out[threadIdx.x] = int(tile[threadIdx.x][0] + other[threadIdx.x]);
}

// By a pointer: the compiler cannot check the index.
__device__ int read_at(const int* p, int i)
{
    return p[i];  // here: pointer_past_shared
}
__global__ void point_into_shared(int* out, int shift)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = read_at(tile, threadIdx.x + shift);
}

__global__ void store_to(int* p)
{
    *p = 1;  // here: null_pointer
}

__global__ void load_from(const int* p, int* out)
{
    *out = *p;  // here: pointer_of_the_host
}

__global__ void load_int_at(const char* p, int* out)
{
    *out = *reinterpret_cast<const int*>(p);  // here: misaligned_read
}

__global__ void copy(const int* in, int* out)
{
    out[threadIdx.x] = in[threadIdx.x];  // here: read_of_unwritten_global
}

__global__ void copy_by_blocks(const int* in, int* out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void write_bytes(char* p, int n)
{
    if (int(threadIdx.x) < n)
        p[threadIdx.x] = 1;
}

__global__ void read_word(const int* p, int* out)
{
    *out = *p;  // here: word_with_an_unwritten_byte
}

__global__ void read_shared_of_other_blocks(int* out)
{
    __shared__ int value;
    if (threadIdx.x == 0 && blockIdx.x == 0)
        value = 7;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = value;  // here: shared_memory_is_fresh_in_each_block
}

__global__ void read_freed(const int* p, int* out)
{
    out[threadIdx.x] = p[threadIdx.x];  // here: use_after_free
}

__global__ void print_text(const char* text)
{
    printf("%s\n", text);
}

__constant__ int limit;

__global__ void write_constant(const int* p)
{
    *const_cast<int*>(&limit) = *p;  // here: write_of_a_constant
}

void run_copy(const int* in)
{
    copy<<<1, 32>>>(in, zeroes<int>(32));
}

struct Point {
    float x, y, z;
};

// Twice called, and so not inlined by itself.
__device__ Point moved(Point p, float by)
{
    return {p.x + by, p.y, p.z};
}

struct Cloud {
    double values[5];
};

__device__ Cloud scaled(Cloud c, double by)
{
    for (double& value : c.values)
        value *= by;
    return c;
}

__global__ void move_points(const Point* in, Point* out)
{
    out[threadIdx.x] = moved(in[threadIdx.x], 1);  // here: struct_returned_past_the_end
    out[threadIdx.x] = moved(out[threadIdx.x], 2);
}

__global__ void scale_clouds(const Cloud* in, Cloud* out)
{
    out[threadIdx.x] = scaled(in[threadIdx.x], 2);  // here: struct_passed_from_past_the_end
    out[threadIdx.x] = scaled(out[threadIdx.x], 2);
}

// Each thread its bytes, whose number the compiler knows or not.
__global__ void copy_by_call(char* out, const char* in, int bytes)
{
    memcpy(out + bytes * threadIdx.x, in + bytes * threadIdx.x, bytes);  // here: copied_past_the_end
}

__global__ void copy_clouds_by_call(Cloud* out, const Cloud* in)
{
    std::memcpy(out + threadIdx.x, in + threadIdx.x, sizeof *in);  // here: cloud_copied_from_past_the_end
}

__global__ void copy_by_builtin(Cloud* out, const Cloud* in)
{
    __builtin_memcpy(out + threadIdx.x, in + threadIdx.x, sizeof *in);  // here: cloud_copied_by_a_builtin
}

__global__ void fill_by_call(Point* out)
{
    memset(out + threadIdx.x, 0, sizeof *out);  // here: filled_past_the_end
}

__host__ __device__ void move_by_call(int* p, int n)
{
    memmove(p, p + 1, n * sizeof *p);  // here: moved_past_the_end
}

__global__ void move_up(int* p, int n)
{
    move_by_call(p, n);
}

__global__ void clear_bins(unsigned* out)
{
    __shared__ unsigned bins[256];
    memset(bins, 0, sizeof bins);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], threadIdx.x);
    __syncthreads();
    memcpy(&out[threadIdx.x], &bins[255 - threadIdx.x], sizeof *bins);
}

}  // namespace

CASE(copied_past_the_end)
{
    copy_by_call<<<1, 32>>>(device_array<char>(32 * 5 - 1), zeroes<char>(32 * 5), 5);
}
CASE(cloud_copied_from_past_the_end)
{
    copy_clouds_by_call<<<1, 32>>>(device_array<Cloud>(32), zeroes<Cloud>(31));
}
CASE(cloud_copied_by_a_builtin)
{
    copy_by_builtin<<<1, 32>>>(device_array<Cloud>(32), zeroes<Cloud>(31));
}
CASE(filled_past_the_end)
{
    fill_by_call<<<1, 32>>>(device_array<Point>(31));
}
CASE(moved_past_the_end)
{
    move_up<<<1, 1>>>(zeroes<int>(8), 8);
}
CASE(filled_memory_of_the_host)
{
    std::vector<Point> points(32);
    fill_by_call<<<1, 32>>>(points.data());
}
CASE(copies_by_calls)
{
    copy_by_call<<<1, 32>>>(device_array<char>(32 * 5), zeroes<char>(32 * 5), 5);
    copy_clouds_by_call<<<1, 32>>>(device_array<Cloud>(32), zeroes<Cloud>(32));
    move_up<<<1, 1>>>(zeroes<int>(8), 7);
    unsigned* out = device_array<unsigned>(256);
    clear_bins<<<1, 256>>>(out);
    unsigned host[256];
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    results() = {long(host[0]), long(host[255])};
}
CASE(write_past_the_end)
{
    fill_up_to<<<2, 64>>>(device_array<int>(100), 100);
}
CASE(launched_through_a_pointer)
{
    void (*const kernel_)(int*) = fill_one_more<8>;
    kernel_<<<1, 32>>>(device_array<int>(8));
}
CASE(write_to_the_end)
{
    fill_up_to<<<2, 64>>>(device_array<int>(100), 99);
}
CASE(read_before_the_start)
{
    read_before<<<1, 32>>>(zeroes<int>(32), zeroes<int>(32));
}
CASE(read_from_the_start)
{
    read_before<<<1, 32>>>(zeroes<int>(33) + 1, zeroes<int>(32));
}
CASE(write_past_dynamic_shared)
{
    use_dynamic_shared<<<1, 32, 40 * sizeof(int)>>>(zeroes<int>(32), 41);
}
CASE(read_of_unwritten_dynamic_shared)
{
    int* out = zeroes<int>(32);
    read_dynamic_shared<<<1, 32, 40 * sizeof(int)>>>(out);
    cudaMemcpy(out + 16, out, sizeof(int), cudaMemcpyDeviceToDevice);  // the values are used
}
CASE(read_before_the_write)
{
    reverse_in_shared<<<1, 128>>>(zeroes<int>(128));
}
CASE(read_before_the_write_in_a_warp)
{
    read_the_other_half<<<1, 32>>>(zeroes<int>(32));
}
CASE(number_that_is_not_zeroed)
{
    count_warps<<<1, 128>>>(zeroes<int>(128));
}
CASE(exchange_as_a_store)
{
    int* old = zeroes<int>(1);
    exchange<<<1, 1>>>(device_array<int>(1), old, false);
    keep(old, 1);
}
CASE(exchange_of_unwritten_memory)
{
    exchange<<<1, 1>>>(device_array<int>(1), zeroes<int>(1), true);
}
CASE(write_all_dynamic_shared)
{
    use_dynamic_shared<<<1, 32, 40 * sizeof(int)>>>(zeroes<int>(32), 40);
}
CASE(atomic_on_local_memory)
{
    count_in_local<<<1, 32>>>(zeroes<int>(32), zeroes<int>(32));
}
CASE(atomics_on_local_memory_of_the_caller)
{
    count_in_callers_memory<<<1, 32>>>(zeroes<int>(32));
}
CASE(atomic_on_shared_memory)
{
    int* counts = zeroes<int>(32);
    count_in_shared<<<1, 32>>>(zeroes<int>(32), counts);
    keep(counts, 1);
}
CASE(index_past_an_array)
{
    index_static_shared<<<1, 32>>>(zeroes<int>(32), 1);
}
CASE(index_all_of_an_array)
{
    index_static_shared<<<1, 32>>>(zeroes<int>(32), 0);
}
CASE(index_past_a_row)
{
    index_row_of_shared<<<1, 32>>>(zeroes<int>(32), 33);
}
CASE(index_all_of_a_row)
{
    index_row_of_shared<<<1, 32>>>(zeroes<int>(32), 0);
}
CASE(pointer_past_shared)
{
    point_into_shared<<<1, 32>>>(zeroes<int>(32), 1);
}
CASE(pointer_into_shared)
{
    point_into_shared<<<1, 32>>>(zeroes<int>(32), 0);
}
CASE(null_pointer)
{
    store_to<<<1, 1>>>(nullptr);
}
CASE(pointer_of_the_host)
{
    static int on_the_host_stack_of_main = 0;
    int local = on_the_host_stack_of_main;
    load_from<<<1, 1>>>(&local, zeroes<int>(1));
}
CASE(misaligned_read)
{
    load_int_at<<<1, 1>>>(zeroes<char>(8) + 2, zeroes<int>(1));
}
CASE(aligned_read)
{
    load_int_at<<<1, 1>>>(zeroes<char>(8) + 4, zeroes<int>(1));
}
CASE(read_of_unwritten_global)
{
    run_copy(device_array<int>(32));
}
CASE(a_million_reads_of_unwritten_global)
{
    copy_by_blocks<<<1 << 12, 256>>>(device_array<int>(1 << 20), device_array<int>(1 << 20));
}
CASE(read_of_global_set_by_the_host)
{
    run_copy(zeroes<int>(32));
}
CASE(read_of_global_written_by_a_kernel)
{
    int* p = device_array<int>(32);
    fill_up_to<<<1, 32>>>(p, 31);
    run_copy(p);
}
CASE(read_of_a_copy_of_unwritten_global)  // reported as read_of_unwritten_global's line
{
    int* p = zeroes<int>(32);
    cudaMemcpy(p, device_array<int>(32), 32 * sizeof(int), cudaMemcpyDeviceToDevice);
    run_copy(p);
}
CASE(word_with_an_unwritten_byte)
{
    char* p = device_array<char>(4);
    write_bytes<<<1, 4>>>(p, 3);
    read_word<<<1, 1>>>(reinterpret_cast<int*>(p), zeroes<int>(1));
}
CASE(word_written_byte_by_byte)
{
    char* p = device_array<char>(4);
    write_bytes<<<1, 4>>>(p, 4);
    read_word<<<1, 1>>>(reinterpret_cast<int*>(p), zeroes<int>(1));
}
CASE(shared_memory_is_fresh_in_each_block)
{
    read_shared_of_other_blocks<<<2, 32>>>(zeroes<int>(2));
}
CASE(shared_memory_written_by_its_block)
{
    read_shared_of_other_blocks<<<1, 32>>>(zeroes<int>(2));
}
CASE(use_after_free)
{
    int* p = zeroes<int>(32);
    cudaFree(p);
    read_freed<<<1, 32>>>(p, zeroes<int>(32));
}
CASE(use_of_new_memory_after_free)
{
    cudaFree(zeroes<int>(32));
    read_freed<<<1, 32>>>(zeroes<int>(32), zeroes<int>(32));
}
CASE(write_of_a_constant)
{
    const int one = 1;
    cudaMemcpyToSymbol(limit, &one, sizeof one);
    write_constant<<<1, 1>>>(zeroes<int>(1));
}
CASE(host_reads_device_memory)
{
    const int* p = zeroes<int>(1);
    results().push_back(*static_cast<const volatile int*>(p));
}
CASE(host_reads_managed_memory)
{
    int* p = nullptr;
    cudaMallocManaged(&p, sizeof(int));
    store_to<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    results().push_back(*p);
}
CASE(kernel_prints_a_wild_pointer)
{
    print_text<<<1, 1>>>(reinterpret_cast<const char*>(16));
}
CASE(device_pointer_of_registered_memory)
{
    static float memory[256];
    float* d = nullptr;
    cudaHostRegister(memory, sizeof memory, cudaHostRegisterMapped);
    cudaHostGetDevicePointer((void**)&d, memory, 0);  // here: device_pointer_of_registered_memory
    cudaHostUnregister(memory);
}
CASE(struct_returned_past_the_end)
{
    move_points<<<1, 32>>>(zeroes<Point>(32), device_array<Point>(31));
}
CASE(structs_returned)
{
    move_points<<<1, 32>>>(zeroes<Point>(32), device_array<Point>(32));
}
CASE(struct_passed_from_past_the_end)
{
    scale_clouds<<<1, 32>>>(zeroes<Cloud>(31), device_array<Cloud>(32));
}
CASE(structs_passed)
{
    scale_clouds<<<1, 32>>>(zeroes<Cloud>(32), device_array<Cloud>(32));
}

}  // namespace memory_cases
