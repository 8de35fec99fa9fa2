#include "common/readers/text_file.h"

#include "common/readers/open_file.h"
#include "common/support/errors.h"
#include "common/support/memory.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace ladders {
std::string read_text_file(const std::string& path)
{
    constexpr std::size_t kPiece = std::size_t{1} << 20;

    const OpenFile file(std::fopen(path.c_str(), "rb"));
    if (!file)
        throw InputError(path + ": " + std::strerror(errno));
    const std::size_t most = free_host_memory() / 2;
    std::string text;
    std::error_code unknown;
    if (const std::uintmax_t length = std::filesystem::file_size(path, unknown); !unknown && length < most)
        text.reserve(length + kPiece);
    for (std::size_t used = 0;;) {
        text.resize(used + kPiece);
        const std::size_t got = std::fread(text.data() + used, 1, kPiece, file.get());
        if (std::ferror(file.get()))
            throw InputError(path + ": " + std::strerror(errno));
        if (used == 0 && text.starts_with("\x1f\x8b"))
            throw InputError(path + ": compressed by gzip: unpack it first");
        // At once, so that no endless device is read to the end of memory.
        if (const void* nul = std::memchr(text.data() + used, '\0', got))
            throw InputError(path + ": not a text file: byte " +
                             std::to_string(static_cast<const char*>(nul) - text.data()) + " is NUL");
        used += got;
        if (used > most)
            throw OutOfMemory(path + ": more than the " + std::to_string(most) +
                              " bytes that there is room for");
        if (used < text.size()) {
            text.resize(used);
            return text;
        }
    }
}

}  // namespace ladders
