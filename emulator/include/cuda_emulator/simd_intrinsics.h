// CUDA's SIMD intrinsics: a word holds 2 lanes of 16 bits, or 4 lanes of 8 bits, and each lane is a number of its own.
// Also the DPX functions, whose words are 1 lane of 32 bits or 2 of 16.
//
// Every function applies one of the operations below to each lane. An operation gets the lanes as 64-bit integers, which
// hold all results; the low bits of its result are the lane of the function's result.
#pragma once

#include "cuda_emulator/host_defines.h"

#include <cstdint>
#include <limits>
#include <type_traits>

namespace emu::simd {

// The functions count no basic blocks of their own: on a GPU each is an instruction or a few.
#define EMU_OPERATION(name, result, ...)                                                 \
    template <class Lane>                                                                \
    struct name {                                                                        \
        EMU_NO_SANITIZE int64_t operator()(__VA_ARGS__) const                            \
        {                                                                                \
            [[maybe_unused]] constexpr int64_t least = std::numeric_limits<Lane>::min(); \
            [[maybe_unused]] constexpr int64_t most = std::numeric_limits<Lane>::max();  \
            return result;                                                               \
        }                                                                                \
    };
#define EMU_MIN(a, b) ((a) < (b) ? (a) : (b))
#define EMU_MAX(a, b) ((a) < (b) ? (b) : (a))
#define EMU_CLAMP(a) EMU_MIN(EMU_MAX(a, least), most)
EMU_OPERATION(Absolute, a < 0 ? -a : a, int64_t a)
EMU_OPERATION(AbsoluteSaturated, EMU_CLAMP(a < 0 ? -a : a), int64_t a)
EMU_OPERATION(Negative, -a, int64_t a)
EMU_OPERATION(NegativeSaturated, EMU_CLAMP(-a), int64_t a)
EMU_OPERATION(Sum, a + b, int64_t a, int64_t b)
EMU_OPERATION(SumSaturated, EMU_CLAMP(a + b), int64_t a, int64_t b)
EMU_OPERATION(Difference, a - b, int64_t a, int64_t b)
EMU_OPERATION(DifferenceSaturated, EMU_CLAMP(a - b), int64_t a, int64_t b)
EMU_OPERATION(Distance, a < b ? b - a : a - b, int64_t a, int64_t b)
EMU_OPERATION(Average, (a + b + (a + b >= 0)) >> 1, int64_t a, int64_t b)  // halves are rounded away from 0
EMU_OPERATION(AverageDown, (a + b) >> 1, int64_t a, int64_t b)
EMU_OPERATION(Min, EMU_MIN(a, b), int64_t a, int64_t b)
EMU_OPERATION(Max, EMU_MAX(a, b), int64_t a, int64_t b)
EMU_OPERATION(Equal, a == b, int64_t a, int64_t b)
EMU_OPERATION(NotEqual, a != b, int64_t a, int64_t b)
EMU_OPERATION(Less, a < b, int64_t a, int64_t b)
EMU_OPERATION(LessOrEqual, a <= b, int64_t a, int64_t b)
EMU_OPERATION(Greater, a > b, int64_t a, int64_t b)
EMU_OPERATION(GreaterOrEqual, a >= b, int64_t a, int64_t b)
// DPX. A sum wraps around before it is compared, and `relu` makes a negative result 0.
EMU_OPERATION(MinRelu, EMU_MAX(EMU_MIN(a, b), 0), int64_t a, int64_t b)
EMU_OPERATION(MaxRelu, EMU_MAX(EMU_MAX(a, b), 0), int64_t a, int64_t b)
EMU_OPERATION(Min3, EMU_MIN(EMU_MIN(a, b), c), int64_t a, int64_t b, int64_t c)
EMU_OPERATION(Max3, EMU_MAX(EMU_MAX(a, b), c), int64_t a, int64_t b, int64_t c)
EMU_OPERATION(Min3Relu, EMU_MAX(EMU_MIN(EMU_MIN(a, b), c), 0), int64_t a, int64_t b, int64_t c)
EMU_OPERATION(Max3Relu, EMU_MAX(EMU_MAX(EMU_MAX(a, b), c), 0), int64_t a, int64_t b, int64_t c)
EMU_OPERATION(SumMin, EMU_MIN(Lane(a + b), c), int64_t a, int64_t b, int64_t c)
EMU_OPERATION(SumMax, EMU_MAX(Lane(a + b), c), int64_t a, int64_t b, int64_t c)
EMU_OPERATION(SumMinRelu, EMU_MAX(EMU_MIN(Lane(a + b), c), 0), int64_t a, int64_t b, int64_t c)
EMU_OPERATION(SumMaxRelu, EMU_MAX(EMU_MAX(Lane(a + b), c), 0), int64_t a, int64_t b, int64_t c)
#undef EMU_MIN
#undef EMU_MAX
#undef EMU_CLAMP
#undef EMU_OPERATION

// Each lane of the result is the operation's result on the lanes of the words at the same place.
template <class Lane, template <class> class Operation, class... Words>
EMU_NO_SANITIZE inline unsigned each_lane(Words... words)
{
    constexpr int bits = 8 * sizeof(Lane);
    unsigned result = 0;
    for (int at = 0; at < 32; at += bits)
        result |= unsigned(std::make_unsigned_t<Lane>(Operation<Lane>()(Lane(words >> at)...))) << at;
    return result;
}

// The sum of the lanes' distances.
template <class Lane>
EMU_NO_SANITIZE inline unsigned sum_of_distances(unsigned a, unsigned b)
{
    unsigned result = 0;
    for (unsigned at = 0; at < 32; at += 8 * sizeof(Lane))
        result += unsigned(Distance<Lane>()(Lane(a >> at), Lane(b >> at)));
    return result;
}

}  // namespace emu::simd

