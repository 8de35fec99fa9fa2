// Surfaces in 1, 2 and 3 dimensions and in layers, the boundary modes, and the API of arrays and objects.
#include "cases.h"
#include "check.h"
#include "texture_objects.h"

#include <cstring>

namespace surfaces {
namespace {

using texture_objects::Array;
using texture_objects::plain;
using texture_objects::Surface;
using texture_objects::Texture;

constexpr int kWidth = 8, kHeight = 4, kDepth = 3;

template <class T>
__device__ T element(int i)
{
    T value;
    for (int b = 0; b < int(sizeof(T)); ++b)
        reinterpret_cast<unsigned char*>(&value)[b] = (unsigned char)(i * 37 + b * 11 + 1);
    return value;
}
template <class T>
__device__ bool equal(T a, T b)
{
    bool same = true;
    for (int i = 0; i < int(sizeof(T)); ++i)
        same &= reinterpret_cast<unsigned char*>(&a)[i] == reinterpret_cast<unsigned char*>(&b)[i];
    return same;
}

template <class T>
__global__ void write_2d(cudaSurfaceObject_t surface)
{
    const int x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(element<T>(y * kWidth + x), surface, x * int(sizeof(T)), y);
}
template <class T>
__global__ void read_2d(cudaSurfaceObject_t surface)
{
    const int x = threadIdx.x, y = threadIdx.y;
    T value;
    surf2Dread(&value, surface, x * int(sizeof(T)), y);
    CHECK(equal(value, element<T>(y * kWidth + x)));
    CHECK(equal(surf2Dread<T>(surface, x * int(sizeof(T)), y), value));
}

template <class T>
bool writes_and_reads()
{
    const Array array(cudaCreateChannelDesc<T>(), make_cudaExtent(kWidth, kHeight, 0),
                      cudaArraySurfaceLoadStore);
    const Surface surface(array.resource());
    write_2d<T><<<1, dim3(kWidth, kHeight)>>>(surface.get());
    read_2d<T><<<1, dim3(kWidth, kHeight)>>>(surface.get());
    return array.is_good() && surface.is_good() && take_failed_line() == 0;
}

SURFACE_CASE(surface_elements_of_all_types)
{
    CHECK_HOST(writes_and_reads<char>() && writes_and_reads<uchar1>() && writes_and_reads<uchar2>() &&
               writes_and_reads<uchar4>());
    CHECK_HOST(writes_and_reads<short>() && writes_and_reads<ushort2>() && writes_and_reads<short4>());
    CHECK_HOST(writes_and_reads<int>() && writes_and_reads<uint2>() && writes_and_reads<int4>());
    CHECK_HOST(writes_and_reads<float>() && writes_and_reads<float2>() && writes_and_reads<float4>());
    return take_failed_line();
}

__global__ void write_shapes(cudaSurfaceObject_t one, cudaSurfaceObject_t three, cudaSurfaceObject_t layers_1,
                             cudaSurfaceObject_t layers_2)
{
    const int x = threadIdx.x, bytes = x * int(sizeof(int));
    surf1Dwrite(x, one, bytes);
    for (int z = 0; z < kDepth; ++z) {
        surf1DLayeredwrite(x + 10 * z, layers_1, bytes, z);
        for (int y = 0; y < kHeight; ++y) {
            surf3Dwrite(x + 10 * y + 100 * z, three, bytes, y, z);
            surf2DLayeredwrite(x + 10 * y + 1000 * z, layers_2, bytes, y, z);
        }
    }
}
__global__ void read_shapes(cudaSurfaceObject_t one, cudaSurfaceObject_t three, cudaSurfaceObject_t layers_1,
                            cudaSurfaceObject_t layers_2)
{
    const int x = threadIdx.x, bytes = x * int(sizeof(int));
    CHECK(surf1Dread<int>(one, bytes) == x);
    for (int z = 0; z < kDepth; ++z) {
        CHECK(surf1DLayeredread<int>(layers_1, bytes, z) == x + 10 * z);
        for (int y = 0; y < kHeight; ++y) {
            CHECK(surf3Dread<int>(three, bytes, y, z) == x + 10 * y + 100 * z);
            CHECK(surf2DLayeredread<int>(layers_2, bytes, y, z) == x + 10 * y + 1000 * z);
        }
    }
}

SURFACE_CASE(surfaces_of_all_shapes)
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    constexpr unsigned kFlag = cudaArraySurfaceLoadStore;
    const Array one(desc, make_cudaExtent(kWidth, 0, 0), kFlag);
    const Array three(desc, make_cudaExtent(kWidth, kHeight, kDepth), kFlag);
    const Array layers_1(desc, make_cudaExtent(kWidth, 0, kDepth), kFlag | cudaArrayLayered);
    const Array layers_2(desc, make_cudaExtent(kWidth, kHeight, kDepth), kFlag | cudaArrayLayered);
    CHECK_HOST(one.is_good() && three.is_good() && layers_1.is_good() && layers_2.is_good());
    const Surface s1(one.resource()), s3(three.resource()), l1(layers_1.resource()), l2(layers_2.resource());
    CHECK_HOST(s1.is_good() && s3.is_good() && l1.is_good() && l2.is_good());
    write_shapes<<<1, kWidth>>>(s1.get(), s3.get(), l1.get(), l2.get());
    read_shapes<<<1, kWidth>>>(s1.get(), s3.get(), l1.get(), l2.get());
    CHECK_HOST(take_failed_line() == 0);
    const std::vector<int> all = three.host<int>();
    for (int z = 0; z < kDepth; ++z)
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x)
                CHECK_HOST(all[(z * kHeight + y) * kWidth + x] == x + 10 * y + 100 * z);
    return take_failed_line();
}

