// What kernels read from surface objects and write to them. x is in bytes.
#pragma once

#include "host_defines.h"
#include "texture_types.h"
#include "vectors.h"

namespace emu {

enum class SurfaceShape : unsigned char {
    one,
    two,
    three,
    one_layered,
    two_layered,
    cubemap,
    cubemap_layered
};

// 16 bytes in a register.
typedef unsigned SurfaceWords __attribute__((vector_size(16)));
// slice: z, layer or face.
SurfaceWords read_surface(cudaSurfaceObject_t surface, SurfaceShape shape, unsigned bytes, int x, int y,
                          int slice, cudaSurfaceBoundaryMode mode);
void write_surface(cudaSurfaceObject_t surface, SurfaceShape shape, unsigned bytes, int x, int y, int slice,
                   cudaSurfaceBoundaryMode mode, SurfaceWords value);

template <class T>
constexpr bool is_surface_type = false;
#define EMU_SURFACE_TYPE(T) \
    template <>             \
    constexpr bool is_surface_type<T> = true;
#define EMU_SURFACE_TYPES(T, name) EMU_SURFACE_TYPE(T) EMU_SURFACE_TYPE(name##1) EMU_SURFACE_TYPE(name##2)
EMU_SURFACE_TYPE(char)
EMU_SURFACE_TYPES(signed char, char)
EMU_SURFACE_TYPES(unsigned char, uchar)
EMU_SURFACE_TYPES(short, short)
EMU_SURFACE_TYPES(unsigned short, ushort)
EMU_SURFACE_TYPES(int, int)
EMU_SURFACE_TYPES(unsigned, uint)
EMU_SURFACE_TYPES(long long, longlong)
EMU_SURFACE_TYPES(unsigned long long, ulonglong)
EMU_SURFACE_TYPES(float, float)
EMU_SURFACE_TYPE(char4)
EMU_SURFACE_TYPE(uchar4)
EMU_SURFACE_TYPE(short4)
EMU_SURFACE_TYPE(ushort4)
EMU_SURFACE_TYPE(int4)
EMU_SURFACE_TYPE(uint4)
EMU_SURFACE_TYPE(float4)
#undef EMU_SURFACE_TYPES
#undef EMU_SURFACE_TYPE

template <class T>
__forceinline__ T read(cudaSurfaceObject_t surface, SurfaceShape shape, int x, int y, int slice,
                       cudaSurfaceBoundaryMode mode)
{
    static_assert(is_surface_type<T>,
                  "a surface has elements of 1, 2 or 4 integers or floats, of up to 16 bytes");
    const SurfaceWords words = read_surface(surface, shape, sizeof(T), x, y, slice, mode);
    T value;
    __builtin_memcpy(&value, &words, sizeof value);
    return value;
}

template <class T>
__forceinline__ void write(const T& value, cudaSurfaceObject_t surface, SurfaceShape shape, int x, int y,
                           int slice, cudaSurfaceBoundaryMode mode)
{
    static_assert(is_surface_type<T>,
                  "a surface has elements of 1, 2 or 4 integers or floats, of up to 16 bytes");
    SurfaceWords words{};
    __builtin_memcpy(&words, &value, sizeof value);
    write_surface(surface, shape, sizeof(T), x, y, slice, mode, words);
}

}  // namespace emu

// parameters, names: of the coordinates, in brackets. The rest: shape, x, y, slice.
#define EMU_COORDINATES(...) __VA_ARGS__
#define EMU_SURFACE(function, parameters, names, ...)                                                      \
    template <class T>                                                                                     \
    __forceinline__ T function##read(cudaSurfaceObject_t surface, EMU_COORDINATES parameters,              \
                                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                  \
    {                                                                                                      \
        return emu::read<T>(surface, emu::SurfaceShape::__VA_ARGS__, mode);                                \
    }                                                                                                      \
    template <class T>                                                                                     \
    __forceinline__ void function##read(T* value, cudaSurfaceObject_t surface, EMU_COORDINATES parameters, \
                                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)               \
    {                                                                                                      \
        *value = function##read<T>(surface, EMU_COORDINATES names, mode);                                  \
    }                                                                                                      \
    template <class T>                                                                                     \
    __forceinline__ void function##write(T value, cudaSurfaceObject_t surface, EMU_COORDINATES parameters, \
                                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)              \
    {                                                                                                      \
        emu::write(value, surface, emu::SurfaceShape::__VA_ARGS__, mode);                                  \
    }

EMU_SURFACE(surf1D, (int x), (x), one, x, 0, 0)
EMU_SURFACE(surf2D, (int x, int y), (x, y), two, x, y, 0)
EMU_SURFACE(surf3D, (int x, int y, int z), (x, y, z), three, x, y, z)
EMU_SURFACE(surf1DLayered, (int x, int layer), (x, layer), one_layered, x, 0, layer)
EMU_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer), two_layered, x, y, layer)
EMU_SURFACE(surfCubemap, (int x, int y, int face), (x, y, face), cubemap, x, y, face)
EMU_SURFACE(surfCubemapLayered, (int x, int y, int layer_and_face), (x, y, layer_and_face), cubemap_layered,
            x, y, layer_and_face)

#undef EMU_SURFACE
#undef EMU_COORDINATES
