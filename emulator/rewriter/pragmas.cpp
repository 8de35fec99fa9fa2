#include "pragmas.h"

#include <algorithm>
#include <array>

namespace rewriter {
namespace {

constexpr std::array<std::string_view, 9> kDevicePragmas{"unroll",
                                                         "nounroll",
                                                         "nvcc",
                                                         "hd_warning_disable",
                                                         "nv_diag_suppress",
                                                         "nv_diag_default",
                                                         "nv_exec_check_disable",
                                                         "nv_diagnostic",
                                                         "diag_suppress"};

std::string_view next_word(std::string_view& text)
{
    constexpr std::string_view kSpace = " \t";
    text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(" \t(", 0));
    text.remove_prefix(word.size());
    return word;
}

}  // namespace

void remove_device_pragmas(const SourceText& source, Edits& edits)
{
    for (const int i : source.directives()) {
        std::string_view line = source.spelling(i).substr(1);
        if (next_word(line) == "pragma" &&
            std::find(kDevicePragmas.begin(), kDevicePragmas.end(), next_word(line)) != kDevicePragmas.end())
            edits.remove(i, i);
    }
}

}  // namespace rewriter
