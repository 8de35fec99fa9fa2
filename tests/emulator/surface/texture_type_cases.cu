// Textures: the types of elements and results, linear memory, layers, cubemaps, and the functions' other forms.
#include "cases.h"
#include "check.h"
#include "texture_objects.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace {

using texture_objects::Array;
using texture_objects::Device;
using texture_objects::plain;
using texture_objects::Texture;

constexpr int kWidth = 8, kHeight = 4, kElements = kWidth * kHeight;

template <class T>
__global__ void read_all(cudaTextureObject_t texture, T* out)
{
    const int x = threadIdx.x, y = threadIdx.y;
    out[y * kWidth + x] = tex2D<T>(texture, x + 0.5f, y + 0.5f);
}
template <class T>
__global__ void read_all_by_pointer(cudaTextureObject_t texture, T* out)
{
    const int x = threadIdx.x, y = threadIdx.y;
    T value;
    tex2D(&value, texture, x + 0.5f, y + 0.5f);
    out[y * kWidth + x] = value;
}

// Elements with other bits in each channel; floats are numbers.
template <class T, class Channel>
std::vector<T> varied_elements()
{
    std::vector<T> all(kElements);
    constexpr int kChannels = sizeof(T) / sizeof(Channel);
    for (int i = 0; i < kElements * kChannels; ++i) {
        const Channel value = Channel(i % 2 ? i * 7 + 1 : std::numeric_limits<Channel>::max() - Channel(i));
        std::memcpy(reinterpret_cast<char*>(all.data()) + i * sizeof(Channel), &value, sizeof value);
    }
    return all;
}

template <class T, class Channel>
bool returns_elements()
{
    const std::vector<T> elements = varied_elements<T, Channel>();
    const Array array(cudaCreateChannelDesc<T>(), make_cudaExtent(kWidth, kHeight, 0));
    const Texture texture(array.resource(), plain());
    const Device<T> out{std::vector<T>(kElements)};
    bool good = array.is_good() && array.copy_from(elements) && texture.is_good();
    for (const auto kernel : {read_all<T>, read_all_by_pointer<T>}) {
        kernel<<<1, dim3(kWidth, kHeight)>>>(texture.get(), out.data());
        good &= std::memcmp(out.host().data(), elements.data(), kElements * sizeof(T)) == 0;
    }
    return good;
}

SURFACE_CASE(texture_elements_of_all_types)
{
    CHECK_HOST((returns_elements<char, char>()));
    CHECK_HOST((returns_elements<signed char, signed char>() && returns_elements<char1, signed char>() &&
                returns_elements<char2, signed char>() && returns_elements<char4, signed char>()));
    CHECK_HOST((returns_elements<unsigned char, unsigned char>() &&
                returns_elements<uchar1, unsigned char>() && returns_elements<uchar2, unsigned char>() &&
                returns_elements<uchar4, unsigned char>()));
    CHECK_HOST((returns_elements<short, short>() && returns_elements<short1, short>() &&
                returns_elements<short2, short>() && returns_elements<short4, short>()));
    CHECK_HOST((returns_elements<unsigned short, unsigned short>() &&
                returns_elements<ushort1, unsigned short>() && returns_elements<ushort2, unsigned short>() &&
                returns_elements<ushort4, unsigned short>()));
    CHECK_HOST((returns_elements<int, int>() && returns_elements<int1, int>() &&
                returns_elements<int2, int>() && returns_elements<int4, int>()));
    CHECK_HOST((returns_elements<unsigned, unsigned>() && returns_elements<uint1, unsigned>() &&
                returns_elements<uint2, unsigned>() && returns_elements<uint4, unsigned>()));
    CHECK_HOST((returns_elements<float, float>() && returns_elements<float1, float>() &&
                returns_elements<float2, float>() && returns_elements<float4, float>()));
    return take_failed_line();
}

// Channels: of T. The results are floats in [0, 1] or [-1, 1].
template <class T, class Channel, class Result>
bool normalises()
{
    const std::vector<T> elements = varied_elements<T, Channel>();
    const Array array(cudaCreateChannelDesc<T>(), make_cudaExtent(kWidth, kHeight, 0));
    cudaTextureDesc how = plain();
    how.readMode = cudaReadModeNormalizedFloat;
    const Texture texture(array.resource(), how);
    const Device<Result> out{std::vector<Result>(kElements)};
    bool good = array.is_good() && array.copy_from(elements) && texture.is_good();
    read_all<Result><<<1, dim3(kWidth, kHeight)>>>(texture.get(), out.data());
    const std::vector<Result> results = out.host();
    const auto* from = reinterpret_cast<const Channel*>(elements.data());
    const auto* got = reinterpret_cast<const float*>(results.data());
    for (int i = 0; i < kElements * int(sizeof(T) / sizeof(Channel)); ++i) {
        const double wanted = std::fmax(-1.0, double(from[i]) / double(std::numeric_limits<Channel>::max()));
        good &= std::fabs(double(got[i]) - wanted) <= 1e-6;
    }
    return good;
}