// The functions are templates: a source compiles those that it calls.
//
// name2 and name4, with the type of the lane: int16_t and int8_t, or uint16_t and uint8_t.
#define EMU_SIMD_1(name, sign, Operation)                                 \
    template <int = 0>                                                    \
    EMU_NO_SANITIZE unsigned name##2(unsigned a)                          \
    {                                                                     \
        return emu::simd::each_lane<sign##16_t, emu::simd::Operation>(a); \
    }                                                                     \
    template <int = 0>                                                    \
    EMU_NO_SANITIZE unsigned name##4(unsigned a)                          \
    {                                                                     \
        return emu::simd::each_lane<sign##8_t, emu::simd::Operation>(a);  \
    }
#define EMU_SIMD_2(name, sign, Operation)                                    \
    template <int = 0>                                                       \
    EMU_NO_SANITIZE unsigned name##2(unsigned a, unsigned b)                 \
    {                                                                        \
        return emu::simd::each_lane<sign##16_t, emu::simd::Operation>(a, b); \
    }                                                                        \
    template <int = 0>                                                       \
    EMU_NO_SANITIZE unsigned name##4(unsigned a, unsigned b)                 \
    {                                                                        \
        return emu::simd::each_lane<sign##8_t, emu::simd::Operation>(a, b);  \
    }
