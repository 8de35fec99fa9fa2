#include "file_contents.h"

#include <array>
#include <fstream>

namespace rewriter {

std::string file_contents(std::istream& file)
{
    std::string text;
    if (const std::streamoff size = file.seekg(0, std::ios::end).tellg(); size > 0)
        text.reserve(std::size_t(size));
    file.clear();  // a pipe has no end yet
    file.seekg(0);
    file.clear();
    for (std::array<char, 1 << 16> part; file.read(part.data(), part.size()), file.gcount() > 0;)
        text.append(part.data(), std::size_t(file.gcount()));
    return text;
}

std::string file_contents(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return file_contents(file);
}

}  // namespace rewriter
