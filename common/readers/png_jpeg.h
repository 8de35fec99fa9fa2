// PNG and JPEG files, decoded by stb_image.
#pragma once

#include "common/readers/image_file.h"

namespace ladders {

bool is_png(const ImageFile& file);
bool is_jpeg(const ImageFile& file);

// stb_image takes many a damaged file for a whole one. So the file's structure is checked first: all chunks
// of a PNG with their checksums, all segments of a JPEG up to its end marker.
Image read_png(const ImageFile& file);
Image read_jpeg(const ImageFile& file);

}  // namespace ladders
