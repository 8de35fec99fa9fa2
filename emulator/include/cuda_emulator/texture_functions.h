// What kernels read from texture objects: tex2D() and its kin, each as T v = tex2D<T>(...) and tex2D(&v, ...).
#pragma once

#include "host_defines.h"
#include "texture_types.h"
#include "vectors.h"

namespace emu {

// Which function a kernel calls.
enum class Fetch : unsigned char {
    linear_1d,  // tex1Dfetch()
    one,
    two,
    three,
    one_layered,
    two_layered,
    cubemap,
    cubemap_layered,
    gather
};

// The type that a fetch returns.
struct TexelType {
    bool is_float;
    int channels;
};

// Four channels, as a texture unit returns them: floats, or integers of 32 bits.
typedef unsigned TexelWords __attribute__((vector_size(16)));
// element: of tex1Dfetch(). layer: of layered textures. channel: of tex2Dgather().
TexelWords fetch_texture(cudaTextureObject_t texture, Fetch fetch, TexelType type, float x, float y, float z,
                         int element, int layer, int channel);

template <class T>
struct Texel;  // of types that a texture can have

template <class Channel>
constexpr bool is_float_channel = static_cast<Channel>(0.5f) != 0;

template <class Channel>
__forceinline__ Channel channel_of(unsigned word)
{
    if constexpr (is_float_channel<Channel>)
        return __builtin_bit_cast(Channel, word);
    else
        return static_cast<Channel>(word);
}

#define EMU_TEXEL(T, Channel, n, ...)                                       \
    template <>                                                             \
    struct Texel<T> {                                                       \
        static constexpr TexelType type{is_float_channel<Channel>, n};      \
        static __forceinline__ T of(TexelWords w) { return {__VA_ARGS__}; } \
    };
#define EMU_TEXELS(Channel, name)                             \
    EMU_TEXEL(Channel, Channel, 1, channel_of<Channel>(w[0])) \
    EMU_TEXEL_VECTORS(Channel, name)
#define EMU_TEXEL_VECTORS(Channel, name)                                                 \
    EMU_TEXEL(name##1, Channel, 1, channel_of<Channel>(w[0]))                            \
    EMU_TEXEL(name##2, Channel, 2, channel_of<Channel>(w[0]), channel_of<Channel>(w[1])) \
    EMU_TEXEL(name##4, Channel, 4, channel_of<Channel>(w[0]), channel_of<Channel>(w[1]), \
              channel_of<Channel>(w[2]), channel_of<Channel>(w[3]))
EMU_TEXEL(char, char, 1, channel_of<char>(w[0]))
EMU_TEXELS(signed char, char)
EMU_TEXELS(unsigned char, uchar)
EMU_TEXELS(short, short)
EMU_TEXELS(unsigned short, ushort)
EMU_TEXELS(int, int)
EMU_TEXELS(unsigned, uint)
EMU_TEXELS(float, float)
#undef EMU_TEXELS
#undef EMU_TEXEL_VECTORS
#undef EMU_TEXEL

template <class T>
__forceinline__ T fetch(cudaTextureObject_t texture, Fetch fetch, float x, float y, float z, int element = 0,
                        int layer = 0, int channel = 0)
{
    return Texel<T>::of(fetch_texture(texture, fetch, Texel<T>::type, x, y, z, element, layer, channel));
}

}  // namespace emu

// parameters, names: of the function after the texture, in brackets.
#define EMU_LIST(...) __VA_ARGS__
#define EMU_FETCH(function, parameters, names, ...)                                           \
    template <class T>                                                                        \
    __forceinline__ T function(cudaTextureObject_t texture, EMU_LIST parameters)              \
    {                                                                                         \
        return emu::fetch<T>(texture, emu::Fetch::__VA_ARGS__);                               \
    }                                                                                         \
    template <class T>                                                                        \
    __forceinline__ void function(T* value, cudaTextureObject_t texture, EMU_LIST parameters) \
    {                                                                                         \
        *value = function<T>(texture, EMU_LIST names);                                        \
    }

EMU_FETCH(tex1Dfetch, (int x), (x), linear_1d, 0, 0, 0, x)
EMU_FETCH(tex1D, (float x), (x), one, x, 0, 0)
EMU_FETCH(tex2D, (float x, float y), (x, y), two, x, y, 0)
EMU_FETCH(tex3D, (float x, float y, float z), (x, y, z), three, x, y, z)
EMU_FETCH(tex1DLayered, (float x, int layer), (x, layer), one_layered, x, 0, 0, 0, layer)
EMU_FETCH(tex2DLayered, (float x, float y, int layer), (x, y, layer), two_layered, x, y, 0, 0, layer)
EMU_FETCH(texCubemap, (float x, float y, float z), (x, y, z), cubemap, x, y, z)
EMU_FETCH(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer), cubemap_layered, x, y,
          z, 0, layer)
EMU_FETCH(tex2Dgather, (float x, float y, int channel = 0), (x, y, channel), gather, x, y, 0, 0, 0, channel)

// A texture has one level of detail, since there are no mipmapped arrays: the level is irrelevant.
EMU_FETCH(tex1DLod, (float x, float), (x, 0), one, x, 0, 0)
EMU_FETCH(tex2DLod, (float x, float y, float), (x, y, 0), two, x, y, 0)
EMU_FETCH(tex3DLod, (float x, float y, float z, float), (x, y, z, 0), three, x, y, z)
EMU_FETCH(tex1DLayeredLod, (float x, int layer, float), (x, layer, 0), one_layered, x, 0, 0, 0, layer)
EMU_FETCH(tex2DLayeredLod, (float x, float y, int layer, float), (x, y, layer, 0), two_layered, x, y, 0, 0,
          layer)
EMU_FETCH(texCubemapLod, (float x, float y, float z, float), (x, y, z, 0), cubemap, x, y, z)
EMU_FETCH(texCubemapLayeredLod, (float x, float y, float z, int layer, float), (x, y, z, layer, 0),
          cubemap_layered, x, y, z, 0, layer)
EMU_FETCH(tex1DGrad, (float x, float, float), (x, {}, {}), one, x, 0, 0)
EMU_FETCH(tex2DGrad, (float x, float y, float2, float2), (x, y, {}, {}), two, x, y, 0)
EMU_FETCH(tex3DGrad, (float x, float y, float z, float4, float4), (x, y, z, {}, {}), three, x, y, z)
EMU_FETCH(tex1DLayeredGrad, (float x, int layer, float, float), (x, layer, {}, {}), one_layered, x, 0, 0, 0,
          layer)
EMU_FETCH(tex2DLayeredGrad, (float x, float y, int layer, float2, float2), (x, y, layer, {}, {}), two_layered,
          x, y, 0, 0, layer)
EMU_FETCH(texCubemapGrad, (float x, float y, float z, float4, float4), (x, y, z, {}, {}), cubemap, x, y, z)
EMU_FETCH(texCubemapLayeredGrad, (float x, float y, float z, int layer, float4, float4),
          (x, y, z, layer, {}, {}), cubemap_layered, x, y, z, 0, layer)

#undef EMU_FETCH
#undef EMU_LIST
