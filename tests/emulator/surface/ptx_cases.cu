// Inline PTX: arithmetic, conversions and predicates.
#include "cases.h"
#include "check.h"

#include <climits>
#include <cuda_fp16.h>

namespace {

template <class T>
__device__ T hidden(T x)  // from the compiler, which might compute the result itself
{
    return x + T(threadIdx.x / 1024);
}

// "=r"(result) from text applied to operands with these constraints.
#define PTX1(result, to, text, from, a) asm volatile(text : to(result) : from(hidden(a)))
#define PTX2(result, to, text, from, a, b) asm volatile(text : to(result) : from(hidden(a)), from(hidden(b)))
#define PTX3(result, to, text, from, a, b, c) \
    asm volatile(text : to(result) : from(hidden(a)), from(hidden(b)), from(hidden(c)))

__global__ void carries()
{
    const unsigned a = hidden(kAll), one = hidden(1u), big = hidden(0x80000000u);
    unsigned low, high, top;
    asm volatile("add.cc.u32 %0, %3, %4;\n\t addc.cc.u32 %1, %3, %5;\n\t addc.u32 %2, %5, %5;"
                 : "=r"(low), "=r"(high), "=r"(top)
                 : "r"(a), "r"(one), "r"(0));
    CHECK(low == 0 && high == 0 && top == 1);
    asm volatile("sub.cc.u32 %0, %2, %3; subc.u32 %1, %3, 0;" : "=r"(low), "=r"(high) : "r"(0), "r"(one));
    CHECK(low == kAll && high == 0);
    asm volatile("{mad.lo.cc.u32 %0, %2, %2, %2; madc.hi.u32 %1, %2, %2, %3;}"
                 : "=r"(low), "=r"(high)
                 : "r"(a), "r"(one));
    const unsigned long long whole = (unsigned long long)a * a + a + (1ull << 32);
    CHECK(low == unsigned(whole) && high == unsigned(whole >> 32));
    unsigned long long wide = (unsigned long long)big << 32, sum;
    asm volatile("{add.cc.u64 %0, %1, %1; addc.u64 %0, %2, %2;}" : "=l"(sum) : "l"(wide), "l"(hidden(5ull)));
    CHECK(sum == 11);
}

__global__ void logic()
{
    const unsigned a = 0x12345678u, b = 0xfedcba98u, c = 0x0f0f0f0fu;
    unsigned r;
    PTX3(r, "=r", "lop3.b32 %0, %1, %2, %3, 0xE8;", "r", a, b, c);
    CHECK(r == ((a & b) | (a & c) | (b & c)));
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "n"(0x96));
    CHECK(r == (a ^ b ^ c));
    PTX2(r, "=r", "prmt.b32 %0, %1, %2, 0x37F0;", "r", a, b);
    CHECK(r == 0x12feff78);
    PTX3(r, "=r", "prmt.b32.f4e %0, %1, %2, %3;", "r", a, b, 1u);
    CHECK(r == 0x98123456);
    PTX3(r, "=r", "prmt.b32.b4e %0, %1, %2, %3;", "r", a, b, 1u);
    CHECK(r == 0xdcfe7856);
    PTX3(r, "=r", "prmt.b32.rc8 %0, %1, %2, %3;", "r", a, b, 2u);
    CHECK(r == 0x34343434);
    PTX3(r, "=r", "prmt.b32.ecl %0, %1, %2, %3;", "r", a, b, 2u);
    CHECK(r == 0x12343434);
    PTX3(r, "=r", "prmt.b32.ecr %0, %1, %2, %3;", "r", a, b, 1u);
    CHECK(r == 0x56565678);
    PTX3(r, "=r", "prmt.b32.rc16 %0, %1, %2, %3;", "r", a, b, 1u);
    CHECK(r == 0x12341234);
    PTX3(r, "=r", "shf.l.clamp.b32 %0, %1, %2, %3;", "r", a, b, 40u);
    CHECK(r == a);
    PTX2(r, "=r", "shl.b32 %0, %1, %2;", "r", a, 33u);
    CHECK(r == 0);
    PTX1(r, "=r", "cnot.b32 %0, %1;", "r", a);
    CHECK(r == 0);
}

