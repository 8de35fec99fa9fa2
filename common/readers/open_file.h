// A file of the C library, which is closed at the end of its scope.
#pragma once

#include <cstdio>
#include <memory>

namespace ladders {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

}  // namespace ladders
