#include "common/readers/image.h"

#include "common/readers/image_file.h"
#include "common/readers/open_file.h"
#include "common/readers/png_jpeg.h"
#include "common/readers/pnm.h"

#include <stb_image_write.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

namespace ladders {
namespace {

using Bytes = std::vector<std::uint8_t>;

bool is_known_format(const ImageFile& file)
{
    return is_pnm(file) || is_png(file) || is_jpeg(file);
}

// The file's bytes. A file of no known format is given up after its first bytes, however long it is.
Bytes read_file(const std::string& path)
{
    constexpr std::size_t kFirstRead = 4096;
    constexpr std::size_t kMostBytes = std::size_t{1} << 32;

    const OpenFile file(std::fopen(path.c_str(), "rb"));
    if (!file)
        throw InputError(path + ": " + std::strerror(errno));
    Bytes bytes;
    for (std::size_t used = 0;;) {
        bytes.resize(used == 0 ? kFirstRead : 2 * used);
        const std::size_t got = std::fread(bytes.data() + used, 1, bytes.size() - used, file.get());
        used += got;
        if (std::ferror(file.get()))
            throw InputError(path + ": " + std::strerror(errno));
        if (used == 0)
            throw InputError(path + ": the file is empty");
        if (!is_known_format({path, {bytes.data(), used}}))
            throw InputError(path + ": none of the formats that are read: PGM, PPM, PNG and JPEG");
        if (used > kMostBytes)
            throw InputError(path + ": more than the limit of " + std::to_string(kMostBytes) + " bytes");
        if (used < bytes.size()) {
            bytes.resize(used);
            return bytes;
        }
    }
}

}  // namespace

Image read_image(const std::string& path)
{
    const Bytes bytes = read_file(path);
    const ImageFile file{path, bytes};
    if (is_png(file))
        return read_png(file);
    if (is_jpeg(file))
        return read_jpeg(file);
    return read_pnm(file);
}

Image read_grey_image(const std::string& path)
{
    return to_grey(read_image(path));
}

Image to_grey(Image image)
{
    if (image.channels == 1)
        return image;
    const std::size_t n = image.pixels.size() / 3;
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint8_t* rgb = &image.pixels[3 * i];
        image.pixels[i] =
            static_cast<std::uint8_t>((299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000);
    }
    image.pixels.resize(n);
    image.channels = 1;
    image.was_colour = true;
    return image;
}

void write_png(const std::string& path, const Image& image)
{
    const std::int64_t row = std::int64_t{image.width} * image.channels;
    // The encoder counts in int, and takes up to twice the size.
    if (row * image.height > std::numeric_limits<int>::max() / 2)
        throw UsageError(path + ": a picture of " + std::to_string(row * image.height) +
                         " bytes is too large for PNG output");

    Bytes bytes;
    const auto append = [](void* to, void* data, int size) {
        const auto* begin = static_cast<std::uint8_t*>(data);
        static_cast<Bytes*>(to)->insert(static_cast<Bytes*>(to)->end(), begin, begin + size);
    };
    if (!stbi_write_png_to_func(append, &bytes, image.width, image.height, image.channels,
                                image.pixels.data(), static_cast<int>(row)))
        throw OutOfMemory(path + ": no memory for PNG output");

    OpenFile file(std::fopen(path.c_str(), "wb"));
    const bool written = file && std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                         std::fflush(file.get()) == 0;
    if (!written)
        throw UsageError(path + ": cannot be written (" + std::strerror(errno) + ")");
}

}  // namespace ladders
