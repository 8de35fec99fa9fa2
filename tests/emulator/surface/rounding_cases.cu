// Arithmetic and conversions that name their rounding.
#include "cases.h"
#include "check.h"

namespace {

constexpr float kTiny = 0x1p-30f;        // less than half a unit in the last place of 1
constexpr float kAbove = 0x1.000002p0f;  // the numbers next to 1
constexpr float kBelow = 0x1.fffffep-1f;

__global__ void rounded_floats(float one)
{
    CHECK(__fadd_rn(one, kTiny) == 1 && __fadd_rz(one, kTiny) == 1 && __fadd_rd(one, kTiny) == 1);
    CHECK(__fadd_ru(one, kTiny) == kAbove && __fadd_rz(one, -kTiny) == kBelow &&
          __fadd_rz(-one, -kTiny) == -1);
    CHECK(__fsub_rn(one, kTiny) == 1 && __fsub_rd(one, kTiny) == kBelow && __fsub_ru(one, kTiny) == 1);
    CHECK(__fmul_ru(kAbove, kAbove * one) == 0x1.000006p0f &&
          __fmul_rd(kAbove, kAbove * one) == 0x1.000004p0f);
    CHECK(__fdiv_rd(one, 3) < __fdiv_ru(one, 3) && __fdiv_rz(-one, 3) == __fdiv_ru(-one, 3));
    CHECK(__frcp_rd(3 * one) == __fdiv_rd(1, 3) && __frcp_ru(3 * one) == __fdiv_ru(1, 3));
    CHECK(__fsqrt_rd(2 * one) < __fsqrt_ru(2 * one) && __fsqrt_rn(4 * one) == 2 &&
          __fsqrt_rz(2 * one) == __fsqrt_rd(2));
    CHECK(__fmaf_rn(one, 1, kTiny) == 1 && __fmaf_ru(one, 1, kTiny) == kAbove);
    CHECK(__fmaf_rz(one, 1, -kTiny) == kBelow && __fmaf_rd(one, 1, -kTiny) == kBelow);
    CHECK(one + kTiny == 1);  // and the usual rounding is back
}

__global__ void rounded_doubles(double one)
{
    constexpr double kLittle = 0x1p-60;
    CHECK(__dadd_rn(one, kLittle) == 1 && __dadd_ru(one, kLittle) > 1 && __dadd_rz(one, -kLittle) < 1);
    CHECK(__dsub_rd(one, kLittle) < 1 && __dmul_ru(one, 1 + 0x1p-52) == 1 + 0x1p-52);
    CHECK(__ddiv_rd(one, 3) < __ddiv_ru(one, 3) && __drcp_rn(4 * one) == 0.25);
    CHECK(__dsqrt_rd(2 * one) < __dsqrt_ru(2 * one) && __fma_ru(one, 1, kLittle) > 1 &&
          __fma_rn(one, 1, kLittle) == 1);
}

__global__ void rounded_conversions(float x, double y, long long n)
{
    CHECK(__float2int_rn(x) == 2 && __float2int_rz(x) == 2 && __float2int_ru(x) == 3 &&
          __float2int_rd(-x) == -3);
    CHECK(__float2uint_rn(x + 1) == 4 && __float2uint_rz(-x) == 0 && __float2int_rn(x * 1e20f) == 2147483647);
    CHECK(__float2ll_rd(-x) == -3 && __float2ull_ru(x) == 3);
    CHECK(__double2int_rn(y) == 2 && __double2int_ru(y) == 3 && __double2uint_rz(y) == 2 &&
          __double2ll_rd(-y) == -3);
    CHECK(__double2ull_rn(y) == 2 && __double2float_rn(1 + 0x1p-40 * y) == 1 &&
          __double2float_ru(1 + 0x1p-40 * y) == kAbove);
    CHECK(__int2float_rn(16777217) == 16777216 && __int2float_ru(16777217) == 16777218 &&
          __uint2float_rz(16777219u) == 16777218);
    CHECK(__ll2float_rd(n) == 0x1.fffffep62f && __ll2float_ru(n) == 0x1p63f &&
          __ull2float_rn(~0ull) == 0x1p64f);
    CHECK(__ll2double_rz(n) < __ll2double_ru(n) && __ull2double_rn(3) == 3 && __int2double_rn(3) == 3);
    CHECK(__uint2double_rn(3) == 3);
}

__global__ void conversions_of_nan(float x, double y)
{
    CHECK(__float2int_rz(x) == 0 && __float2int_rn(x) == 0 && __float2uint_rz(x) == 0);
    CHECK(unsigned(__double2int_rz(y)) == 0x80000000u && unsigned(__double2int_rn(y)) == 0x80000000u &&
          __double2uint_rz(y) == 0x80000000u);
    constexpr unsigned long long kHighest = 0x8000000000000000ull;
    CHECK((unsigned long long)__float2ll_rz(x) == kHighest && __float2ull_rz(x) == kHighest &&
          (unsigned long long)__double2ll_rz(y) == kHighest && __double2ull_rz(y) == kHighest);
}

SURFACE_CASE(rounding)
{
    conversions_of_nan<<<1, 1>>>(nanf(""), nan(""));
    rounded_floats<<<1, 1>>>(1.0f);
    rounded_doubles<<<1, 1>>>(1.0);
    rounded_conversions<<<1, 1>>>(2.5f, 2.5, 0x7fffffffffffffffll);
    return take_failed_line();
}

}  // namespace
