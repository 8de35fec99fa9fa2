// CUDA's vector types.
//
// A GPU moves an aligned vector of 2, 4, 8 or 16 bytes by one access, and kernels must show the same accesses
// on the emulator. Compilers tend to split the copy of such a struct into its members:
// - g++ with -fno-tree-sra keeps copies whole, but stores a new vector, p[i] = {a, b, c, d}, member by
//   member. An assignment operator for temporaries prevents that. It is a template, so it is no copy
//   assignment, and the vectors remain trivial aggregates, as in CUDA.
// - clang splits every plain copy. For clang, copies are functions, and the vectors have constructors.
#pragma once

#include "host_defines.h"

#include <type_traits>

namespace emu {

// A vector type of the compiler's, whose accesses are not split.
template <int bytes>
struct Whole {
    typedef float type __attribute__((vector_size(bytes), may_alias));
};
template <>
struct Whole<2> {
    typedef unsigned short type __attribute__((vector_size(2), may_alias));
};

template <class Vector>
__forceinline__ void copy_whole(Vector& to, const Vector& from)
{
    constexpr int kBytes = sizeof(Vector) < 16 ? int(sizeof(Vector)) : 16;
    using Word = typename Whole<kBytes>::type;
    auto* into = reinterpret_cast<Word*>(&to);
    const auto* out_of = reinterpret_cast<const Word*>(&from);
    into[0] = out_of[0];
    if constexpr (sizeof(Vector) > kBytes)  // 32 bytes: no loop, which would hide the second half from clang
        into[1] = out_of[1];
}

}  // namespace emu

#ifdef __clang__
#if __cplusplus >= 202002L
#define EMU_CONSTEXPR_COPY constexpr
#else
#define EMU_CONSTEXPR_COPY  // before C++20 it would have to initialise the members one by one
#endif
#define EMU_COPIES(Vector, copy_members)                         \
    Vector() = default;                                          \
    __forceinline__ EMU_CONSTEXPR_COPY Vector(const Vector& v)   \
    {                                                            \
        *this = v;                                               \
    }                                                            \
    __forceinline__ constexpr Vector& operator=(const Vector& v) \
    {                                                            \
        if (__builtin_is_constant_evaluated())                   \
            copy_members;                                        \
        else                                                     \
            emu::copy_whole(*this, v);                           \
        return *this;                                            \
    }
#define EMU_CONSTRUCTOR_2(T, Vector) \
    constexpr Vector(T x_, T y_) : x(x_), y(y_) {}
#define EMU_CONSTRUCTOR_4(T, Vector) \
    constexpr Vector(T x_, T y_, T z_, T w_) : x(x_), y(y_), z(z_), w(w_) {}
#else
#define EMU_COPIES(Vector, copy_members)                          \
    Vector& operator=(const Vector&) = default;                   \
    template <class Same = Vector>                                \
    __forceinline__ constexpr auto operator=(Same&& v)            \
        ->std::enable_if_t<std::is_same_v<Same, Vector>, Vector&> \
    {                                                             \
        if (__builtin_is_constant_evaluated())                    \
            copy_members;                                         \
        else                                                      \
            emu::copy_whole(*this, v);                            \
        return *this;                                             \
    }
#define EMU_CONSTRUCTOR_2(T, Vector)
#define EMU_CONSTRUCTOR_4(T, Vector)
#endif

#define EMU_VECTORS(T, name)                                        \
    struct name##1                                                  \
    {                                                               \
        T x;                                                        \
    };                                                              \
    struct alignas(2 * sizeof(T)) name##2                           \
    {                                                               \
        T x, y;                                                     \
        EMU_CONSTRUCTOR_2(T, name##2)                               \
        EMU_COPIES(name##2, (x = v.x, y = v.y))                     \
    };                                                              \
    struct name##3                                                  \
    {                                                               \
        T x, y, z;                                                  \
    };                                                              \
    struct alignas(4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16) name##4 \
    {                                                               \
        T x, y, z, w;                                               \
        EMU_CONSTRUCTOR_4(T, name##4)                               \
        EMU_COPIES(name##4, (x = v.x, y = v.y, z = v.z, w = v.w))   \
    };

EMU_VECTORS(signed char, char)
EMU_VECTORS(unsigned char, uchar)
EMU_VECTORS(short, short)
EMU_VECTORS(unsigned short, ushort)
EMU_VECTORS(int, int)
EMU_VECTORS(unsigned, uint)
EMU_VECTORS(long, long)
EMU_VECTORS(unsigned long, ulong)
EMU_VECTORS(long long, longlong)
EMU_VECTORS(unsigned long long, ulonglong)
EMU_VECTORS(float, float)
EMU_VECTORS(double, double)

#undef EMU_VECTORS
#undef EMU_CONSTRUCTOR_2
#undef EMU_CONSTRUCTOR_4

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};
