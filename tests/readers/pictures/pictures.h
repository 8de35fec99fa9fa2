// Pictures for the tests: a photograph, rendered, since none is downloaded, in every format that is read; and
// files that must be refused.
#pragma once

#include "common/readers/image.h"

#include <filesystem>
#include <string>

namespace pictures {

// The same picture each time: a lit ball on a wooden table under a window's light, with a camera's noise.
ladders::Image photograph(int width, int height);

// Its luma as PGM with 16 bits a sample.
std::string photograph_pgm16(int width, int height);

std::string as_pgm(const ladders::Image& image);   // P5, or P6 if it is in colour
std::string as_text(const ladders::Image& image);  // P2, or P3
std::string as_jpeg(const ladders::Image& image, int quality = 90);

void write_file(const std::filesystem::path& path, const std::string& bytes);

// Fills folder/right with pictures that must be read and folder/broken with files that must be refused.
void write_all(const std::filesystem::path& folder);

}  // namespace pictures