SURFACE_CASE(texture_integers_as_normalised_floats)
{
    CHECK_HOST((normalises<unsigned char, unsigned char, float>() &&
                normalises<uchar2, unsigned char, float2>() && normalises<uchar4, unsigned char, float4>()));
    CHECK_HOST((normalises<signed char, signed char, float>() && normalises<char4, signed char, float4>()));
    CHECK_HOST((normalises<unsigned short, unsigned short, float>() &&
                normalises<ushort4, unsigned short, float4>()));
    CHECK_HOST((normalises<short, short, float>() && normalises<short4, short, float4>()));
    return take_failed_line();
}

__global__ void read_between(cudaTextureObject_t texture, float4* out)
{
    *out =
        tex2D<float4>(texture, 1.75f, 1.0f);  // a quarter past the centre of x = 1, halfway from y = 0 to 1
}

SURFACE_CASE(texture_filters_normalised_integers)
{
    std::vector<uchar4> elements(kElements, uchar4{0, 0, 0, 0});
    elements[1] = {255, 0, 51, 102};
    elements[2] = {0, 255, 51, 102};
    elements[kWidth + 1] = {255, 0, 51, 204};
    elements[kWidth + 2] = {0, 255, 51, 204};
    const Array array(cudaCreateChannelDesc<uchar4>(), make_cudaExtent(kWidth, kHeight, 0));
    cudaTextureDesc how = plain();
    how.readMode = cudaReadModeNormalizedFloat;
    how.filterMode = cudaFilterModeLinear;
    const Texture texture(array.resource(), how);
    const Device<float4> out({float4{}});
    CHECK_HOST(array.is_good() && array.copy_from(elements) && texture.is_good());
    read_between<<<1, 1>>>(texture.get(), out.data());
    const float4 got = out.host()[0];
    CHECK_HOST(std::fabs(got.x - 0.75f) < 1e-3f && std::fabs(got.y - 0.25f) < 1e-3f);
    CHECK_HOST(std::fabs(got.z - 0.2f) < 1e-3f && std::fabs(got.w - 0.6f) < 1e-3f);
    return take_failed_line();
}

SURFACE_CASE(texture_of_half_floats)
{
    // 1, 0.5, -2, 65504, the least normal and the least denormal number, 0
    const unsigned short bits[] = {0x3c00, 0x3800, 0xc000, 0x7bff, 0x0400, 0x0001, 0x0000, 0x3c01};
    const float values[] = {1, 0.5f, -2, 65504, 6.103515625e-05f, 5.9604644775390625e-08f, 0, 1.0009765625f};
    std::vector<unsigned short> elements(kElements);
    for (int i = 0; i < kElements; ++i)
        elements[i] = bits[i % 8];
    const Array array(cudaCreateChannelDescHalf(), make_cudaExtent(kWidth, kHeight, 0));
    const Texture texture(array.resource(), plain());
    const Device<float> out(std::vector<float>(kElements, 0.0f));
    CHECK_HOST(array.is_good() && array.copy_from(elements) && texture.is_good());
    read_all<float><<<1, dim3(kWidth, kHeight)>>>(texture.get(), out.data());
    const std::vector<float> got = out.host();
    for (int i = 0; i < kElements; ++i)
        CHECK_HOST(got[i] == values[i % 8]);
    return take_failed_line();
}

__global__ void read_linear(cudaTextureObject_t texture, int n)
{
    const int i = threadIdx.x - 2;  // two before the first, two after the last
    const int2 value = tex1Dfetch<int2>(texture, i);
    const bool inside = i >= 0 && i < n;
    CHECK(value.x == (inside ? 3 * i : 0) && value.y == (inside ? -i : 0));
}

SURFACE_CASE(texture_of_linear_memory)
{
    constexpr int kN = 60;
    std::vector<int2> elements(kN);
    for (int i = 0; i < kN; ++i)
        elements[i] = {3 * i, -i};
    const Device<int2> memory(elements);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory.data();
    resource.res.linear.desc = cudaCreateChannelDesc<int2>();
    resource.res.linear.sizeInBytes = kN * sizeof(int2);
    const Texture texture(resource, plain());
    CHECK_HOST(texture.is_good());
    read_linear<<<1, kN + 4>>>(texture.get(), kN);
    return take_failed_line();
}