__global__ void write_faces(cudaSurfaceObject_t surface, int faces)
{
    const int x = threadIdx.x, y = threadIdx.y;
    for (int face = 0; face < faces; ++face)
        if (faces == 6)
            surfCubemapwrite(float(x + 10 * y + 100 * face), surface, x * 4, y, face);
        else
            surfCubemapLayeredwrite(float(x + 10 * y + 100 * face), surface, x * 4, y, face);
}
__global__ void read_faces(cudaSurfaceObject_t surface, cudaTextureObject_t texture, int faces)
{
    // The middle of an element of the second layer, or of the only one, in the face of negative y.
    const float s = 0.25f;
    if (faces == 6) {
        CHECK(surfCubemapread<float>(surface, 8, 1, 3) == 2 + 10 + 300);
        CHECK(texCubemap<float>(texture, s, -1, s) == 2 + 10 + 300);
    } else {
        CHECK(surfCubemapLayeredread<float>(surface, 8, 1, 9) == 2 + 10 + 900);
        CHECK(texCubemapLayered<float>(texture, s, -1, s, 1) == 2 + 10 + 900);
    }
}

SURFACE_CASE(surfaces_of_cubemaps)
{
    for (const int faces : {6, 12}) {
        const unsigned flags =
            cudaArrayCubemap | cudaArraySurfaceLoadStore | (faces == 12 ? cudaArrayLayered : 0);
        const Array array(cudaCreateChannelDesc<float>(), make_cudaExtent(4, 4, faces), flags);
        cudaTextureDesc how = plain();
        how.normalizedCoords = 1;
        const Texture texture(array.resource(), how);
        const Surface surface(array.resource());
        CHECK_HOST(array.is_good() && texture.is_good() && surface.is_good());
        write_faces<<<1, dim3(4, 4)>>>(surface.get(), faces);
        read_faces<<<1, 1>>>(surface.get(), texture.get(), faces);
    }
    return take_failed_line();
}

__global__ void read_outside(cudaSurfaceObject_t surface)
{
    constexpr int kRow = kWidth * int(sizeof(int));
    const auto zero = cudaBoundaryModeZero, clamp = cudaBoundaryModeClamp;
    CHECK(surf2Dread<int>(surface, -4, 1, zero) == 0 && surf2Dread<int>(surface, kRow, 1, zero) == 0);
    CHECK(surf2Dread<int>(surface, 4, -1, zero) == 0 && surf2Dread<int>(surface, 4, kHeight, zero) == 0);
    CHECK(surf2Dread<int>(surface, 4, 1, zero) == kWidth + 1);
    CHECK(surf2Dread<int>(surface, -400, 1, clamp) == kWidth);
    CHECK(surf2Dread<int>(surface, kRow, 1, clamp) == 2 * kWidth - 1);
    CHECK(surf2Dread<int>(surface, 8, -3, clamp) == 2);
    CHECK(surf2Dread<int>(surface, 8, kHeight + 5, clamp) == (kHeight - 1) * kWidth + 2);
}
__global__ void write_outside(cudaSurfaceObject_t surface)
{
    constexpr int kRow = kWidth * int(sizeof(int));
    surf2Dwrite(111, surface, kRow, 0, cudaBoundaryModeZero);  // goes nowhere
    surf2Dwrite(112, surface, 0, kHeight, cudaBoundaryModeZero);
    surf2Dwrite(113, surface, kRow + 40, 2, cudaBoundaryModeClamp);
    surf2Dwrite(114, surface, -8, -1, cudaBoundaryModeClamp);
}

