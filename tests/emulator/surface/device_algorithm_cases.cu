// Algorithms that launch kernels from kernels, as courses teach them.
#include "cases.h"
#include "check.h"
#include "device_arrays.h"

#include <algorithm>
#include <vector>

namespace {

std::vector<int> numbers(int n)
{
    std::vector<int> v(n);
    unsigned state = 1;
    for (int& x : v)
        x = int((state = state * 1664525u + 1013904223u) >> 8) % 10000;
    return v;
}

constexpr int kMostDepth = 16, kSelection = 32;

__device__ void swap(int& a, int& b)
{
    const int value = a;
    a = b;
    b = value;
}

__device__ void selection_sort(int* v, int left, int right)
{
    for (int i = left; i <= right; ++i) {
        int least = i;
        for (int j = i + 1; j <= right; ++j)
            if (v[j] < v[least])
                least = j;
        swap(v[i], v[least]);
    }
}

// One thread partitions; two children sort the halves, each in a stream of its own.
__global__ void quicksort(int* v, int left, int right, int depth)
{
    if (depth >= kMostDepth || right - left <= kSelection) {
        selection_sort(v, left, right);
        return;
    }
    const int pivot = v[(left + right) / 2];
    int low = left, high = right;
    while (low <= high) {
        while (v[low] < pivot)
            ++low;
        while (v[high] > pivot)
            --high;
        if (low <= high) {
            swap(v[low++], v[high--]);
        }
    }
    if (left < high) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, stream>>>(v, left, high, depth + 1);
        cudaStreamDestroy(stream);
    }
    if (low < right) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, stream>>>(v, low, right, depth + 1);
        cudaStreamDestroy(stream);
    }
}

SURFACE_CASE(quicksort_recurses_in_streams_of_device_code)
{
    std::vector<int> v = numbers(1000);
    int* d = on_device(v);
    quicksort<<<1, 1>>>(d, 0, int(v.size()) - 1, 0);
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    std::sort(v.begin(), v.end());
    CHECK_HOST(on_host(d, v.size()) == v);
    cudaFree(d);
    return 0;
}

// Adaptive Mandelbrot after Mariani and Silver: a square whose border has one dwell is filled, another is divided.
constexpr int kImage = 64, kMostDwell = 64, kDivide = 2, kSmallest = 8, kThreads = 64;

__host__ __device__ int dwell_at(int x, int y)
{
    const float cx = -1.5f + 2.0f * float(x) / kImage, cy = -1.0f + 2.0f * float(y) / kImage;
    float zx = cx, zy = cy;
    int dwell = 0;
    while (dwell < kMostDwell && zx * zx + zy * zy < 4.0f) {
        // Without fused operations, so that host and device agree.
#ifdef __CUDA_ARCH__
        const float next = __fadd_rn(__fadd_rn(__fmul_rn(zx, zx), -__fmul_rn(zy, zy)), cx);
        zy = __fadd_rn(__fmul_rn(2.0f, __fmul_rn(zx, zy)), cy);
#else
        volatile float xx = zx * zx, yy = zy * zy, xy = zx * zy;
        volatile float difference = xx - yy, twice = 2.0f * xy;
        const float next = difference + cx;
        zy = twice + cy;
#endif
        zx = next;
        ++dwell;
    }
    return dwell;
}

__global__ void fill_square(int* dwells, int x0, int y0, int size, int dwell)
{
    for (int i = threadIdx.x; i < size * size; i += blockDim.x)
        dwells[(y0 + i / size) * kImage + x0 + i % size] = dwell;
}

__global__ void compute_square(int* dwells, int x0, int y0, int size)
{
    for (int i = threadIdx.x; i < size * size; i += blockDim.x)
        dwells[(y0 + i / size) * kImage + x0 + i % size] = dwell_at(x0 + i % size, y0 + i / size);
}

__global__ void mandelbrot(int* dwells, int x0, int y0, int size)
{
    __shared__ int least, most;
    x0 += size * blockIdx.x;
    y0 += size * blockIdx.y;
    if (threadIdx.x == 0) {
        least = kMostDwell + 1;
        most = -1;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4 * size; i += blockDim.x) {
        const int side = i / size, at = i % size;
        const int x = side == 0 ? x0 + size - 1 : side == 1 ? x0 : x0 + at;
        const int y = side == 2 ? y0 + size - 1 : side == 3 ? y0 : y0 + at;
        const int dwell = dwell_at(x, y);
        atomicMin(&least, dwell);
        atomicMax(&most, dwell);
    }
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    if (least == most)
        fill_square<<<1, kThreads>>>(dwells, x0, y0, size, least);
    else if (size / kDivide >= kSmallest)
        mandelbrot<<<dim3(kDivide, kDivide), kThreads>>>(dwells, x0, y0, size / kDivide);
    else
        compute_square<<<1, kThreads>>>(dwells, x0, y0, size);
}

SURFACE_CASE(mandelbrot_divides_squares_by_child_grids)
{
    int* d = on_device(std::vector<int>(kImage * kImage, -1));
    mandelbrot<<<dim3(2, 2), kThreads>>>(d, 0, 0, kImage / 2);
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    const std::vector<int> dwells = on_host(d, kImage * kImage);
    int different = 0;
    for (int i = 0; i < kImage * kImage; ++i)
        different += dwells[i] != dwell_at(i % kImage, i / kImage);
    // A filled square may hide a detail within.
    CHECK_HOST(different < kImage);
    cudaFree(d);
    return 0;
}

