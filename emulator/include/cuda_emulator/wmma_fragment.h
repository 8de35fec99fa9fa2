// nvcuda::wmma::fragment, for the types and shapes that CUDA has but those of 4 and 1 bits.
#pragma once

#include "../cuda_bf16.h"
#include "../cuda_fp16.h"
#include "tensor.h"

namespace nvcuda::wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32 {};
}  // namespace precision

}  // namespace nvcuda::wmma

namespace emu {

namespace wmma = ::nvcuda::wmma;

template <class T>
struct FragmentElement {  // T as a fragment's argument; stored: what x[] and the matrix in memory have
    static constexpr bool exists = false;
};
#define EMU_ELEMENT(T, Stored_, name)                        \
    template <>                                              \
    struct FragmentElement<T> {                              \
        static constexpr bool exists = true;                 \
        static constexpr TensorType type = TensorType::name; \
        using Stored = Stored_;                              \
    };
EMU_ELEMENT(::__half, ::__half, f16)
EMU_ELEMENT(::__nv_bfloat16, ::__nv_bfloat16, bf16)
EMU_ELEMENT(wmma::precision::tf32, float, tf32)
EMU_ELEMENT(float, float, f32)
EMU_ELEMENT(double, double, f64)
EMU_ELEMENT(signed char, signed char, s8)
EMU_ELEMENT(unsigned char, unsigned char, u8)
EMU_ELEMENT(int, int, s32)
#undef EMU_ELEMENT

template <class Use>
constexpr TensorUse use_of = std::is_same_v<Use, wmma::matrix_a>   ? TensorUse::a
                             : std::is_same_v<Use, wmma::matrix_b> ? TensorUse::b
                                                                   : TensorUse::accumulator;

// Whether CUDA has a fragment of this shape and type.
constexpr bool has_fragment(TensorUse use, TensorType type, int m, int n, int k)
{
    const bool wide = k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
    const bool tf32 = m == 16 && n == 16 && k == 8, f64 = m == 8 && n == 8 && k == 4;
    if (use == TensorUse::accumulator)
        return type == TensorType::f32   ? wide || tf32
               : type == TensorType::f64 ? f64
                                         : wide && (type == TensorType::f16 || type == TensorType::s32);
    return type == TensorType::tf32  ? tf32
           : type == TensorType::f64 ? f64
                                     : wide && type != TensorType::f32 && type != TensorType::s32;
}

// A fragment of half always has room for 16 elements, which hold the lane's elements again and again.
constexpr int elements_of(TensorUse use, TensorType type, int m, int n, int k)
{
    if (use == TensorUse::accumulator)
        return m * n / 32;
    return type == TensorType::f16 ? 16 : (use == TensorUse::a ? m : n) * k / 32;
}

}  // namespace emu

namespace nvcuda::wmma {

template <class Use, int m, int n, int k, class T, class Layout = void>
struct fragment {
    static_assert(emu::FragmentElement<T>::exists, "the emulator has no fragments of this type");
    static constexpr emu::TensorUse emu_use = emu::use_of<Use>;
    static constexpr emu::TensorType emu_element = emu::FragmentElement<T>::type;
    static_assert(emu::has_fragment(emu_use, emu_element, m, n, k),
                  "CUDA has no fragment of this shape and type");
    static_assert(std::is_same_v<Use, accumulator> == std::is_same_v<Layout, void>,
                  "matrix_a and matrix_b have a layout, row_major or col_major, and an accumulator has none");

    static constexpr int num_elements = emu::elements_of(emu_use, emu_element, m, n, k);
    static constexpr int num_storage_elements = num_elements;
    static constexpr emu::FragmentType emu_type{emu_use, emu_element, m, n, k, num_elements};
    using element_type = T;
    using storage_element_type = typename emu::FragmentElement<T>::Stored;
    storage_element_type x[num_elements];
};

}  // namespace nvcuda::wmma
