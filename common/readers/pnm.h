// Strict reader of the PNM formats PGM and PPM: P2 and P5 (grey), P3 and P6 (colour).
// Formats: Jef Poskanzer, Bryan Henderson, pgm(5) and ppm(5) of Netpbm.
#pragma once

#include "common/readers/image_file.h"

namespace ladders {

// Whether the file claims to be PNM, P1 to P7, read here or not.
bool is_pnm(const ImageFile& file);

// What counts as an error beyond a malformed header: a sample over maxval, too few samples, and anything
// after the picture but white space, comments (ASCII formats) or a further picture (raw formats), of which
// only the first is read.
Image read_pnm(const ImageFile& file);

}  // namespace ladders
