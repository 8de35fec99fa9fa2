// Feeds arbitrary bytes to the way in of PNG files: they must be read or refused with InputError, and nothing else. The
// checksums are put right before, since no fuzzer would guess one.
#include "common/readers/png_jpeg.h"
#include "small_pictures.h"

#include <array>
#include <cstdlib>
#include <vector>

namespace {

constexpr std::array<std::uint8_t, 8> kMagic{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

std::uint32_t crc_of(const std::uint8_t* bytes, std::size_t n)
{
    std::uint32_t crc = ~0u;
    for (std::size_t i = 0; i < n; ++i) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

void put_checksums_right(std::vector<std::uint8_t>& png)
{
    for (std::size_t chunk = kMagic.size(); png.size() - chunk >= 12;) {
        const std::size_t length = big_endian(&png[chunk], 4);
        if (length > png.size() - chunk - 12)
            return;
        const std::uint32_t crc = crc_of(&png[chunk + 4], 4 + length);
        for (int i = 0; i < 4; ++i)
            png[chunk + 8 + length + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
        chunk += 12 + length;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    std::vector<std::uint8_t> png(kMagic.begin(), kMagic.end());
    if (size > png.size())
        png.insert(png.end(), bytes + png.size(), bytes + size);
    put_checksums_right(png);
    const ladders::ImageFile file{"fuzz", png};
    if (!ladders::is_png(file))
        std::abort();
    if (png.size() >= 24 && double(big_endian(&png[16], 4)) * big_endian(&png[20], 4) > kMostPixelsToFuzz)
        return 0;
    try {
        const ladders::Image image = ladders::read_png(file);
        if (image.pixels.size() != std::size_t(image.width) * image.height * image.channels)
            std::abort();
    } catch (const ladders::InputError&) {
    }
    return 0;
}
