// The pictures that conv2d filters.
#pragma once

#include "convolution/reference.h"

#include <cstdint>
#include <string>
#include <vector>

struct Picture {
    int width = 0, height = 0, channels = 1;
    std::vector<float> samples;  // (channels, height, width), from 0 (black) to 255 in a file

    std::size_t pixels() const { return static_cast<std::size_t>(width) * height; }
    Field field() const
    {
        return {.width = static_cast<std::size_t>(width),
                .height = static_cast<std::size_t>(height),
                .planes = static_cast<std::size_t>(channels),
                .samples = samples.data()};
    }
};

// Rows of `from` samples become rows of `to`: each is padded with zeros, or loses its last samples.
std::vector<float> with_width(const std::vector<float>& samples, int from, int to);

// Every sample is uniform in [0, 255).
Picture random_picture(int width, int height, int channels, std::uint64_t seed);

// A file as common/readers/image.h reads it. description: what it was, for the line that describes the input.
Picture read_picture(const std::string& file, std::string& description);

// Samples are rounded; those below 0 and above 255 become 0 and 255.
void write_picture(const std::string& file, const Picture& picture);