SURFACE_CASE(surface_boundary_modes)
{
    std::vector<int> elements;
    for (int i = 0; i < kWidth * kHeight; ++i)
        elements.push_back(i);
    const Array array(cudaCreateChannelDesc<int>(), make_cudaExtent(kWidth, kHeight, 0),
                      cudaArraySurfaceLoadStore);
    const Surface surface(array.resource());
    CHECK_HOST(array.is_good() && surface.is_good() && array.copy_from(elements));
    read_outside<<<1, 1>>>(surface.get());
    CHECK_HOST(take_failed_line() == 0);
    write_outside<<<1, 1>>>(surface.get());
    elements[3 * kWidth - 1] = 113;
    elements[0] = 114;
    CHECK_HOST(array.host<int>() == elements);
    return take_failed_line();
}

SURFACE_CASE(copies_of_arrays)
{
    std::vector<int> elements;
    for (int i = 0; i < kWidth * kHeight; ++i)
        elements.push_back(i);
    constexpr std::size_t kRow = kWidth * sizeof(int);
    const cudaExtent extent = make_cudaExtent(kWidth, kHeight, 0);
    const Array a(cudaCreateChannelDesc<int>(), extent), b(cudaCreateChannelDesc<int>(), extent);
    CHECK_HOST(a.is_good() && b.is_good());
    CHECK_HOST(cudaMemcpy2DToArray(a.get(), 0, 0, elements.data(), kRow, kRow, kHeight,
                                   cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK_HOST(cudaMemcpy2DArrayToArray(b.get(), 0, 0, a.get(), 0, 0, kRow, kHeight) == cudaSuccess);
    CHECK_HOST(b.host<int>() == elements);
    int part[2][3] = {};
    CHECK_HOST(cudaMemcpy2DFromArray(part, sizeof part[0], b.get(), 2 * sizeof(int), 1, sizeof part[0], 2,
                                     cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 3; ++x)
            CHECK_HOST(part[y][x] == (y + 1) * kWidth + x + 2);
    int* memory;
    CHECK_HOST(cudaMalloc(&memory, sizeof part) == cudaSuccess);
    CHECK_HOST(cudaMemcpy2DFromArrayAsync(memory, sizeof part[0], b.get(), 0, 0, sizeof part[0], 2,
                                          cudaMemcpyDeviceToDevice, nullptr) == cudaSuccess);
    CHECK_HOST(cudaMemcpy2DToArrayAsync(a.get(), 5 * sizeof(int), 2, memory, sizeof part[0], sizeof part[0],
                                        2, cudaMemcpyDeviceToDevice, nullptr) == cudaSuccess);
    CHECK_HOST(cudaFree(memory) == cudaSuccess);
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 3; ++x)
            elements[(y + 2) * kWidth + x + 5] = y * kWidth + x;
    CHECK_HOST(a.host<int>() == elements);
    return take_failed_line();
}

SURFACE_CASE(arrays_and_objects_tell_what_they_are)
{
    cudaArray_t array;
    const cudaChannelFormatDesc wanted = cudaCreateChannelDesc<ushort2>();
    CHECK_HOST(cudaMallocArray(&array, &wanted, kWidth, kHeight, cudaArraySurfaceLoadStore) == cudaSuccess);
    cudaChannelFormatDesc desc;
    cudaExtent extent;
    unsigned flags = 0;
    CHECK_HOST(cudaArrayGetInfo(&desc, &extent, &flags, array) == cudaSuccess);
    CHECK_HOST(desc.x == 16 && desc.y == 16 && desc.z == 0 && desc.w == 0 &&
               desc.f == cudaChannelFormatKindUnsigned);
    CHECK_HOST(extent.width == kWidth && extent.height == kHeight && extent.depth == 0);
    CHECK_HOST(flags == cudaArraySurfaceLoadStore);
    CHECK_HOST(cudaGetChannelDesc(&desc, array) == cudaSuccess && desc.x == 16);
    cudaResourceDesc resource = {};
    resource.res.array.array = array;
    cudaTextureDesc how = plain();
    how.readMode = cudaReadModeNormalizedFloat;
    const Texture texture(resource, how);
    const Surface surface(resource);
    CHECK_HOST(texture.is_good() && surface.is_good());
    cudaResourceDesc told = {};
    cudaTextureDesc told_how = {};
    CHECK_HOST(cudaGetTextureObjectResourceDesc(&told, texture.get()) == cudaSuccess &&
               told.res.array.array == array);
    CHECK_HOST(cudaGetTextureObjectTextureDesc(&told_how, texture.get()) == cudaSuccess &&
               told_how.readMode == cudaReadModeNormalizedFloat &&
               told_how.addressMode[1] == cudaAddressModeClamp);
    CHECK_HOST(cudaGetSurfaceObjectResourceDesc(&told, surface.get()) == cudaSuccess &&
               told.resType == cudaResourceTypeArray);
    CHECK_HOST(cudaFreeArray(array) == cudaSuccess);
    return take_failed_line();
}

}  // namespace
}  // namespace surfaces