__global__ void bit_fields()
{
    unsigned r;
    int s;
    unsigned long long w;
    PTX1(s, "=r", "bfe.s32 %0, %1, 4, 8;", "r", 0x00000f50);
    CHECK(s == -11);
    PTX1(s, "=r", "bfe.s32 %0, %1, 28, 8;", "r", int(0x80000000));
    CHECK(s == -8);
    PTX1(w, "=l", "bfe.u64 %0, %1, 36, 12;", "l", 0xabcdef0123456789ull);
    CHECK(w == 0xef0);
    PTX2(w, "=l", "bfi.b64 %0, %1, %2, 60, 8;", "l", 0xffull, 0x0123456789abcdefull);
    CHECK(w == 0xf123456789abcdefull);
    PTX1(r, "=r", "bfind.u32 %0, %1;", "r", 0x00010000u);
    CHECK(r == 16);
    PTX1(r, "=r", "bfind.s32 %0, %1;", "r", -3);
    CHECK(r == 1);
    PTX1(r, "=r", "bfind.shiftamt.u32 %0, %1;", "r", 0x00010000u);
    CHECK(r == 15);
    PTX1(r, "=r", "bfind.u32 %0, %1;", "r", 0u);
    CHECK(r == kAll);
    PTX1(r, "=r", "fns.b32 %0, %1, 0, 3;", "r", 0x000000f2u);
    CHECK(r == 5);
    PTX1(w, "=l", "brev.b64 %0, %1;", "l", 1ull);
    CHECK(w == 1ull << 63);
}

__global__ void arithmetic()
{
    int s;
    long long w;
    unsigned r;
    float f;
    PTX3(s, "=r", "sad.s32 %0, %1, %2, %3;", "r", -5, 7, 100);
    CHECK(s == 112);
    PTX2(s, "=r", "add.sat.s32 %0, %1, %2;", "r", INT_MAX, 5);
    CHECK(s == INT_MAX);
    PTX2(s, "=r", "sub.sat.s32 %0, %1, %2;", "r", INT_MIN, 5);
    CHECK(s == INT_MIN);
    PTX2(w, "=l", "mul.wide.s32 %0, %1, %2;", "r", -70000, 70000);
    CHECK(w == -4900000000ll);
    PTX2(w, "=l", "mul.hi.s64 %0, %1, %2;", "l", -(1ll << 62), 8ll);
    CHECK(w == -2);
    PTX2(s, "=r", "shr.s32 %0, %1, %2;", "r", -100, 50);
    CHECK(s == -1);
    PTX1(s, "=r", "abs.s32 %0, %1;", "r", -9);
    CHECK(s == 9);
    PTX1(f, "=f", "neg.f32 %0, %1;", "f", 0.0f);
    CHECK(__float_as_uint(f) == 0x80000000);
    PTX2(f, "=f", "add.rz.f32 %0, %1, %2;", "f", 1.0f, 0x1.8p-24f);
    CHECK(f == 1.0f);
    PTX2(f, "=f", "mul.rp.f32 %0, %1, %2;", "f", 1.1f, 1.1f);
    CHECK(f == __fmul_ru(1.1f, 1.1f));
    PTX1(f, "=f", "add.sat.f32 %0, %1, 0f3F800000;", "f", 0.5f);
    CHECK(f == 1.0f);
    PTX1(f, "=f", "mul.ftz.f32 %0, %1, 0f40400000;", "f", 0.5f);
    CHECK(f == 1.5f);
    asm("fma.rn.f16x2 %0, %1, %1, %1;" : "=r"(r) : "r"(hidden(0x40004200u)));
    CHECK(r == 0x46004a00);  // 2 * 2 + 2, 3 * 3 + 3
}

__global__ void conversions()
{
    int s;
    unsigned r;
    unsigned long long w;
    unsigned short h;
    float f;
    double d;
    PTX1(s, "=r", "cvt.rni.s32.f32 %0, %1;", "f", 2.5f);
    CHECK(s == 2);
    PTX1(s, "=r", "cvt.rpi.s32.f32 %0, %1;", "f", -2.5f);
    CHECK(s == -2);
    PTX1(r, "=r", "cvt.rzi.u32.f32 %0, %1;", "f", -5.0f);
    CHECK(r == 0);
    PTX1(w, "=l", "cvt.rmi.u64.f64 %0, %1;", "d", 1e15 + 0.75);
    CHECK(w == 1000000000000000ull);
    PTX1(f, "=f", "cvt.rz.f32.u32 %0, %1;", "r", 0xffffffffu);
    CHECK(f == 4294967040.0f);
    PTX1(f, "=f", "cvt.rn.f32.f64 %0, %1;", "d", 0.1);
    CHECK(f == 0.1f);
    PTX1(d, "=d", "cvt.f64.f32 %0, %1;", "f", 0.1f);
    CHECK(d == double(0.1f));
    PTX1(f, "=f", "cvt.rmi.f32.f32 %0, %1;", "f", -1.5f);
    CHECK(f == -2.0f);
    PTX1(f, "=f", "cvt.sat.f32.f32 %0, %1;", "f", 7.0f);
    CHECK(f == 1.0f);
    PTX1(h, "=h", "cvt.rn.f16.f32 %0, %1;", "f", 1.5f);
    CHECK(h == 0x3e00);
    PTX1(h, "=h", "cvt.rz.f16.f32 %0, %1;", "f", 65535.0f);
    CHECK(h == 0x7bff);
    PTX1(f, "=f", "cvt.f32.f16 %0, %1;", "h", (unsigned short)0xc200);
    CHECK(f == -3.0f);
    PTX1(h, "=h", "cvt.rn.bf16.f32 %0, %1;", "f", 1.0f + 0x1.8p-8f);
    CHECK(h == 0x3f81);
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(hidden(2.0f)), "f"(hidden(3.0f)));
    CHECK(r == 0x40004200);
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(hidden(2.0f)), "f"(hidden(1.0f)));
    CHECK(r == 0x40003f80);
    PTX1(r, "=r", "cvt.rna.tf32.f32 %0, %1;", "f", 1.0f + 0x1p-11f);
    CHECK(r == 0x3f802000);
    PTX1(s, "=r", "cvt.s32.s8 %0, %1;", "r", 0x1f0);
    CHECK(s == -16);
    PTX1(s, "=r", "cvt.sat.s8.s32 %0, %1;", "r", 1000);
    CHECK(s == 127);
    PTX1(w, "=l", "cvt.u64.u32 %0, %1;", "r", kAll);
    CHECK(w == kAll);
}

