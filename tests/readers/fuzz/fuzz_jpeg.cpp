// Feeds arbitrary bytes to the way in of JPEG files: they must be read or refused with InputError, and nothing else.
#include "common/readers/png_jpeg.h"
#include "small_pictures.h"

#include <cstdlib>
#include <vector>

namespace {

// Whether a frame header, wherever it stands, is one of a large picture. (Not by stb_image: what keeps bad files from it is
// what is tested.)
bool is_large(const std::vector<std::uint8_t>& jpeg)
{
    for (std::size_t i = 0; i + 9 < jpeg.size(); ++i)
        if (jpeg[i] == 0xff && jpeg[i + 1] >= 0xc0 && jpeg[i + 1] <= 0xc2 &&
            big_endian(&jpeg[i + 5], 2) * big_endian(&jpeg[i + 7], 2) > kMostPixelsToFuzz)
            return true;
    return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    // Every file begins with the magic number, which is not what is to be found.
    std::vector<std::uint8_t> jpeg{0xff, 0xd8, 0xff};
    if (size > jpeg.size())
        jpeg.insert(jpeg.end(), bytes + jpeg.size(), bytes + size);
    const ladders::ImageFile file{"fuzz", jpeg};
    if (!ladders::is_jpeg(file))
        std::abort();
    if (is_large(jpeg))
        return 0;
    try {
        const ladders::Image image = ladders::read_jpeg(file);
        if (image.pixels.size() != std::size_t(image.width) * image.height * image.channels)
            std::abort();
    } catch (const ladders::InputError&) {
    }
    return 0;
}
