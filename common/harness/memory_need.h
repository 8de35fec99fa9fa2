// What memory a problem takes, known before any of it is taken.
#pragma once

#include <string>

namespace ladders {

// Bytes, as doubles: a product of sizes does not overflow.
struct MemoryNeed {
    double host = 0, device = 0;
};

// Throws OutOfMemory with what is needed and what is free. what: the option or the file that asks for so much, to begin
// the line with; may be empty.
void require_memory(const MemoryNeed& need, const std::string& what = "");

}  // namespace ladders
