#include "textures/sampler.h"

#include <algorithm>
#include <cmath>

namespace emu {
namespace {

// Where a fetch reads in one dimension.
struct Axis {
    int count = 1;
    long index[2] = {0, 0};  // -1: the border
    int fraction = 0;        // of the way from the first to the second, in 1 / kOne
};

constexpr long kBorder = -1;
// The weights of linear filtering are fixed-point numbers with 8 bits of fraction.
constexpr int kFractionBits = 8;
constexpr int kOne = 1 << kFractionBits;
constexpr double kFarOutside = 1 << 30;  // of any texture; more would not fit into whole numbers

long index_of(long i, long size, cudaTextureAddressMode mode)
{
    if (i >= 0 && i < size)
        return i;
    if (mode == cudaAddressModeBorder)
        return kBorder;
    if (mode == cudaAddressModeWrap)
        return (i % size + size) % size;
    return i < 0 ? 0 : size - 1;  // of a mirrored texture, too, whose edges meet themselves
}

// The position in elements. Wrapping and mirroring need normalised coordinates; without them, CUDA clamps.
double position_of(float x, long size, cudaTextureAddressMode mode, bool normalised)
{
    if (std::isnan(x))
        return 0;
    if (!normalised)
        return std::clamp(double(x), -kFarOutside, kFarOutside);
    double in_texture = x;
    if (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror) {
        if (std::isinf(x))
            return 0;
        const double whole = std::floor(in_texture);
        in_texture -= whole;
        if (mode == cudaAddressModeMirror && std::fmod(whole, 2) != 0)
            in_texture = 1 - in_texture;
    }
    return std::clamp(in_texture * double(size), -kFarOutside, kFarOutside);
}

Axis axis_of(float x, std::size_t elements, cudaTextureAddressMode mode, const cudaTextureDesc& how,
             bool linear)
{
    const long size = long(elements);
    const bool normalised = how.normalizedCoords != 0;
    if (!normalised && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror))
        mode = cudaAddressModeClamp;
    const double position = position_of(x, size, mode, normalised);
    Axis axis;
    if (!linear) {
        axis.index[0] = index_of(long(std::floor(position)), size, mode);
        return axis;
    }
    const long fixed = long(std::floor(position * kOne + 0.5)) - kOne / 2;
    const long first = fixed >> kFractionBits;
    axis.count = 2;
    axis.index[0] = index_of(first, size, mode);
    axis.index[1] = index_of(first + 1, size, mode);
    if (axis.index[0] != axis.index[1] || mode != cudaAddressModeClamp)  // it clamps the coordinate itself
        axis.fraction = int(fixed & (kOne - 1));
    return axis;
}

// The weight of the element that is the first or second (0 or 1) in x, y and z, in 1 / kOne. An H200 divides kOne by z, each
// share by x, and each of these by y, always into whole numbers.
int weight_of(const Axis& x, const Axis& y, const Axis& z, int i, int j, int k)
{
    const int slice = k ? z.fraction : kOne - z.fraction;
    const int second_x = (slice * x.fraction + kOne / 2) / kOne;
    const int column = i ? second_x : slice - second_x;
    const int second_y =
        (column * y.fraction + kOne / 2 - (i ? 0 : 1)) / kOne;  // a half is rounded up if i is 1
    return j ? second_y : column - second_y;
}

// The face of a cubemap to which a direction points, and the place in it, in [0, 1].
struct Face {
    int number;
    float s, t;
};

Face face_of(float x, float y, float z)
{
    const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    const auto at = [](int number, float s, float t, float major) {
        return Face{number, (s / major + 1) / 2, (t / major + 1) / 2};
    };
    if (ax >= ay && ax >= az)
        return x >= 0 ? at(0, -z, -y, ax) : at(1, z, -y, ax);
    if (ay >= az)
        return y >= 0 ? at(2, x, z, ay) : at(3, x, -z, ay);
    return z >= 0 ? at(4, x, -y, az) : at(5, -x, -y, az);
}

bool is_filtered(const cudaTextureDesc& how)
{
    return how.filterMode == cudaFilterModeLinear;
}

bool reads_floats(const Object& texture)
{
    return texture.resource.format.is_float() || texture.how.readMode == cudaReadModeNormalizedFloat;
}

void add(Sample& sample, const Resource& resource, long x, long y, long slice, float weight)
{
    const bool inside = x != kBorder && y != kBorder && slice != kBorder;
    sample.address[sample.count] =
        inside ? resource.address(std::size_t(x), std::size_t(y), std::size_t(slice)) : 0;
    sample.weight[sample.count++] = weight;
}

std::size_t dimensions_of(const Resource& resource)
{
    if (resource.depth && !(resource.array && (resource.array->is_layered() || resource.array->is_cubemap())))
        return 3;
    return resource.height ? 2 : 1;
}

const char* function_of(Fetch fetch)
{
    constexpr const char* kNames[] = {
        "tex1Dfetch()",   "tex1D()",        "tex2D()",      "tex3D()",
        "tex1DLayered()", "tex2DLayered()", "texCubemap()", "texCubemapLayered()",
        "tex2Dgather()"};
    return kNames[int(fetch)];
}

bool has_shape(const Resource& resource, Fetch fetch)
{
    const std::size_t dimensions = dimensions_of(resource);
    const bool layered = resource.array && resource.array->is_layered(),
               cubemap = resource.array && resource.array->is_cubemap();
    switch (fetch) {
        case Fetch::linear_1d:
            return resource.is_linear();
        case Fetch::one:  // also of an array with one row
            return resource.array && !layered && !cubemap &&
                   (dimensions == 1 || (dimensions == 2 && resource.height == 1));
        case Fetch::two:
        case Fetch::gather:
            return dimensions == 2 && !layered && !cubemap;
        case Fetch::three:
            return dimensions == 3;
        case Fetch::one_layered:
            return dimensions == 1 && layered;
        case Fetch::two_layered:
            return dimensions == 2 && layered && !cubemap;
        case Fetch::cubemap:
            return cubemap && !layered;
        case Fetch::cubemap_layered:
            return cubemap && layered;
    }
    return false;
}

// tex2Dgather(): one channel of the four elements, from the lower left one on, counter-clockwise.
Channels gather(const Object& texture, const FetchCall& call, const Sample& sample)
{
    constexpr int kOrder[] = {2, 3, 1, 0};  // the sample's rows follow each other
    Channels result{};
    for (int i = 0; i < 4; ++i) {
        Sample one;
        one.count = 1;
        one.address[0] = sample.address[kOrder[i]];
        one.weight[0] = 1;
        FetchCall plain = call;
        plain.fetch = Fetch::two;
        result.u[i] = value_of(texture, plain, one).u[call.channel & 3];
    }
    return result;
}

Channels border_of(const Object& texture)
{
    Channels colour{};
    for (int i = 0; i < texture.resource.format.channels; ++i)
        if (reads_floats(texture))
            colour.f[i] = texture.how.borderColor[i];
        else
            colour.u[i] = uint32_t(int64_t(texture.how.borderColor[i]));
    return colour;
}

}  // namespace