// Breadth-first search: a thread per vertex of the frontier, a child grid per vertex for its neighbours.
__global__ void visit(const int* neighbours, int count, int level, int* levels, int* changed)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && atomicCAS(&levels[neighbours[i]], -1, level + 1) == -1)
        atomicExch(changed, 1);
}

__global__ void expand(const int* rows, const int* neighbours, int n, int level, int* levels, int* changed)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || atomicAdd(&levels[v], 0) != level)
        return;
    const int degree = rows[v + 1] - rows[v];
    if (degree > 0)
        visit<<<(degree + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(neighbours + rows[v], degree, level,
                                                                      levels, changed);
}

SURFACE_CASE(breadth_first_search_visits_neighbours_by_fire_and_forget)
{
    constexpr int kVertices = 200;
    std::vector<int> rows{0}, neighbours;
    for (int v = 0; v < kVertices; ++v) {
        for (const int w : {2 * v + 1, 2 * v + 2, v / 3})
            if (w < kVertices && w != v)
                neighbours.push_back(w);
        rows.push_back(int(neighbours.size()));
    }
    std::vector<int> levels(kVertices, -1), frontier{0};
    levels[0] = 0;
    for (int level = 0; !frontier.empty(); ++level) {
        std::vector<int> next;
        for (const int v : frontier)
            for (int e = rows[v]; e < rows[v + 1]; ++e)
                if (levels[neighbours[e]] < 0) {
                    levels[neighbours[e]] = level + 1;
                    next.push_back(neighbours[e]);
                }
        frontier = next;
    }

    std::vector<int> start(kVertices, -1);
    start[0] = 0;
    int *d_rows = on_device(rows), *d_neighbours = on_device(neighbours), *d_levels = on_device(start),
        *d_changed = on_device(std::vector<int>{1});
    for (int level = 0; on_host(d_changed, 1)[0]; ++level) {
        cudaMemset(d_changed, 0, sizeof(int));
        expand<<<(kVertices + 63) / 64, 64>>>(d_rows, d_neighbours, kVertices, level, d_levels, d_changed);
        CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    }
    CHECK_HOST(on_host(d_levels, kVertices) == levels);
    cudaFree(d_rows), cudaFree(d_neighbours), cudaFree(d_levels), cudaFree(d_changed);
    return 0;
}

struct Point {
    float x, y;
};
struct Box {
    float x, y, size;
    int first, count;
};

// A quadtree: sorts the points of a box into its quarters, and launches itself for those that have too many.
__global__ void quadtree(Point* points, Point* spare, Box box, int most, int* leaves, int* in_leaves,
                         int depth)
{
    __shared__ int counts[4], places[4];
    if (threadIdx.x < 4)
        counts[threadIdx.x] = 0;
    __syncthreads();
    const float half = box.size / 2;
    const auto quarter = [&](Point p) { return (p.x >= box.x + half) + 2 * (p.y >= box.y + half); };
    if (box.count <= most || depth == 10) {
        if (threadIdx.x == 0) {
            atomicAdd(leaves, 1);
            atomicAdd(in_leaves, box.count);
        }
        return;
    }
    for (int i = threadIdx.x; i < box.count; i += blockDim.x)
        atomicAdd(&counts[quarter(points[box.first + i])], 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = box.first;
        for (int q = 0; q < 4; ++q) {
            places[q] = sum;
            sum += counts[q];
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < box.count; i += blockDim.x) {
        const Point p = points[box.first + i];
        spare[atomicAdd(&places[quarter(p)], 1)] = p;
    }
    __syncthreads();
    if (threadIdx.x < 4 && counts[threadIdx.x] > 0) {
        const int q = threadIdx.x;
        const Box child{box.x + (q % 2 ? half : 0), box.y + (q / 2 ? half : 0), half, places[q] - counts[q],
                        counts[q]};
        quadtree<<<1, 32, 0, cudaStreamFireAndForget>>>(spare, points, child, most, leaves, in_leaves,
                                                        depth + 1);
    }
}

int leaves_of(const std::vector<Point>& points, float x, float y, float size, int most, int depth)
{
    if (int(points.size()) <= most || depth == 10)
        return 1;
    std::vector<Point> parts[4];
    for (const Point p : points)
        parts[(p.x >= x + size / 2) + 2 * (p.y >= y + size / 2)].push_back(p);
    int leaves = 0;
    for (int q = 0; q < 4; ++q)
        if (!parts[q].empty())
            leaves += leaves_of(parts[q], x + (q % 2 ? size / 2 : 0), y + (q / 2 ? size / 2 : 0), size / 2,
                                most, depth + 1);
    return leaves;
}

SURFACE_CASE(a_quadtree_is_built_by_a_kernel_that_launches_itself_for_each_quarter)
{
    constexpr int kPoints = 500, kMost = 16;
    std::vector<Point> points;
    const std::vector<int> random = numbers(2 * kPoints);
    for (int i = 0; i < kPoints; ++i)
        points.push_back({float(random[2 * i]) / 16384, float(random[2 * i + 1]) / 16384});
    Point *d_points = on_device(points), *spare = on_device(points);
    int* counts = on_device(std::vector<int>{0, 0});
    quadtree<<<1, 32>>>(d_points, spare, Box{0, 0, 1, 0, kPoints}, kMost, counts, counts + 1, 0);
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    const std::vector<int> found = on_host(counts, 2);
    CHECK_HOST(found[0] == leaves_of(points, 0, 0, 1, kMost, 0) && found[1] == kPoints);
    cudaFree(d_points);
    cudaFree(spare);
    cudaFree(counts);
    return 0;
}

}  // namespace