// A comparison gives 1 or 0 in each lane (__vset), or all of its bits (__vcmp).
#define EMU_SIMD_COMPARISON(name, sign, Operation)                   \
    EMU_SIMD_2(__vset##name, sign, Operation)                        \
    template <int = 0>                                               \
    EMU_NO_SANITIZE unsigned __vcmp##name##2(unsigned a, unsigned b) \
    {                                                                \
        return __vset##name##2(a, b) * 0xffff;                       \
    }                                                                \
    template <int = 0>                                               \
    EMU_NO_SANITIZE unsigned __vcmp##name##4(unsigned a, unsigned b) \
    {                                                                \
        return __vset##name##4(a, b) * 0xff;                         \
    }

// s: signed lanes, u: unsigned lanes, ss and us: saturated.
EMU_SIMD_1(__vabs, int, Absolute)
EMU_SIMD_1(__vabsss, int, AbsoluteSaturated)
EMU_SIMD_1(__vneg, int, Negative)
EMU_SIMD_1(__vnegss, int, NegativeSaturated)
EMU_SIMD_2(__vadd, uint, Sum)
EMU_SIMD_2(__vaddss, int, SumSaturated)
EMU_SIMD_2(__vaddus, uint, SumSaturated)
EMU_SIMD_2(__vsub, uint, Difference)
EMU_SIMD_2(__vsubss, int, DifferenceSaturated)
EMU_SIMD_2(__vsubus, uint, DifferenceSaturated)
EMU_SIMD_2(__vabsdiffs, int, Distance)
EMU_SIMD_2(__vabsdiffu, uint, Distance)
EMU_SIMD_2(__vavgs, int, Average)
EMU_SIMD_2(__vavgu, uint, Average)
EMU_SIMD_2(__vhaddu, uint, AverageDown)
EMU_SIMD_2(__vmins, int, Min)
EMU_SIMD_2(__vminu, uint, Min)
EMU_SIMD_2(__vmaxs, int, Max)
EMU_SIMD_2(__vmaxu, uint, Max)
EMU_SIMD_COMPARISON(eq, uint, Equal)
EMU_SIMD_COMPARISON(ne, uint, NotEqual)
EMU_SIMD_COMPARISON(lts, int, Less)
EMU_SIMD_COMPARISON(ltu, uint, Less)
EMU_SIMD_COMPARISON(les, int, LessOrEqual)
EMU_SIMD_COMPARISON(leu, uint, LessOrEqual)
EMU_SIMD_COMPARISON(gts, int, Greater)
EMU_SIMD_COMPARISON(gtu, uint, Greater)
EMU_SIMD_COMPARISON(ges, int, GreaterOrEqual)
EMU_SIMD_COMPARISON(geu, uint, GreaterOrEqual)
#undef EMU_SIMD_1
#undef EMU_SIMD_2
#undef EMU_SIMD_COMPARISON

#define EMU_SIMD_DISTANCES(name, Lane)                    \
    template <int = 0>                                    \
    EMU_NO_SANITIZE unsigned name(unsigned a, unsigned b) \
    {                                                     \
        return emu::simd::sum_of_distances<Lane>(a, b);   \
    }
EMU_SIMD_DISTANCES(__vsads2, int16_t)
EMU_SIMD_DISTANCES(__vsads4, int8_t)
EMU_SIMD_DISTANCES(__vsadu2, uint16_t)
EMU_SIMD_DISTANCES(__vsadu4, uint8_t)
#undef EMU_SIMD_DISTANCES

// DPX functions of one operation: name_s32, name_s16x2, and unsigned ones.
#define EMU_DPX(name, suffix, Operation, parameters, ...)                             \
    template <int = 0>                                                                \
    EMU_NO_SANITIZE int name##_s32##suffix parameters(int)                            \
    {                                                                                 \
        return int(emu::simd::each_lane<int32_t, emu::simd::Operation>(__VA_ARGS__)); \
    }                                                                                 \
    template <int = 0>                                                                \
    EMU_NO_SANITIZE unsigned name##_s16x2##suffix parameters(unsigned)                \
    {                                                                                 \
        return emu::simd::each_lane<int16_t, emu::simd::Operation>(__VA_ARGS__);      \
    }
#define EMU_DPX_UNSIGNED(name, Operation, parameters, ...)                        \
    template <int = 0>                                                            \
    EMU_NO_SANITIZE unsigned name##_u32 parameters(unsigned)                      \
    {                                                                             \
        return emu::simd::each_lane<uint32_t, emu::simd::Operation>(__VA_ARGS__); \
    }                                                                             \
    template <int = 0>                                                            \
    EMU_NO_SANITIZE unsigned name##_u16x2 parameters(unsigned)                    \
    {                                                                             \
        return emu::simd::each_lane<uint16_t, emu::simd::Operation>(__VA_ARGS__); \
    }
#define EMU_TWO(T) (T a, T b)
#define EMU_THREE(T) (T a, T b, T c)
EMU_DPX(__vimin, _relu, MinRelu, EMU_TWO, a, b)
EMU_DPX(__vimax, _relu, MaxRelu, EMU_TWO, a, b)
EMU_DPX(__vimin3, , Min3, EMU_THREE, a, b, c)
EMU_DPX(__vimax3, , Max3, EMU_THREE, a, b, c)
EMU_DPX(__vimin3, _relu, Min3Relu, EMU_THREE, a, b, c)
EMU_DPX(__vimax3, _relu, Max3Relu, EMU_THREE, a, b, c)
EMU_DPX(__viaddmin, , SumMin, EMU_THREE, a, b, c)
EMU_DPX(__viaddmax, , SumMax, EMU_THREE, a, b, c)
EMU_DPX(__viaddmin, _relu, SumMinRelu, EMU_THREE, a, b, c)
EMU_DPX(__viaddmax, _relu, SumMaxRelu, EMU_THREE, a, b, c)
EMU_DPX_UNSIGNED(__vimin3, Min3, EMU_THREE, a, b, c)
EMU_DPX_UNSIGNED(__vimax3, Max3, EMU_THREE, a, b, c)
EMU_DPX_UNSIGNED(__viaddmin, SumMin, EMU_THREE, a, b, c)
EMU_DPX_UNSIGNED(__viaddmax, SumMax, EMU_THREE, a, b, c)
#undef EMU_DPX
#undef EMU_DPX_UNSIGNED
#undef EMU_TWO
#undef EMU_THREE

// Also whether the result is a, for each lane.
#define EMU_DPX_WHICH(name, Operation, Word, sign)                                                \
    template <int = 0>                                                                            \
    Word name##_##sign##32(Word a, Word b, bool* a_is_taken)                                      \
    {                                                                                             \
        const auto result = Word(emu::simd::each_lane<Word, emu::simd::Operation>(a, b));         \
        *a_is_taken = result == a;                                                                \
        return result;                                                                            \
    }                                                                                             \
    template <int = 0>                                                                            \
    unsigned name##_##sign##16x2(unsigned a, unsigned b, bool* high_is_taken, bool* low_is_taken) \
    {                                                                                             \
        using Lane = std::conditional_t<std::is_signed_v<Word>, int16_t, uint16_t>;               \
        const unsigned result = emu::simd::each_lane<Lane, emu::simd::Operation>(a, b);           \
        *high_is_taken = (result ^ a) >> 16 == 0;                                                 \
        *low_is_taken = ((result ^ a) & 0xffff) == 0;                                             \
        return result;                                                                            \
    }
EMU_DPX_WHICH(__vibmin, Min, int, s)
EMU_DPX_WHICH(__vibmin, Min, unsigned, u)
EMU_DPX_WHICH(__vibmax, Max, int, s)
EMU_DPX_WHICH(__vibmax, Max, unsigned, u)
#undef EMU_DPX_WHICH
