// mma.sync, ldmatrix and stmatrix in inline PTX. The lanes' elements are those of the PTX ISA's figures.
#include "cases.h"
#include "check.h"
#include "tensor_inputs.h"
#include "tensor_model.h"

namespace {

using namespace tensor_inputs;

struct Lane {
    int group, number;
};
__device__ Lane this_lane()
{
    return {int(threadIdx.x) / 4, int(threadIdx.x) % 4};
}

template <class T>
__device__ unsigned word(const T* p)  // 4 bytes
{
    unsigned bits;
    memcpy(&bits, p, sizeof bits);
    return bits;
}

// d = a * b + c: a is 16 x k row by row, b is k x 8 column by column, and c and d are 16 x 8 row by row. T: the elements that
// a register holds side by side along k.
template <class T, int k>
struct Operands {
    unsigned a[4] = {}, b[2] = {};

    __device__ Operands(const T* from_a, const T* from_b)
    {
        constexpr int kInWord = 4 / sizeof(T), kHalves = k / (4 * kInWord);
        const Lane lane = this_lane();
        for (int half = 0; half < kHalves; ++half) {
            const int place = half * 4 * kInWord + lane.number * kInWord;
            a[2 * half] = word(from_a + lane.group * k + place);
            a[2 * half + 1] = word(from_a + (lane.group + 8) * k + place);
            b[half] = word(from_b + lane.group * k + place);
        }
    }
};

#define FOUR_SUMS(sums) "=r"(sums[0]), "=r"(sums[1]), "=r"(sums[2]), "=r"(sums[3])
#define MMA_4_2(name, types)                                                                                \
    asm volatile("mma.sync.aligned." name ".row.col." types                                                 \
                 " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"                     \
                 : FOUR_SUMS(s)                                                                             \
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]), "r"(s[0]), \
                   "r"(s[1]), "r"(s[2]), "r"(s[3]))
#define MMA_2_1(name, types)                                             \
    asm volatile("mma.sync.aligned." name ".row.col." types              \
                 " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};" \
                 : FOUR_SUMS(s)                                          \
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.b[0]), "r"(s[0]), "r"(s[1]), "r"(s[2]), "r"(s[3]))

enum class Form { half_16, half_8, bfloat_16, bfloat_8, tf32_8, tf32_4, bytes_32, bytes_16 };

template <Form form, class T, int k>
__global__ void multiply(unsigned* d, const T* a, const T* b, const unsigned* c)
{
    const Lane lane = this_lane();
    const Operands<T, k> o(a, b);
    unsigned s[4];
    const int at = lane.group * 8 + 2 * lane.number;
    for (int i = 0; i < 4; ++i)
        s[i] = c[at + i / 2 * 64 + i % 2];
    if constexpr (form == Form::half_16)
        MMA_4_2("m16n8k16", "f32.f16.f16.f32");
    else if constexpr (form == Form::half_8)
        MMA_2_1("m16n8k8", "f32.f16.f16.f32");
    else if constexpr (form == Form::bfloat_16)
        MMA_4_2("m16n8k16", "f32.bf16.bf16.f32");
    else if constexpr (form == Form::bfloat_8)
        MMA_2_1("m16n8k8", "f32.bf16.bf16.f32");
    else if constexpr (form == Form::tf32_8)
        MMA_4_2("m16n8k8", "f32.tf32.tf32.f32");
    else if constexpr (form == Form::tf32_4)
        MMA_2_1("m16n8k4", "f32.tf32.tf32.f32");
    else if constexpr (form == Form::bytes_32)
        MMA_4_2("m16n8k32", "s32.s8.s8.s32");
    else
        MMA_2_1("m16n8k16", "s32.s8.s8.s32");
    for (int i = 0; i < 4; ++i)
        d[at + i / 2 * 64 + i % 2] = s[i];
}

// T: as a fragment's type, of which Stored is in memory.
template <Form form, class T, class Stored, class Sum, int k>
bool form_is_right()
{
    for (unsigned seed = 1; seed < 6; ++seed) {
        Inputs<Stored> a(16, k, true, k, seed), b(k, 8, false, k, seed + 20);
        Inputs<Sum> c(16, 8, true, 8, seed + 40), d(16, 8, true, 8, seed + 60);
        multiply<form, Stored, k><<<1, 32>>>((unsigned*)d.on_device(), a.on_device(), b.on_device(),
                                             (const unsigned*)c.on_device());
        d.fetch();
        for (int i = 0; i < 16; ++i)
            for (int j = 0; j < 8; ++j)
                if (!equals_model<T, Sum>(d.at(i, j), a, b, c.at(i, j), i, j, k))
                    return false;
    }
    return true;
}

