// Feeds arbitrary bytes to the PNM reader: it must read them or throw InputError, and do nothing else.
#include "common/readers/pnm.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    const ladders::ImageFile file{"fuzz", {bytes, size}};
    if (!ladders::is_pnm(file))
        return 0;
    try {
        const ladders::Image image = ladders::read_pnm(file);
        if (image.pixels.size() != std::size_t(image.width) * image.height * image.channels ||
            image.pixels.size() > size)
            std::abort();
    } catch (const ladders::InputError&) {
    }
    return 0;
}
