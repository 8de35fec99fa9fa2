// A picture file in memory, as the readers of the formats see it.
#pragma once

#include "common/readers/image.h"
#include "common/support/errors.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ladders {

struct ImageFile {
    std::string name;
    std::span<const std::uint8_t> bytes;

    bool starts_with(std::span<const std::uint8_t> magic) const
    {
        return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
    }

    InputError error(const std::string& fault) const { return InputError(name + ": " + fault); }
    InputError error_at_line(int line, const std::string& fault) const
    {
        return error("line " + std::to_string(line) + ": " + fault);
    }
    // Counted from 0, as tools that show bytes do.
    InputError error_at_byte(std::size_t byte, const std::string& fault) const
    {
        return error("byte " + std::to_string(byte) + ": " + fault);
    }
};

}  // namespace ladders