// Row r of matrix q holds the numbers 64 q + 8 r and on.
__global__ void matrices()
{
    __shared__ alignas(16) unsigned short tile[4][8][8];
    __shared__ alignas(16) unsigned short out[4][8][8];
    const int lane = threadIdx.x, group = lane / 4, pair = lane % 4 * 2;
    for (int i = lane; i < 256; i += 32)
        (&tile[0][0][0])[i] = (unsigned short)i;
    __syncthreads();
    const auto row = unsigned(__cvta_generic_to_shared(tile[lane / 8][lane % 8]));
    const auto to = unsigned(__cvta_generic_to_shared(out[lane / 8][lane % 8]));
    unsigned r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(row));
    for (unsigned q = 0; q < 4; ++q)
        CHECK(r[q] == (64 * q + 8 * group + pair) * 0x10001 + 0x10000);
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16 [%0], {%1, %2, %3, %4};" ::"r"(to),
                 "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
                 : "memory");
    __syncthreads();
    for (int i = lane; i < 256; i += 32)
        CHECK(out[i / 64][i % 8][i / 8 % 8] == i);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(r[0]), "=r"(r[1])
                 : "r"(row));
    for (unsigned q = 0; q < 2; ++q)
        CHECK(r[q] == (64 * q + 8 * pair + group) * 0x10001 + 0x80000);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1+16];" : "=r"(r[0]) : "r"(row - 16));
    CHECK(r[0] == (8u * group + pair) * 0x10001 + 0x10000);
}

__global__ void half_sums(unsigned* d, const __half* a, const __half* b, const unsigned* c)
{
    const Lane lane = this_lane();
    const Operands<__half, 16> o(a, b);
    unsigned s[2] = {c[lane.group * 4 + lane.number], c[(lane.group + 8) * 4 + lane.number]};
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(s[0]), "+r"(s[1])
        : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]));
    d[lane.group * 4 + lane.number] = s[0];
    d[(lane.group + 8) * 4 + lane.number] = s[1];
}

__global__ void doubles(double* d, const double* a, const double* b, const double* c)
{
    const Lane lane = this_lane();
    const int at = lane.group * 8 + 2 * lane.number;
    double x, y;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"
                 : "=d"(x), "=d"(y)
                 : "d"(a[threadIdx.x]), "d"(b[threadIdx.x]), "d"(c[at]), "d"(c[at + 1]));
    d[at] = x;
    d[at + 1] = y;
}

}  // namespace

SURFACE_CASE(mma_sync)
{
    CHECK_HOST((form_is_right<Form::half_16, __half, __half, float, 16>()));
    CHECK_HOST((form_is_right<Form::half_8, __half, __half, float, 8>()));
    CHECK_HOST((form_is_right<Form::bfloat_16, __nv_bfloat16, __nv_bfloat16, float, 16>()));
    CHECK_HOST((form_is_right<Form::bfloat_8, __nv_bfloat16, __nv_bfloat16, float, 8>()));
    CHECK_HOST((form_is_right<Form::tf32_8, nvcuda::wmma::precision::tf32, float, float, 8>()));
    CHECK_HOST((form_is_right<Form::tf32_4, nvcuda::wmma::precision::tf32, float, float, 4>()));
    CHECK_HOST((form_is_right<Form::bytes_32, signed char, signed char, int, 32>()));
    CHECK_HOST((form_is_right<Form::bytes_16, signed char, signed char, int, 16>()));
    return take_failed_line();
}

SURFACE_CASE(mma_sync_of_half_and_double)
{
    for (unsigned seed = 1; seed < 6; ++seed) {
        Inputs<__half> a(16, 16, true, 16, seed), b(16, 8, false, 16, seed + 20),
            c(16, 8, true, 8, seed + 40), d(16, 8, true, 8, seed + 60);
        half_sums<<<1, 32>>>((unsigned*)d.on_device(), a.on_device(), b.on_device(),
                             (const unsigned*)c.on_device());
        d.fetch();
        Inputs<double> p(8, 4, true, 4, seed), q(4, 8, false, 4, seed + 20), r(8, 8, true, 8, seed + 40),
            s(8, 8, true, 8, seed);
        doubles<<<1, 32>>>(s.on_device(), p.on_device(), q.on_device(), r.on_device());
        s.fetch();
        for (int i = 0; i < 16; ++i)
            for (int j = 0; j < 8; ++j) {
                CHECK_HOST((equals_model<__half, __half>(d.at(i, j), a, b, c.at(i, j), i, j, 16)));
                CHECK_HOST(i >= 8 || (equals_model<double, double>(s.at(i, j), p, q, r.at(i, j), i, j, 4)));
            }
    }
    return take_failed_line();
}

SURFACE_CASE(ldmatrix_and_stmatrix)
{
    matrices<<<1, 32>>>();
    return take_failed_line();
}