std::string mismatch(const Object& texture, const FetchCall& call)
{
    const Resource& resource = texture.resource;
    if (!has_shape(resource, call.fetch))
        return std::string(function_of(call.fetch)) + " does not fit the texture, which is " +
               resource.words() + ".";
    if (call.fetch == Fetch::gather && resource.array && !(resource.array->flags & cudaArrayTextureGather))
        return "tex2Dgather() needs an array that was made with cudaArrayTextureGather.";
    if (call.type.is_float == reads_floats(texture))
        return "";
    const std::string name = resource.format.name();
    if (!call.type.is_float && reads_floats(texture) && !resource.format.is_float())
        return "The texture reads its elements of " + name +
               " as floats (cudaReadModeNormalizedFloat), and the kernel reads integers.";
    return "The kernel reads " + std::string(call.type.is_float ? "floats" : "integers") +
           " from a texture with elements of " + name + "." +
           (call.type.is_float && resource.format.bits < 32
                ? "\nRead integers, or set readMode to cudaReadModeNormalizedFloat: then 0 to the largest "
                  "value become 0 to 1."
                : "\nThe type in <...> must be that of the texture's elements.");
}

Sample sample_of(const Object& texture, const FetchCall& call)
{
    const Resource& resource = texture.resource;
    Sample sample;
    if (call.fetch == Fetch::linear_1d) {
        const bool inside = call.element >= 0 && std::size_t(call.element) < resource.width;
        add(sample, resource, inside ? call.element : kBorder, 0, 0, 1);
        return sample;
    }
    cudaTextureDesc how = texture.how;
    const bool linear = is_filtered(how) || call.fetch == Fetch::gather;
    const auto axis = [&](float x, std::size_t size, int dimension) {
        return axis_of(x, size, how.addressMode[dimension], how, linear);
    };
    const bool cubemap = call.fetch == Fetch::cubemap || call.fetch == Fetch::cubemap_layered;
    Axis x, y, z;
    if (cubemap) {
        how.normalizedCoords = 1;
        how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
        const Face face = face_of(call.x, call.y, call.z);
        x = axis(face.s, resource.width, 0);
        y = axis(face.t, resource.height, 1);
        z.index[0] = face.number;
    } else {
        x = axis(call.x, resource.width, 0);
        if (resource.height && call.fetch != Fetch::one)
            y = axis(call.y, resource.height, 1);
        else if (
            linear)  // an H200 takes one dimension as two, with y = 0 between the border and the only row
            y = axis(0, 1, 1);
        if (call.fetch == Fetch::three)
            z = axis(call.z, resource.depth, 2);
    }
    if (resource.array && resource.array->is_layered()) {
        const long layers = long(resource.slices()) / (cubemap ? 6 : 1);
        z.index[0] += std::min(long(unsigned(call.layer)), layers - 1) * (cubemap ? 6 : 1);
    }
    for (int k = 0; k < z.count; ++k)
        for (int j = 0; j < y.count; ++j)
            for (int i = 0; i < x.count; ++i)
                add(sample, resource, x.index[i], y.index[j], z.index[k],
                    float(weight_of(x, y, z, i, j, k)) / float(kOne));
    return sample;
}

Channels value_of(const Object& texture, const FetchCall& call, const Sample& sample)
{
    if (call.fetch == Fetch::gather)
        return gather(texture, call, sample);
    const bool normalised = texture.how.readMode == cudaReadModeNormalizedFloat;
    const auto element = [&](int i) {
        if (sample.address[i] == 0)
            return call.fetch == Fetch::linear_1d ? Channels{} : border_of(texture);
        return read_element(texture.resource.format, reinterpret_cast<const char*>(sample.address[i]),
                            normalised, texture.how.sRGB);
    };
    if (sample.count == 1)
        return element(0);
    double sum[4] = {};
    for (int i = 0; i < sample.count; ++i) {
        if (sample.weight[i] == 0)
            continue;
        const Channels value = element(i);
        for (int c = 0; c < 4; ++c)
            sum[c] += double(sample.weight[i]) * double(value.f[c]);
    }
    return {{float(sum[0]), float(sum[1]), float(sum[2]), float(sum[3])}};
}

}  // namespace emu
