// Conversions of floating point numbers to integers, of values that fit and of values that do not.
#include "cases.h"
#include "check.h"

#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

// With clang the emulator does not know the types of conversions.
#if !(defined(CUDA_EMULATOR) && defined(__clang__))

namespace {

template <class From>
std::vector<From> edge_values()
{
    std::vector<From> values = {0,     From(0.5), 1,     From(127.5), 128,      From(255.9), 256,   300,
                                32767, 32768,     65535, 65536,       16777216, 1e9f,        1e18f, 1e20f};
    for (const int power : {31, 32, 63, 64})
        for (const From x : {std::ldexp(From(1), power), std::nextafter(std::ldexp(From(1), power), From(0)),
                             std::nextafter(std::ldexp(From(1), power), From(1e30))})
            values.push_back(x);
    for (const From x : {From(129), From(2147483649.0), std::numeric_limits<From>::min(),
                         std::numeric_limits<From>::denorm_min(), std::numeric_limits<From>::max(),
                         std::numeric_limits<From>::infinity()})
        values.push_back(x);
    for (std::size_t i = 0, n = values.size(); i < n; ++i)
        values.push_back(-values[i]);
    values.push_back(std::numeric_limits<From>::quiet_NaN());
    return values;
}

// As measured on an H200.
template <class To, class From>
To expected(From value)
{
    using Signed32 = std::conditional_t<std::is_signed_v<To>, int, unsigned>;
    using Register = std::conditional_t<sizeof(To) == 8, To, Signed32>;
    using Limits = std::numeric_limits<Register>;
    if (value != value && sizeof(To) == 8)
        return To(1ull << 63);
    if (value != value)
        return sizeof(To) == 4 && sizeof(From) == 8 ? To(0x80000000u) : To(0);
    if (value <= From(Limits::min()))
        return To(Limits::min());
    if (value >= std::ldexp(From(1), Limits::digits))
        return To(Limits::max());
    return To(Register(value));
}

template <class To, class From>
__global__ void convert(const From* in, To* out, int n)
{
    const int i = threadIdx.x;
    if (i < n)
        out[i] = static_cast<To>(in[i]);
}

template <class From>
class Arrays {
public:
    explicit Arrays(const std::vector<From>& values) : n_(int(values.size())), values_(values)
    {
        cudaMalloc(&in_, n_ * sizeof *in_);
        cudaMalloc(&out_, n_ * sizeof(std::uint64_t));
        cudaMemcpy(in_, values.data(), n_ * sizeof *in_, cudaMemcpyHostToDevice);
    }
    ~Arrays()
    {
        cudaFree(in_);
        cudaFree(out_);
    }
    template <class To, class Kernel>
    bool is_right(Kernel kernel)
    {
        kernel<<<1, 128>>>(in_, static_cast<To*>(out_), n_);
        std::vector<To> out(values_.size());
        if (cudaMemcpy(out.data(), out_, n_ * sizeof(To), cudaMemcpyDeviceToHost) != cudaSuccess)
            return false;
        for (std::size_t i = 0; i < out.size(); ++i)
            if (out[i] != expected<To>(values_[i]))
                return false;
        return true;
    }

private:
    int n_;
    std::vector<From> values_;
    From* in_ = nullptr;
    void* out_ = nullptr;
};

template <class From>
int all_types()
{
    Arrays<From> arrays(edge_values<From>());
    CHECK_HOST(arrays.template is_right<signed char>(convert<signed char, From>));
    CHECK_HOST(arrays.template is_right<unsigned char>(convert<unsigned char, From>));
    CHECK_HOST(arrays.template is_right<short>(convert<short, From>));
    CHECK_HOST(arrays.template is_right<unsigned short>(convert<unsigned short, From>));
    CHECK_HOST(arrays.template is_right<int>(convert<int, From>));
    CHECK_HOST(arrays.template is_right<unsigned>(convert<unsigned, From>));
    CHECK_HOST(arrays.template is_right<long>(convert<long, From>));
    CHECK_HOST(arrays.template is_right<unsigned long>(convert<unsigned long, From>));
    CHECK_HOST(arrays.template is_right<long long>(convert<long long, From>));
    CHECK_HOST(arrays.template is_right<unsigned long long>(convert<unsigned long long, From>));
    return 0;
}

SURFACE_CASE(conversions_of_float)
{
    return all_types<float>();
}

SURFACE_CASE(conversions_of_double)
{
    return all_types<double>();
}

struct AllOf {
    unsigned char c;
    int i;
    unsigned short s;
    unsigned u;
    long long l;
    unsigned long long q;
    signed char sc;
    bool b;
};

// One value to many types: an optimiser must not take one conversion for another.
template <class From>
__global__ void convert_to_all(const From* in, AllOf* out, int n)
{
    const int i = threadIdx.x;
    if (i >= n)
        return;
    const From x = in[i];
    const std::uint8_t c = x;
    const std::size_t q = x;
    AllOf all;
    all.c = c;
    all.i = int(x);
    all.s = (unsigned short)x;
    all.u = x;
    all.l = x;
    all.q = q;
    all.sc = (signed char)x;
    all.b = x;
    out[i] = all;
}

template <class From>
int to_all()
{
    const std::vector<From> values = edge_values<From>();
    const int n = int(values.size());
    From* in = nullptr;
    AllOf* out = nullptr;
    cudaMalloc(&in, n * sizeof *in);
    cudaMalloc(&out, n * sizeof *out);
    cudaMemcpy(in, values.data(), n * sizeof *in, cudaMemcpyHostToDevice);
    convert_to_all<<<1, 128>>>(in, out, n);
    std::vector<AllOf> all(values.size());
    cudaMemcpy(all.data(), out, n * sizeof *out, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 0; i < n; ++i) {
        const From x = values[i];
        const AllOf& a = all[i];
        CHECK_HOST(a.c == expected<unsigned char>(x) && a.s == expected<unsigned short>(x) &&
                   a.sc == expected<signed char>(x));
        CHECK_HOST(a.i == expected<int>(x) && a.u == expected<unsigned>(x));
        CHECK_HOST(a.l == expected<long long>(x) && a.q == expected<unsigned long long>(x));
        CHECK_HOST(a.b == (x != 0));
    }
    return 0;
}

SURFACE_CASE(conversions_of_one_value_to_many_types)
{
    const int line = to_all<float>();
    return line != 0 ? line : to_all<double>();
}

template <class From>
struct Sample {
    short tag;
    From x;
};

// A variable at a constant address, an element at a constant and at a variable index, a member.
template <class To, class From>
__global__ void convert_from_shared(const From* in, int n)
{
    __shared__ From scalar, array[128];
    __shared__ Sample<From> samples[128];
    const int i = threadIdx.x;
    if (i < n)
        array[i] = samples[i].x = in[i];
    if (i == 1)
        scalar = in[i];
    __syncthreads();
    if (i >= n)
        return;
    CHECK(To(scalar) == To(in[1]));
    CHECK(To(array[2]) == To(in[2]));
    CHECK(To(array[i]) == To(in[i]));
    CHECK(To(samples[i].x) == To(in[i]));
}

template <class From>
int from_shared()
{
    const std::vector<From> values = edge_values<From>();
    const int n = int(values.size());
    From* in = nullptr;
    cudaMalloc(&in, n * sizeof *in);
    cudaMemcpy(in, values.data(), n * sizeof *in, cudaMemcpyHostToDevice);
    convert_from_shared<unsigned char><<<1, 128>>>(in, n);
    convert_from_shared<int><<<1, 128>>>(in, n);
    convert_from_shared<unsigned><<<1, 128>>>(in, n);
    convert_from_shared<long long><<<1, 128>>>(in, n);
    convert_from_shared<unsigned long long><<<1, 128>>>(in, n);
    cudaFree(in);
    return take_failed_line();
}

SURFACE_CASE(conversions_from_shared_memory)
{
    const int line = from_shared<float>();
    return line != 0 ? line : from_shared<double>();
}

using Pixel = unsigned char;
enum Level : unsigned short { lowest_level };

__device__ __noinline__ float brightness(float x)
{
    return x * 2;
}

// In the forms that programs use: compound assignments, conditions, loops, an index.
__global__ void convert_in_expressions(const float* in)
{
    const float minus_three = in[0], big = in[1], nan = in[2];
    unsigned char bytes[4] = {10, 20, 30, 40};
    bytes[0] += minus_three;
    bytes[1] = brightness(minus_three);
    Pixel p = threadIdx.x < 32 ? minus_three : 7.f;
    CHECK(bytes[0] == 7 && bytes[1] == 0 && p == 0);
    unsigned sum = 0;
    for (unsigned i = 0; i < unsigned(in[3]); ++i)
        sum += unsigned(minus_three * float(i));
    CHECK(sum == 0 && bytes[int(in[4])] == 40);
    const Level level = Level(big);
    CHECK(level == 0xffff && short(big) == -1 && (unsigned short)(minus_three) == 0);
    CHECK(unsigned(big) == ~0u && int(-big) == -2147483647 - 1 && int(nan) == 0);
    CHECK((std::uint64_t)big == ~std::uint64_t(0) && (long long)nan == (long long)(1ull << 63));
    CHECK(int(__half2float(__float2half(-big))) == -2147483647 - 1);
    CHECK((unsigned char)__half2float(__float2half(minus_three)) == 0);
}

SURFACE_CASE(conversions_in_expressions)
{
    const float values[] = {-3, 1e20f, std::numeric_limits<float>::quiet_NaN(), 4, 3};
    float* in = nullptr;
    cudaMalloc(&in, sizeof values);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    convert_in_expressions<<<1, 1>>>(in);
    cudaFree(in);
    return take_failed_line();
}

}  // namespace

#endif
