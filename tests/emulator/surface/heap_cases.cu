// malloc(), new and objects with virtual functions in kernels.
#include "cases.h"
#include "check.h"

#include <cstdlib>
#include <new>

namespace {

__device__ int destroyed;

struct Counted {
    int value;

    __device__ Counted() : value(int(threadIdx.x)) {}
    __device__ ~Counted() { atomicAdd(&destroyed, 1); }
};

struct Shape {
    __device__ virtual ~Shape() { atomicAdd(&destroyed, 1); }
    __device__ virtual float area() const = 0;
};

struct Square : Shape {
    float a;

    __device__ explicit Square(float a_) : a(a_) {}
    __device__ ~Square() override { atomicAdd(&destroyed, 10); }
    __device__ float area() const override { return a * a; }
};

struct Rectangle : Square {
    float b;

    __device__ Rectangle(float a_, float b_) : Square(a_), b(b_) {}
    __device__ float area() const override { return a * b; }
};

struct alignas(64) Wide {
    float values[16];
};

__global__ void make_shapes(Shape** shapes)
{
    const int i = threadIdx.x;
    if (i % 2 == 0)
        shapes[i] = new Square(float(i));
    else
        shapes[i] = new Rectangle(float(i), 2);
}

__global__ void use_shapes(Shape* const* shapes)
{
    const int i = threadIdx.x;
    CHECK(shapes[i]->area() == (i % 2 == 0 ? float(i * i) : float(2 * i)));
    delete shapes[i];
}

__global__ void allocate(int** lists, int n)
{
    auto* mine = static_cast<int*>(malloc(n * sizeof(int)));
    CHECK(mine != nullptr && reinterpret_cast<std::size_t>(mine) % 16 == 0);
    for (int i = 0; i < n; ++i)
        mine[i] = int(threadIdx.x) + i;
    lists[threadIdx.x] = mine;
    destroyed = 0;
}

// Another thread than the one that has allocated it uses and frees it.
__global__ void take_over(int* const* lists, int n)
{
    int* const list = lists[blockDim.x - 1 - threadIdx.x];
    for (int i = 0; i < n; ++i)
        CHECK(list[i] == int(blockDim.x - 1 - threadIdx.x) + i);
    free(list);
    Counted* many = new Counted[3];
    CHECK(many[2].value == int(threadIdx.x));
    delete[] many;
    Wide* wide = new Wide;
    CHECK(reinterpret_cast<std::size_t>(wide) % 16 == 0);
    delete wide;
}

__global__ void check_destroyed(int expected)
{
    CHECK(destroyed == expected);
    destroyed = 0;
}

__global__ void construct_in_place()
{
    __shared__ alignas(Square) char room[sizeof(Square)];
    Shape* const square = new (room) Square(3);
    CHECK(square->area() == 9);
    square->~Shape();
    CHECK(malloc(std::size_t(1) << 40) == nullptr);
}

}  // namespace

SURFACE_CASE(memory_from_kernels)
{
    constexpr int kThreads = 40;
    int** lists = nullptr;
    Shape** shapes = nullptr;
    cudaMalloc(&lists, kThreads * sizeof *lists);
    cudaMalloc(&shapes, kThreads * sizeof *shapes);
    allocate<<<1, kThreads>>>(lists, 5);
    take_over<<<1, kThreads>>>(lists, 5);
    check_destroyed<<<1, 1>>>(3 * kThreads);
    make_shapes<<<1, kThreads>>>(shapes);
    use_shapes<<<1, kThreads>>>(shapes);
    check_destroyed<<<1, 1>>>(11 * kThreads);
    construct_in_place<<<1, 1>>>();
    std::size_t limit = 0;
    CHECK_HOST(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess && limit >= std::size_t(8)
                                                                                                  << 20);
    cudaFree(lists);
    cudaFree(shapes);
    int* of_the_host = new int[4];
    delete[] of_the_host;
    free(malloc(4));
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    return take_failed_line();
}
