// A float as the sum of two TF32 numbers, which tensor cores multiply: what v12 and v13 have in common.
#pragma once

// n floats, each as big + small. TF32 is a float with the last 13 bits zero. big is rounded, so that small has
// either sign, and small is cut off: what is left over is below 2^-22 of the float. (cvt.rna.tf32 rounds as
// well, in four instructions.) Of NaN and infinity small is NaN.
template <int n>
struct Tf32Parts {
    unsigned big[n], small[n];

    __device__ __forceinline__ void set(int i, float x)
    {
        big[i] = (__float_as_uint(x) + 0x1000) & 0xffffe000;
        small[i] = __float_as_uint(x - __uint_as_float(big[i])) & 0xffffe000;
    }
};

// An element of C in plain fp32. row: of A. column: of B, whose rows have n elements.
static __device__ __noinline__ float in_fp32(const float* row, const float* column, long long n, long long k)
{
    float sum = 0;
    for (long long l = 0; l < k; ++l)
        sum += row[l] * column[l * n];
    return sum;
}
