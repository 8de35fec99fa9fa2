// Text files as a whole.
#pragma once

#include <string>

namespace ladders {

// The whole file. Throws InputError if it cannot be read or is not text (a NUL byte, or gzip under a plain name), and
// OutOfMemory if it is longer than half of the free memory.
std::string read_text_file(const std::string& path);

}  // namespace ladders
