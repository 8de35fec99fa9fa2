#include "textures/format.h"

#include <cmath>
#include <cstring>

namespace emu {
namespace {

float from_half(uint16_t half)
{
    const uint32_t sign = uint32_t(half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 0x3ff;
    if (exponent == 0)
        return std::ldexp(float(fraction), -24) * (sign ? -1.0f : 1.0f);
    const uint32_t bits = sign | (exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// As the standard for sRGB (IEC 61966-2-1) defines it.
float from_srgb(float value)
{
    return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

uint32_t read_unsigned(const char* from, unsigned bits)
{
    uint32_t value = 0;
    std::memcpy(&value, from, bits / 8);
    return value;
}

int32_t extend_sign(uint32_t value, unsigned bits)
{
    return int32_t(value << (32 - bits)) >> (32 - bits);
}

float normalise(const Format& format, uint32_t value)
{
    if (format.kind == cudaChannelFormatKindUnsigned)
        return float(value) / float((1u << format.bits) - 1);
    const float quotient = float(extend_sign(value, format.bits)) / float((1u << (format.bits - 1)) - 1);
    return quotient < -1 ? -1 : quotient;
}

}  // namespace

std::string Format::name() const
{
    const char* type = "float";
    if (is_float() && bits == 16)
        type = "half";
    else if (kind == cudaChannelFormatKindSigned)
        type = bits == 8 ? "char" : bits == 16 ? "short" : "int";
    else if (kind == cudaChannelFormatKindUnsigned)
        type = bits == 8 ? "uchar" : bits == 16 ? "ushort" : "uint";
    return type + (channels > 1 ? std::to_string(channels) : "");
}

bool read_format(const cudaChannelFormatDesc& desc, Format& format)
{
    const int bits[] = {desc.x, desc.y, desc.z, desc.w};
    int channels = 0;
    while (channels < 4 && bits[channels] != 0)
        ++channels;
    for (int i = 0; i < 4; ++i)
        if (bits[i] != (i < channels ? bits[0] : 0))
            return false;
    const bool is_float = desc.f == cudaChannelFormatKindFloat;
    if (channels == 0 || channels == 3 || desc.f < cudaChannelFormatKindSigned ||
        desc.f > cudaChannelFormatKindFloat ||
        !(bits[0] == 16 || bits[0] == 32 || (bits[0] == 8 && !is_float)))
        return false;
    format = {desc.f, channels, unsigned(bits[0])};
    return true;
}

cudaChannelFormatDesc desc_of(const Format& format)
{
    const auto bits = [&](int channel) { return channel < format.channels ? int(format.bits) : 0; };
    return {bits(0), bits(1), bits(2), bits(3), format.kind};
}

Channels read_element(const Format& format, const char* element, bool normalised, bool is_srgb)
{
    Channels result{};
    for (int i = 0; i < format.channels; ++i) {
        const uint32_t value = read_unsigned(element + unsigned(i) * format.bits / 8, format.bits);
        if (format.is_float()) {
            if (format.bits == 16)
                result.f[i] = from_half(uint16_t(value));
            else
                result.u[i] = value;
        } else if (normalised) {
            const float x = normalise(format, value);
            result.f[i] = is_srgb && i < 3 && format.bits == 8 ? from_srgb(x) : x;
        } else {
            result.u[i] = format.kind == cudaChannelFormatKindSigned
                              ? uint32_t(extend_sign(value, format.bits))
                              : value;
        }
    }
    return result;
}

}  // namespace emu
