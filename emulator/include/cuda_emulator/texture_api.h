// The runtime API of CUDA arrays, texture objects and surface objects. Widths and x offsets of the 2D copies are in bytes.
#pragma once

#include "driver_types.h"
#include "vector_types.h"

EMU_EXTERN_C_BEGIN

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width,
                            size_t height EMU_DEFAULT(0), unsigned flags EMU_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent,
                              unsigned flags EMU_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array);

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                     size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                     size_t from_x, size_t from_y, size_t width, size_t height,
                                     cudaMemcpyKind kind EMU_DEFAULT(cudaMemcpyDeviceToDevice));
// These are deprecated: `bytes` from the offset on, row after row.
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                              cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                     cudaMemcpyKind kind, cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t from_x, size_t from_y, size_t bytes,
                                   cudaMemcpyKind kind EMU_DEFAULT(cudaMemcpyDeviceToDevice));

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* desc, const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* desc, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* desc, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* desc, cudaSurfaceObject_t surface);
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* width, const cudaChannelFormatDesc* desc,
                                                 int device);

static inline cudaChannelFormatDesc emu_channels(int x, int y, int z, int w, cudaChannelFormatKind kind)
{
    cudaChannelFormatDesc desc = {x, y, z, w, kind};
    return desc;
}

EMU_EXTERN_C_END

#ifdef __cplusplus

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind)
{
    return emu_channels(x, y, z, w, kind);
}
template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return emu_channels(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#define EMU_CHANNELS(T, bits, kind)                                      \
    template <>                                                          \
    inline cudaChannelFormatDesc cudaCreateChannelDesc<T>()              \
    {                                                                    \
        return emu_channels(bits, 0, 0, 0, cudaChannelFormatKind##kind); \
    }
#define EMU_VECTOR_CHANNELS(name, bits, kind)                                     \
    EMU_CHANNELS(name##1, bits, kind)                                             \
    template <>                                                                   \
    inline cudaChannelFormatDesc cudaCreateChannelDesc<name##2>()                 \
    {                                                                             \
        return emu_channels(bits, bits, 0, 0, cudaChannelFormatKind##kind);       \
    }                                                                             \
    template <>                                                                   \
    inline cudaChannelFormatDesc cudaCreateChannelDesc<name##4>()                 \
    {                                                                             \
        return emu_channels(bits, bits, bits, bits, cudaChannelFormatKind##kind); \
    }
EMU_CHANNELS(char, 8, Signed)
EMU_CHANNELS(signed char, 8, Signed)
EMU_CHANNELS(unsigned char, 8, Unsigned)
EMU_CHANNELS(short, 16, Signed)
EMU_CHANNELS(unsigned short, 16, Unsigned)
EMU_CHANNELS(int, 32, Signed)
EMU_CHANNELS(unsigned, 32, Unsigned)
EMU_CHANNELS(float, 32, Float)
EMU_VECTOR_CHANNELS(char, 8, Signed)
EMU_VECTOR_CHANNELS(uchar, 8, Unsigned)
EMU_VECTOR_CHANNELS(short, 16, Signed)
EMU_VECTOR_CHANNELS(ushort, 16, Unsigned)
EMU_VECTOR_CHANNELS(int, 32, Signed)
EMU_VECTOR_CHANNELS(uint, 32, Unsigned)
EMU_VECTOR_CHANNELS(float, 32, Float)
#undef EMU_VECTOR_CHANNELS
#undef EMU_CHANNELS

inline cudaChannelFormatDesc cudaCreateChannelDescHalf()
{
    return emu_channels(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1()
{
    return cudaCreateChannelDescHalf();
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2()
{
    return emu_channels(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4()
{
    return emu_channels(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#else

static inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                          cudaChannelFormatKind kind)
{
    return emu_channels(x, y, z, w, kind);
}

#endif
