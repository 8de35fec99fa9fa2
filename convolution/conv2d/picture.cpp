#include "picture.h"

#include "common/readers/image.h"
#include "common/support/numbers.h"

#include <algorithm>
#include <cmath>

std::vector<float> with_width(const std::vector<float>& samples, int from, int to)
{
    const std::size_t rows = samples.size() / from;
    std::vector<float> wide(rows * to, 0.0F);
    for (std::size_t row = 0; row < rows; ++row)
        std::copy_n(samples.begin() + row * from, std::min(from, to), wide.begin() + row * to);
    return wide;
}

Picture random_picture(int width, int height, int channels, std::uint64_t seed)
{
    Picture picture{width, height, channels, {}};
    picture.samples = ladders::random_floats(picture.pixels() * channels, seed, 0, 255);
    return picture;
}

Picture read_picture(const std::string& file, std::string& description)
{
    const ladders::Image image = ladders::read_image(file);
    Picture picture{image.width, image.height, image.channels, {}};
    picture.samples.resize(image.pixels.size());
    // The file's channels lie pixel by pixel, ours plane by plane.
    for (std::size_t k = 0; k < image.pixels.size(); ++k)
        picture.samples[k % image.channels * picture.pixels() + k / image.channels] = image.pixels[k];
    description = file + (image.channels == 1 ? ", grey" : ", colour");
    if (image.maxval != 255)
        description += ", scaled from maxval " + std::to_string(image.maxval) + " to 255";
    return picture;
}

void write_picture(const std::string& file, const Picture& picture)
{
    ladders::Image image;
    image.width = picture.width;
    image.height = picture.height;
    image.channels = picture.channels;
    image.pixels.resize(picture.samples.size());
    for (std::size_t k = 0; k < image.pixels.size(); ++k) {
        const float sample = picture.samples[k % picture.channels * picture.pixels() + k / picture.channels];
        image.pixels[k] = static_cast<std::uint8_t>(std::lround(std::clamp(sample, 0.0F, 255.0F)));
    }
    ladders::write_png(file, image);
}
