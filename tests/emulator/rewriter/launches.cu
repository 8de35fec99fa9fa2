// Launches in every form, run with stub_runtime.h. The exit code is the number of launches that went wrong.
#include <cstdio>
#include <utility>

#define LAUNCH(kernel, grid, ...) kernel<<<grid, 2>>>(__VA_ARGS__)
static int result;
static int failures;

static void expect(int want, const char* kernel, unsigned threads, int line)
{
    if (result != want || emu::kernel != kernel || emu::threads != threads) {
        std::printf("line %d: result %d, kernel %s, %u threads\n", line, result, emu::kernel.data(),
                    emu::threads);
        ++failures;
    }
    result = 0;
}

#define EXPECT(want, kernel, threads) expect(want, kernel, threads, __LINE__)

__global__ void add(int* sum, int x)
{
    *sum += x;
}
__global__ void add(int* sum, int x, double y)
{
    *sum += x + static_cast<int>(y);
}

template <class T, int n>
__global__ void add_times(T* sum, T x)
{
    *sum += n * x;
}

template <class T>
__global__ void add_or_null(T* sum, T x, const T* more)
{
    *sum += x + (more ? *more : 100);
}

struct Pair {
    int a, b;
};

namespace ns {
__global__ void add_pair(Pair pair, int* sum)
{
    *sum += pair.a * pair.b;
}
namespace more {
__global__ void add_one(int* sum)
{
    ++*sum;
}
}  // namespace more
struct Kernels {
    void (*pointer)(int*, int) = add;
};
}  // namespace ns

template <class T>
__global__ void through_shared(T* out)
{
    extern __shared__ __align__(16) T dynamic[];
    __shared__ T fixed[4];
    static __shared__ alignas(16) T aligned[4];
    dynamic[3] = 1;
    fixed[3] = 2;
    aligned[3] = 3;
    *out = dynamic[3] + 10 * fixed[3] + 100 * aligned[3];
}

__global__ void rows(int* out)
{
    extern volatile __shared__ unsigned short matrix[][8];
    matrix[2][7] = 5;
    *out = static_cast<volatile unsigned short*>(&matrix[0][0])[23];
}

template <class Kernels, class T, class... More>
void launch_dependent(T* p, More... more)
{
    Kernels::template times<3><<<1, 2>>>(p, T(2));
    EXPECT(12, "Kernels::template times<3>", 2);
    add<<<1, 2>>>(p, more...);
    EXPECT(14, "add", 2);
}

// For the form of the launch: a member cannot be __global__.
struct DependentKernels {
    template <int n>
    static void times(int* sum, int x)
    {
        *sum += n * x;
    }
};

static void one_by_one()
{
    add<<<1, 2>>>(&result, 3);
    EXPECT(6, "add", 2);
    add<<<{1, 2}, {3}>>>(&result, 1, 1.5);
    EXPECT(12, "add", 6);
    add_times<int, 4><<<dim3(2, (1 + 1)), 1>>>(&result, 1);
    EXPECT(16, "add_times<int, 4>", 4);
    add_or_null<int> < <<16>> 3, 1 << 1 >>> (&result, 0, 0);
    EXPECT(400, "add_or_null<int>", 4);
    add_or_null<int><<<1, 1>>>(&result, 0, NULL);
    EXPECT(100, "add_or_null<int>", 1);
    ns::add_pair<<<1, 1>>>({6, 7}, &result);
    EXPECT(42, "ns::add_pair", 1);
    ns::add_pair<<<1, 1>>>(Pair{std::pair<int, int>{2, 3}.first, 3}, &result);
    EXPECT(6, "ns::add_pair", 1);
    ns::more::add_one<<<1, 3>>>(&result);
    EXPECT(3, "ns::more::add_one", 3);
    LAUNCH(add, 3, &result, 1);
    EXPECT(6, "add", 6);
    // clang-format off
    LAUNCH(add,
           4,
           &result,
           1);
    // clang-format on
    EXPECT(8, "add", 8);
}

static void through_pointers()
{
    void (*pointer)(int*, int) = add;
    void (*table[])(int*, int) = {nullptr, add};
    ns::Kernels object;
    pointer<<<1, 1>>>(&result, 1);
    EXPECT(1, "pointer", 1);
    if (pointer != nullptr)
        (*pointer)<<<1, 1>>>(&result, 2);
    EXPECT(2, "(*pointer)", 1);
    table[1]<<<1, 1>>>(&result, 3);
    EXPECT(3, "table[1]", 1);
    object.pointer<<<1, 1>>>(&result, 4);
    EXPECT(4, "object.pointer", 1);
    (&object)->pointer<<<1, 1>>>(&result, 5);
    EXPECT(5, "(&object)->pointer", 1);
    int computed = 0;
    const auto pick = [&] { return table[++computed]; };
    pick()<<<1, 3>>>(&result, 1);  // evaluated once
    EXPECT(3, "pick()", 3);
    (computed > 5 ? nullptr : pointer)<<<1, 2>>>(&result, 0);
    EXPECT(0, "(computed>5?nullptr:pointer)", 2);
}

int main()
{
    one_by_one();
    through_pointers();
    launch_dependent<DependentKernels>(&result, 7);

    int evaluated = 0;
    add<<<1, 3>>>(&result, ++evaluated);
    EXPECT(3, "add", 3);

    through_shared<<<1, 1, 4 * sizeof(int)>>>(&result);
    EXPECT(321, "through_shared", 1);
    rows<<<1, 1, 3 * 8 * sizeof(short), nullptr>>>(&result);
    EXPECT(5, "rows", 1);

#pragma unroll
    for (int shift = 0; shift < 2; ++shift)
        result += 1'000 << shift << 1;
    result <<= 1;
    EXPECT(12'000, "rows", 1);
    return failures + (R"(add<<<1, 1>>>(")"[3] != '<');
}