__global__ void read_layers(cudaTextureObject_t one, cudaTextureObject_t two)
{
    const int x = threadIdx.x;
    for (int layer = 0; layer < 3; ++layer) {
        CHECK(tex1DLayered<float>(one, x + 0.5f, layer) == x + 100 * layer);
        CHECK(tex1DLayeredLod<float>(one, x + 0.5f, layer, 0) == x + 100 * layer);
        for (int y = 0; y < kHeight; ++y) {
            const float wanted = x + kWidth * y + kElements * layer;
            CHECK(tex2DLayered<float>(two, x + 0.5f, y + 0.5f, layer) == wanted);
            CHECK(tex2DLayeredGrad<float>(two, x + 0.5f, y + 0.5f, layer, float2{0, 0}, float2{0, 0}) ==
                  wanted);
        }
    }
    CHECK(tex1DLayered<float>(one, x + 0.5f, 7) == x + 200);                   // layers are clamped
    CHECK(tex2DLayered<float>(two, x + 0.5f, 0.5f, -1) == x + 2 * kElements);  // an unsigned number
}

SURFACE_CASE(layered_textures)
{
    std::vector<float> one, two;
    for (int i = 0; i < 3 * kElements; ++i)
        two.push_back(float(i));
    for (int i = 0; i < 3 * kWidth; ++i)
        one.push_back(float(i % kWidth + 100 * (i / kWidth)));
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    const Array array_1(desc, make_cudaExtent(kWidth, 0, 3), cudaArrayLayered);
    const Array array_2(desc, make_cudaExtent(kWidth, kHeight, 3), cudaArrayLayered);
    CHECK_HOST(array_1.is_good() && array_2.is_good() && array_1.copy_from(one) && array_2.copy_from(two));
    const Texture texture_1(array_1.resource(), plain()), texture_2(array_2.resource(), plain());
    CHECK_HOST(texture_1.is_good() && texture_2.is_good());
    read_layers<<<1, kWidth>>>(texture_1.get(), texture_2.get());
    return take_failed_line();
}

__global__ void read_faces(cudaTextureObject_t texture)
{
    // In each face, the element right of and below its middle; faces have 4 x 4 elements, numbered from 16 times the face.
    const float s = 0.25f;
    CHECK(texCubemap<float>(texture, 1, -s, -s) == 10);
    CHECK(texCubemap<float>(texture, -1, -s, s) == 16 + 10);
    CHECK(texCubemap<float>(texture, s, 1, s) == 32 + 10);
    CHECK(texCubemap<float>(texture, s, -1, -s) == 48 + 10);
    CHECK(texCubemap<float>(texture, s, -s, 1) == 64 + 10);
    CHECK(texCubemapLod<float>(texture, -s, -s, -1, 0) == 80 + 10);
    CHECK(texCubemap<float>(texture, 2, 1.5f, 1.5f) == 0);  // the direction's length is irrelevant
}

SURFACE_CASE(cubemap_texture)
{
    std::vector<float> elements;
    for (int i = 0; i < 6 * 16; ++i)
        elements.push_back(float(i));
    const Array array(cudaCreateChannelDesc<float>(), make_cudaExtent(4, 4, 6), cudaArrayCubemap);
    CHECK_HOST(array.is_good() && array.copy_from(elements));
    cudaTextureDesc how = plain();
    how.normalizedCoords = 1;
    const Texture texture(array.resource(), how);
    CHECK_HOST(texture.is_good());
    read_faces<<<1, 1>>>(texture.get());
    return take_failed_line();
}

__global__ void read_other_forms(cudaTextureObject_t texture)
{
    float value = -1;
    tex2DLod(&value, texture, 3.5f, 2.5f, 0.0f);
    CHECK(value == 3 + 2 * kWidth);
    CHECK(tex2DGrad<float>(texture, 3.5f, 2.5f, float2{0, 0}, float2{0, 0}) == 3 + 2 * kWidth);
    const float4 gathered = tex2Dgather<float4>(texture, 3.0f, 2.0f);
    CHECK(gathered.x == 2 + 2 * kWidth &&
          gathered.y == 3 + 2 * kWidth);  // counter-clockwise from the lower left
    CHECK(gathered.z == 3 + 1 * kWidth && gathered.w == 2 + 1 * kWidth);
}

SURFACE_CASE(texture_functions_of_levels_and_gather)
{
    std::vector<float> elements;
    for (int i = 0; i < kElements; ++i)
        elements.push_back(float(i));
    const Array array(cudaCreateChannelDesc<float>(), make_cudaExtent(kWidth, kHeight, 0),
                      cudaArrayTextureGather);
    CHECK_HOST(array.is_good() && array.copy_from(elements));
    const Texture texture(array.resource(), plain());
    CHECK_HOST(texture.is_good());
    read_other_forms<<<1, 1>>>(texture.get());
    return take_failed_line();
}

}  // namespace
