// Textures: every address mode and filter in 1, 2 and 3 dimensions, with and without normalised coordinates, against a
// model of the programming guide's text.
#include "cases.h"
#include "check.h"
#include "texture_model.h"
#include "texture_objects.h"

namespace {

using texture_objects::Array;
using texture_objects::Device;

constexpr cudaTextureAddressMode kModes[] = {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror,
                                             cudaAddressModeBorder};
constexpr float kTolerance = 0.004f;  // a step of a weight, 1/256, changes a result by more than 0.01

struct Place {
    float x, y, z;
};

__global__ void fetch_1d(cudaTextureObject_t texture, const Place* at, float* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1D<float>(texture, at[i].x);
}
__global__ void fetch_2d(cudaTextureObject_t texture, const Place* at, float* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex2D<float>(texture, at[i].x, at[i].y);
}
__global__ void fetch_3d(cudaTextureObject_t texture, const Place* at, float* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex3D<float>(texture, at[i].x, at[i].y, at[i].z);
}

using Kernel = void (*)(cudaTextureObject_t, const Place*, float*, int);
constexpr Kernel kFetch[] = {fetch_1d, fetch_2d, fetch_3d};

std::vector<float> elements_of(const model::Texture& t)
{
    std::vector<float> all;
    for (int z = 0; z < t.size[2]; ++z)
        for (int y = 0; y < t.size[1]; ++y)
            for (int x = 0; x < t.size[0]; ++x)
                all.push_back(t.value(x, y, z));
    return all;
}

cudaTextureDesc desc_of(const model::Texture& t)
{
    cudaTextureDesc how = {};
    for (int d = 0; d < 3; ++d)
        how.addressMode[d] = t.mode[d];
    how.filterMode = t.linear ? cudaFilterModeLinear : cudaFilterModePoint;
    how.normalizedCoords = t.normalised;
    how.borderColor[0] = t.border;
    return how;
}

// The number of results that differ from the model's.
int differences(const model::Texture& t, const cudaResourceDesc& resource, const std::vector<Place>& places)
{
    const texture_objects::Texture texture(resource, desc_of(t));
    const Device<Place> at(places);
    const Device<float> out(std::vector<float>(places.size(), -1));
    const int n = int(places.size());
    kFetch[t.dimensions - 1]<<<(n + 127) / 128, 128>>>(texture.get(), at.data(), out.data(), n);
    const std::vector<float> got = out.host();
    int wrong = texture.is_good() ? 0 : 1;
    for (int i = 0; i < n; ++i) {
        const Place p = places[i];
        const double wanted = model::fetch(t, p.x, p.y, p.z);
        if (std::fabs(got[i] - wanted) <= kTolerance)
            continue;
        if (++wrong <= 5)
            model::tell(t, p.x, p.y, p.z, got[i], wanted);
    }
    return wrong;
}

std::vector<Place> places_of(const model::Texture& t)
{
    const auto along = [&](int d) {
        return d < t.dimensions
                   ? model::coordinates(t.size[d], t.normalised, t.mode[d] != cudaAddressModeMirror)
                   : std::vector<float>{0};
    };
    std::vector<Place> places;
    const std::vector<float> xs = along(0), ys = along(1), zs = along(2);
    for (std::size_t i = 0; i < zs.size(); i += 3)
        for (const float y : ys)
            for (const float x : xs)
                places.push_back({x, y, zs[i]});
    return places;
}

int compare_all(int dimensions, const cudaResourceDesc& resource, model::Texture t)
{
    int wrong = 0;
    t.dimensions = dimensions;
    for (const cudaTextureAddressMode mode : kModes)
        for (const bool linear : {false, true})
            for (const bool normalised : {false, true}) {
                for (int d = 0; d < 3; ++d)
                    t.mode[d] = mode;
                t.linear = linear;
                t.normalised = normalised;
                wrong += differences(t, resource, places_of(t));
            }
    return wrong;
}

model::Texture texture_of(int width, int height, int depth)
{
    return {{width, height, depth}, 0, {}, false, false, 1000};
}

SURFACE_CASE(texture_1d)
{
    const model::Texture t = texture_of(16, 1, 1);
    const Array array(cudaCreateChannelDesc<float>(), make_cudaExtent(16, 0, 0));
    CHECK_HOST(array.is_good() && array.copy_from(elements_of(t)));
    CHECK_HOST(compare_all(1, array.resource(), t) == 0);
    return take_failed_line();
}

SURFACE_CASE(texture_2d)
{
    const model::Texture t = texture_of(8, 4, 1);
    const Array array(cudaCreateChannelDesc<float>(), make_cudaExtent(8, 4, 0));
    CHECK_HOST(array.is_good() && array.copy_from(elements_of(t)));
    CHECK_HOST(compare_all(2, array.resource(), t) == 0);
    return take_failed_line();
}

SURFACE_CASE(texture_3d)
{
    const model::Texture t = texture_of(8, 4, 2);
    const Array array(cudaCreateChannelDesc<float>(), make_cudaExtent(8, 4, 2));
    CHECK_HOST(array.is_good() && array.copy_from(elements_of(t)));
    CHECK_HOST(compare_all(3, array.resource(), t) == 0);
    return take_failed_line();
}

SURFACE_CASE(texture_of_pitched_memory)
{
    const model::Texture t = texture_of(8, 4, 1);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = 8;
    resource.res.pitch2D.height = 4;
    float* memory;
    CHECK_HOST(cudaMallocPitch(&memory, &resource.res.pitch2D.pitchInBytes, 8 * sizeof(float), 4) ==
               cudaSuccess);
    resource.res.pitch2D.devPtr = memory;
    const std::vector<float> elements = elements_of(t);
    CHECK_HOST(cudaMemcpy2D(memory, resource.res.pitch2D.pitchInBytes, elements.data(), 8 * sizeof(float),
                            8 * sizeof(float), 4, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK_HOST(compare_all(2, resource, t) == 0);
    CHECK_HOST(cudaFree(memory) == cudaSuccess);
    return take_failed_line();
}

SURFACE_CASE(texture_modes_may_differ_by_dimension)
{
    model::Texture t = texture_of(8, 4, 2);
    t.dimensions = 3;
    t.normalised = true;
    const Array array(cudaCreateChannelDesc<float>(), make_cudaExtent(8, 4, 2));
    CHECK_HOST(array.is_good() && array.copy_from(elements_of(t)));
    for (int i = 0; i < 4 * 4 * 4; ++i) {
        t.mode[0] = kModes[i % 4], t.mode[1] = kModes[i / 4 % 4], t.mode[2] = kModes[i / 16];
        t.linear = i % 3 != 0;
        std::vector<Place> places;
        for (const float x : {-0.3125f, 0.4375f, 1.1875f})
            for (const float y : {-0.375f, 0.625f, 1.125f})
                for (const float z : {-0.25f, 0.25f, 1.75f})
                    places.push_back({x, y, z});
        CHECK_HOST(differences(t, array.resource(), places) == 0);
    }
    return take_failed_line();
}

__global__ void fetch_colour(cudaTextureObject_t texture, float4* out)
{
    *out = tex2D<float4>(texture, 0.5f, 0.5f);
}

// The values are those of the standard, IEC 61966-2-1; alpha stays linear.
SURFACE_CASE(texture_of_srgb_colours)
{
    const std::vector<uchar4> elements(4, uchar4{0, 10, 128, 128});
    const Array array(cudaCreateChannelDesc<uchar4>(), make_cudaExtent(2, 2, 0));
    cudaTextureDesc how = texture_objects::plain();
    how.readMode = cudaReadModeNormalizedFloat;
    how.sRGB = 1;
    const texture_objects::Texture texture(array.resource(), how);
    const Device<float4> out({float4{}});
    CHECK_HOST(array.is_good() && array.copy_from(elements) && texture.is_good());
    fetch_colour<<<1, 1>>>(texture.get(), out.data());
    const float4 got = out.host()[0];
    CHECK_HOST(got.x == 0 && std::fabs(got.y - 0.003035f) < 2e-4f && std::fabs(got.z - 0.215861f) < 1e-3f);
    CHECK_HOST(std::fabs(got.w - 128 / 255.0f) < 1e-5f);
    return take_failed_line();
}

// Only the first dimension has the border, and only the second one.
SURFACE_CASE(texture_1d_looks_at_the_second_mode)
{
    model::Texture t = texture_of(16, 1, 1);
    t.dimensions = 1;
    t.linear = true;
    const Array array(cudaCreateChannelDesc<float>(), make_cudaExtent(16, 0, 0));
    CHECK_HOST(array.is_good() && array.copy_from(elements_of(t)));
    for (const bool first : {true, false}) {
        t.mode[0] = first ? cudaAddressModeBorder : cudaAddressModeClamp;
        t.mode[1] = first ? cudaAddressModeClamp : cudaAddressModeBorder;
        CHECK_HOST(differences(t, array.resource(), places_of(t)) == 0);
    }
    return take_failed_line();
}

// The weights of linear filtering are rounded to the nearest multiple of 1/256.
SURFACE_CASE(texture_weights_have_eight_bits)
{
    model::Texture t = texture_of(16, 1, 1);
    t.dimensions = 1;
    t.linear = true;
    t.mode[0] = cudaAddressModeClamp;
    const Array array(cudaCreateChannelDesc<float>(), make_cudaExtent(16, 0, 0));
    CHECK_HOST(array.is_good() && array.copy_from(elements_of(t)));
    std::vector<Place> places;
    for (int i = 0; i < 256; ++i)
        for (const float part : {-0.375f, -0.25f, 0.25f, 0.375f})
            places.push_back({4.5f + (float(i) + part) / 256, 0, 0});
    CHECK_HOST(differences(t, array.resource(), places) == 0);
    return take_failed_line();
}

}  // namespace