__global__ void predicates()
{
    int r;
    asm("{\n\t.reg .pred p, q;\n\t"
        "setp.lt.s32 p|q, %1, 3;   // p: less\n\t"
        "@p  mov.s32 %0, 1;\n\t"
        "@q  mov.s32 %0, 2;\n\t}"
        : "=r"(r)
        : "r"(hidden(5)));
    CHECK(r == 2);
    asm("{ .reg .pred %%p<3>; .reg .b32 t;\n setp.gt.u32 %%p0, %1, 3; setp.lo.and.u32 %%p1, %1, 10, %%p0;"
        " and.pred %%p2, %%p0, %%p1; not.pred %%p0, %%p2; mov.b32 t, 7; selp.b32 %0, t, 9, %%p2; @!%%p2 "
        "add.s32 %0, %0, 1; }"
        : "=r"(r)
        : "r"(hidden(5u)));
    CHECK(r == 7);
    asm("{ .reg .pred p; setp.neu.f32 p, %1, %1; selp.s32 %0, 1, 0, p; }"
        : "=r"(r)
        : "f"(hidden(0.0f) / 0.0f));
    CHECK(r == 1);
    asm("set.gt.u32.f32 %0, %1, 0f3F800000;" : "=r"(r) : "f"(hidden(2.0f)));
    CHECK(r == -1);
    asm("slct.s32.f32 %0, 3, 4, %1;" : "=r"(r) : "f"(hidden(-2.0f)));
    CHECK(r == 4);
    unsigned low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "d"(hidden(1.0)));
    CHECK(low == 0 && high == 0x3ff00000);
    unsigned short a, b;
    asm("{ .reg .b32 t; mov.b32 t, {%2, %3}; mov.b32 {%1, %0}, t; }"
        : "=h"(a), "=h"(b)
        : "h"((short)1), "h"((short)2));
    CHECK(a == 2 && b == 1);
    unsigned x = hidden(4u);
    asm("{ .reg .u32 t; mov.u32 t, %0; add.u32 %0, %1, t; }" : "+r"(x) : "r"(x * 10));
    CHECK(x == 44);
}

__global__ void registers()
{
    unsigned long long clock, later, timer;
    unsigned low, warp, lane, blocks, bytes;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(clock));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
    asm volatile("mov.u32 %0, %%globaltimer_lo;" : "=r"(low));
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(later));
    CHECK(later > clock && timer != 0);
    asm("mov.u32 %0, %%warpid; mov.u32 %1, %%laneid; mov.u32 %2, %%nctaid.x;"
        : "=r"(warp), "=r"(lane), "=r"(blocks));
    CHECK(warp < 64 && lane == threadIdx.x % 32 && blocks == gridDim.x);
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    CHECK(bytes == 64);
}

}  // namespace

SURFACE_CASE(ptx_arithmetic)
{
    carries<<<1, 32>>>();
    logic<<<1, 32>>>();
    bit_fields<<<1, 32>>>();
    arithmetic<<<1, 32>>>();
    return take_failed_line();
}

SURFACE_CASE(ptx_conversions)
{
    conversions<<<1, 32>>>();
    return take_failed_line();
}

SURFACE_CASE(ptx_predicates_and_registers)
{
    predicates<<<1, 32>>>();
    registers<<<3, 64, 64>>>();
    return take_failed_line();
}
