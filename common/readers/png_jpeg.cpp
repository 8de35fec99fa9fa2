#include "common/readers/png_jpeg.h"

#include <stb_image.h>

#include <array>
#include <limits>
#include <memory>
#include <new>

namespace ladders {
namespace {

constexpr std::array<std::uint8_t, 8> kPngMagic{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::array<std::uint8_t, 3> kJpegMagic{0xff, 0xd8, 0xff};

std::uint32_t big_endian(const ImageFile& file, std::size_t byte, int count)
{
    std::uint32_t value = 0;
    for (int i = 0; i < count; ++i)
        value = value << 8 | file.bytes[byte + i];
    return value;
}

// The checksum of PNG chunks (ISO 3309).
std::uint32_t crc32(std::span<const std::uint8_t> bytes)
{
    static const auto table = [] {
        std::array<std::uint32_t, 256> result;
        for (std::uint32_t i = 0; i < 256; ++i) {
            result[i] = i;
            for (int bit = 0; bit < 8; ++bit)
                result[i] = result[i] >> 1 ^ (result[i] & 1 ? 0xedb88320u : 0);
        }
        return result;
    }();
    std::uint32_t crc = ~0u;
    for (const std::uint8_t byte : bytes)
        crc = crc >> 8 ^ table[(crc ^ byte) & 255];
    return ~crc;
}

// A chunk is its length (4 bytes), its name (4), the data, and the checksum of name and data (4).
void check_png_chunks(const ImageFile& file)
{
    constexpr std::size_t kFrame = 12;
    std::string name;
    for (std::size_t chunk = kPngMagic.size(); name != "IEND";) {
        const std::size_t left = file.bytes.size() - chunk;
        if (left < kFrame || big_endian(file, chunk, 4) > left - kFrame)
            throw file.error_at_byte(
                file.bytes.size(),
                "the file ends inside the PNG chunk that begins at byte " + std::to_string(chunk));
        const std::size_t length = big_endian(file, chunk, 4);
        const auto name_and_data = file.bytes.subspan(chunk + 4, 4 + length);
        name.assign(name_and_data.begin(), name_and_data.begin() + 4);
        if (crc32(name_and_data) != big_endian(file, chunk + 8 + length, 4))
            throw file.error_at_byte(chunk, "this PNG chunk is damaged: its checksum is wrong");
        if (chunk == kPngMagic.size() && (name != "IHDR" || length != 13))
            throw file.error_at_byte(chunk, "a PNG must begin with a chunk IHDR of 13 bytes");
        chunk += kFrame + length;
    }
}

// The tables of a segment DHT (ITU-T T.81, B.2.4.2): a byte for class and number, 16 counts of codes, a byte for each code.
// Of 256 values there are at most 256 codes; stb_image writes beyond its table where a file says that there are more.
void check_huffman_tables(const ImageFile& file, std::size_t marker, std::size_t length)
{
    constexpr std::size_t kHead = 17, kMostCodes = 256;
    std::size_t at = marker + 4;
    const std::size_t end = marker + 2 + length;
    while (at < end) {
        std::size_t codes = 0;  // also where the counts do not fit into the segment: stb_image reads on
        for (std::size_t i = 1; i < kHead && at + i < file.bytes.size(); ++i)
            codes += file.bytes[at + i];
        if (codes > kMostCodes)
            throw file.error_at_byte(at, "damaged JPEG: this Huffman table has " + std::to_string(codes) +
                                             " codes, where there are at most 256");
        at += kHead + codes;
    }
}

// 0xff and a byte that is neither 0 (a plain 0xff in the compressed data) nor 0xd0 to 0xd7 (a restart) is a
// marker. Most markers have a segment, whose length follows them.
void check_jpeg_segments(const ImageFile& file)
{
    constexpr int kEndOfImage = 0xd9;
    const std::size_t size = file.bytes.size();
    for (std::size_t i = 2; i + 1 < size;) {
        const int marker = file.bytes[i + 1];
        if (file.bytes[i] != 0xff || marker == 0xff) {
            ++i;
        } else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
            i += 2;
        } else if (marker == kEndOfImage) {
            return;
        } else {
            constexpr int kHuffmanTables = 0xc4;
            const std::size_t length = i + 3 < size ? big_endian(file, i + 2, 2) : size;
            if (marker == kHuffmanTables)
                check_huffman_tables(file, i, length);
            i += 2 + length;
        }
    }
    throw file.error_at_byte(size, "the JPEG ends before its end marker");
}

// Refuses a size before memory is taken for it: over the limit, or with more than most_ratio times the file's
// bytes to be decompressed.
void check_size(const ImageFile& file, const char* format, double width, double height, double decompressed,
                double most_ratio)
{
    const std::string pixels =
        std::to_string(std::int64_t(width)) + " x " + std::to_string(std::int64_t(height)) + " pixels ";
    if (width * height > kMostPixels)
        throw file.error(pixels + "are more than the limit of " + std::to_string(kMostPixels));
    if (decompressed > most_ratio * file.bytes.size())
        throw file.error(pixels + "do not fit into a " + format + " file of " +
                         std::to_string(file.bytes.size()) + " bytes");
}

struct StbFree {
    void operator()(void* memory) const { stbi_image_free(memory); }
};

template <class Sample>
using StbMemory = std::unique_ptr<Sample, StbFree>;

InputError decoding_error(const ImageFile& file, const std::string& format)
{
    const char* const given = stbi_failure_reason();
    const std::string reason = given ? given : "unknown fault";
    if (reason == "outofmem")
        throw std::bad_alloc();
    // Of a file that it takes for none of its formats stb_image says what the last of them misses.
    const bool none = reason == "bad png sig" || reason == "unknown image type";
    return file.error("damaged " + format + (none ? "" : ": it cannot be decoded (" + reason + ")"));
}

int size_as_int(const ImageFile& file, const char* format)
{
    if (file.bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw file.error(std::string(format) + " files are read up to 2 GiB");
    return static_cast<int>(file.bytes.size());
}

Image decode(const ImageFile& file, const char* format)
{
    const int size = size_as_int(file, format);
    Image image;
    int channels = 0;
    if (!stbi_info_from_memory(file.bytes.data(), size, &image.width, &image.height, &channels))
        throw decoding_error(file, format);

    image.channels = channels <= 2 ? 1 : 3;  // 2 and 4: with transparency
    image.was_colour = image.channels == 3;
    const std::size_t samples = std::size_t(image.width) * image.height * image.channels;
    int ignored;
    if (stbi_is_16_bit_from_memory(file.bytes.data(), size)) {
        const StbMemory<stbi_us> decoded(
            stbi_load_16_from_memory(file.bytes.data(), size, &ignored, &ignored, &ignored, image.channels));
        if (!decoded)
            throw decoding_error(file, format);
        image.maxval = 65535;
        image.pixels.resize(samples);
        for (std::size_t i = 0; i < samples; ++i)
            image.pixels[i] = static_cast<std::uint8_t>((decoded.get()[i] * 255 + 32767) / 65535);
    } else {
        const StbMemory<stbi_uc> decoded(
            stbi_load_from_memory(file.bytes.data(), size, &ignored, &ignored, &ignored, image.channels));
        if (!decoded)
            throw decoding_error(file, format);
        image.pixels.assign(decoded.get(), decoded.get() + samples);
    }
    return image;
}

}  // namespace

bool is_png(const ImageFile& file)
{
    return file.starts_with(kPngMagic);
}

bool is_jpeg(const ImageFile& file)
{
    return file.starts_with(kJpegMagic);
}

Image read_png(const ImageFile& file)
{
    check_png_chunks(file);
    constexpr std::size_t kHeader =
        16;  // of IHDR's data: width (4), height (4), bits per sample, colour type
    constexpr std::array<int, 7> kSamplesOfColourType{1, 0, 3, 1, 2, 0, 4};
    const double width = big_endian(file, kHeader, 4);
    const double height = big_endian(file, kHeader + 4, 4);
    const int colour_type = file.bytes[kHeader + 9];
    const int bits = file.bytes[kHeader + 8] * (colour_type < 7 ? kSamplesOfColourType[colour_type] : 0);
    constexpr double kDeflateRatio = 1032;  // a match of 258 bytes takes at least 2 bits
    check_size(file, "PNG", width, height, height * (1 + width * bits / 8), kDeflateRatio);
    return decode(file, "PNG");
}

Image read_jpeg(const ImageFile& file)
{
    check_jpeg_segments(file);
    int width = 0, height = 0, channels = 0;
    if (!stbi_info_from_memory(file.bytes.data(), size_as_int(file, "JPEG"), &width, &height, &channels))
        throw decoding_error(file, "JPEG");
    constexpr double kPixelsPerByte =
        8 * 4 * 4 * 64;  // a bit can stand for a block, a block for 4 x 4 times 64 pixels
    check_size(file, "JPEG", width, height, double(width) * height, kPixelsPerByte);
    return decode(file, "JPEG");
}

}  // namespace ladders
