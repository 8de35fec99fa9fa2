// What is known of a version besides its function.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ladders {

// The version number of the library that a user would pick instead.
inline constexpr int kLibrary = 0;

struct VersionInfo {
    int number = 0;
    std::string idea = {};
    std::string next_idea = {};      // of the version after it; empty for the last one
    std::size_t default_size = 0;    // of the program with this version alone; 0: the topic's
    std::string missing = {};        // why this version was not built; empty: it was
    std::string meant_to_fail = {};  // why this version is wrong by design; empty: it is right
    int capability = 0;              // the compute capability that it needs: 80 for 8.0; 0: any
    bool no_newer = false;           // whether newer GPUs lack what it uses

    bool is_library() const { return number == kLibrary; }
    std::string suffix() const;  // "v3", "lib"
};

}  // namespace ladders
