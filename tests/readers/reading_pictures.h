// What the image tests share: pictures that are read from bytes by way of a file.
#pragma once

#include "common/readers/image.h"
#include "common/support/errors.h"
#include "pictures.h"
#include "run_program.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using Bytes = std::vector<std::uint8_t>;

inline std::string scratch_file(const std::string& name)
{
    return scratch() + "/" + name;
}

inline ladders::Image read(const std::string& bytes)
{
    const std::string path = scratch_file("picture");
    pictures::write_file(path, bytes);
    return ladders::read_image(path);
}

// The message that the file of this path is refused with, without the path; empty if the file is read.
inline std::string refusal_of_file(const std::string& path)
{
    try {
        ladders::read_image(path);
    } catch (const ladders::InputError& error) {
        const std::string message = error.what();
        EXPECT_EQ(message.find(path + ": "), 0u) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        return message.substr(std::min(message.size(), path.size() + 2));
    }
    return "";
}

inline std::string refusal(const std::string& bytes)
{
    const std::string path = scratch_file("picture");
    pictures::write_file(path, bytes);
    return refusal_of_file(path);
}

// Bytes among which there are zeros.
template <std::size_t n>
std::string bytes(const char (&literal)[n])
{
    return std::string(literal, n - 1);
}
