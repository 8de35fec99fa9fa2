// Pictures from files and into files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ladders {

// pixels is (height, width, channels), 8 bits a sample, rows from top to bottom.
struct Image {
    int width = 0;
    int height = 0;
    int channels = 1;  // 1 grey, 3 red, green, blue
    std::vector<std::uint8_t> pixels;

    // What the file held, where that is more than the pixels tell: its largest sample value, from which the
    // samples were scaled to 0..255 with rounding, and whether it was in colour before it became grey.
    int maxval = 255;
    bool was_colour = false;
};

// Pictures of more pixels are refused before memory is taken for them.
constexpr std::int64_t kMostPixels = std::int64_t{1} << 30;

// Reads PGM and PPM (ASCII and raw, 8 and 16 bits), PNG and JPEG, as grey or colour as the file is; the
// format is found in the content, whatever the name. Transparency is dropped. Throws InputError with the name
// and, where there is one, the line or byte of the fault.
Image read_image(const std::string& path);

// The same in grey: colour becomes luma.
Image read_grey_image(const std::string& path);

// Luma by Rec. 601: 0.299 red + 0.587 green + 0.114 blue, rounded.
Image to_grey(Image image);

// Throws UsageError if the file cannot be written.
void write_png(const std::string& path, const Image& image);

}  // namespace ladders
