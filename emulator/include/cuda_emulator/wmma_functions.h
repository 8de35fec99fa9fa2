// The functions of nvcuda::wmma. mma_sync() makes the mma instructions that nvcc makes of it for Hopper: two for most shapes.
#pragma once

#include "wmma_fragment.h"

#include <cstring>

#define EMU_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace nvcuda::wmma {

template <class Use, int m, int n, int k, class T, class Layout>
__forceinline__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& a,
                                      const typename emu::FragmentElement<T>::Stored* matrix, unsigned pitch,
                                      EMU_PLACE)
{
    static_assert(!std::is_same_v<Use, accumulator>,
                  "the load of an accumulator takes a layout: wmma::mem_row_major");
    emu::load_fragment(a.emu_type, a.x, matrix, pitch, std::is_same_v<Layout, col_major>, {file, line});
}

template <int m, int n, int k, class T>
__forceinline__ void load_matrix_sync(fragment<accumulator, m, n, k, T>& a,
                                      const typename emu::FragmentElement<T>::Stored* matrix, unsigned pitch,
                                      layout_t layout, EMU_PLACE)
{
    emu::load_fragment(a.emu_type, a.x, matrix, pitch, layout == mem_col_major, {file, line});
}

template <int m, int n, int k, class T>
__forceinline__ void store_matrix_sync(typename emu::FragmentElement<T>::Stored* matrix,
                                       const fragment<accumulator, m, n, k, T>& a, unsigned pitch,
                                       layout_t layout, EMU_PLACE)
{
    emu::store_fragment(a.emu_type, a.x, matrix, pitch, layout == mem_col_major, {file, line});
}

template <class Use, int m, int n, int k, class T, class Layout, class Value>
__forceinline__ void fill_fragment(fragment<Use, m, n, k, T, Layout>& a, const Value& value)
{
    for (int i = 0; i < a.num_elements; ++i)
        a.x[i] = typename emu::FragmentElement<T>::Stored(value);
}

// Rounds to TF32, to the nearest, away from zero if there are two.
__forceinline__ float __float_to_tf32(float value)
{
    unsigned bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x7f800000) != 0x7f800000)
        bits = (bits + 0x1000) & 0xffffe000;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace nvcuda::wmma

namespace emu {

// Two instructions, for the halves of the result; of TF32 four, as nvcc multiplies only 4 of the 8 columns at a time. What is
// 16 wide comes first: a; in the shape 8 x 32, b.
template <class D, class A, class B, class C>
__forceinline__ void mma_of_fragments(D& d, const A& a, const B& b, const C& c, bool saturate, Place place)
{
    constexpr FragmentType shape = A::emu_type;
    constexpr bool f64 = shape.type == TensorType::f64, tf32 = shape.type == TensorType::tf32;
    constexpr int tiles = f64 ? 1 : 2, per_tile = D::num_elements / tiles;
    const MmaType type{shape.type, B::emu_type.type, C::emu_type.type, short(f64 ? 8 : 16),
                       8,          shape.k,          saturate};
    constexpr int a_elements = (f64 ? 8 : 16) * shape.k / 32, b_elements = 8 * shape.k / 32;
    for (int tile = 0; tile < tiles; ++tile) {
        if constexpr (shape.m == 8 && !f64) {
            const MmaType swapped{type.b, type.a, type.c, type.m, type.n, type.k, saturate};
            mma(swapped, d.x + tile * per_tile, b.x + tile * a_elements, a.x, c.x + tile * per_tile, place);
        } else if constexpr (shape.m == 32) {
            mma(type, d.x + tile * per_tile, a.x + tile * a_elements, b.x, c.x + tile * per_tile, place);
        } else if constexpr (tf32) {
            const MmaType half{type.a, type.b, type.c, 16, 8, 4, false};
            auto* sums = d.x + tile * per_tile;
            mma(half, sums, a.x, b.x + tile * b_elements, c.x + tile * per_tile, place);
            mma(half, sums, a.x + a_elements / 2, b.x + tile * b_elements + b_elements / 2, sums, place);
        } else {
            mma(type, d.x + tile * per_tile, a.x, b.x + tile * b_elements, c.x + tile * per_tile, place);
        }
    }
}

}  // namespace emu

namespace nvcuda::wmma {

#define EMU_SAME_SHAPE                                                                         \
    template <int m, int n, int k, class Ta, class Tb, class Td, class Tc, class La, class Lb> \
    __forceinline__ void

// satf: integers that do not fit become the largest or the smallest one.
EMU_SAME_SHAPE mma_sync(fragment<accumulator, m, n, k, Td>& d, const fragment<matrix_a, m, n, k, Ta, La>& a,
                        const fragment<matrix_b, m, n, k, Tb, Lb>& b,
                        const fragment<accumulator, m, n, k, Tc>& c, bool satf = false, EMU_PLACE)
{
    static_assert(std::is_same_v<Ta, Tb>, "a and b must have the same type");
    if constexpr (std::is_same_v<Td, Tc>) {
        emu::mma_of_fragments(d, a, b, c, satf, {file, line});
    } else {  // half and float
        fragment<accumulator, m, n, k, Td> start;
        for (int i = 0; i < c.num_elements; ++i)
            start.x[i] = Td(float(c.x[i]));
        emu::mma_of_fragments(d, a, b, start, satf, {file, line});
    }
}
#undef EMU_SAME_SHAPE

}  // namespace nvcuda::wmma

#undef EMU_PLACE
