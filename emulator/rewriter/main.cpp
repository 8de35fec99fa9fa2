// cuda_rewriter: turns preprocessed CUDA C++ into C++ for the emulator.
//
//   g++ -E kernel.cu | cuda_rewriter > kernel.ii
//   g++ -S kernel.ii -o - | cuda_rewriter --order <dump of the compiler> <kernel.ii> > kernel.s
//   g++ -E kernel.cu | cuda_rewriter --device <text for the device> > text with the device's branches
//   cuda_rewriter --explain < messages of a preprocessor that failed
//   cuda_rewriter --messages <preprocessed text> < messages of the compiler about kernel.ii
//
// It works on preprocessed text, so it need not handle macros and headers. It changes only tokens for which
// C++ has no equivalent. Line ends and line markers stay, so that diagnostics name the original file and
// line.
#include "block_order.h"
#include "conversions.h"
#include "device_branches.h"
#include "gpu_only.h"
#include "messages.h"
#include "rewrite.h"
#include "source_text.h"
#include "struct_alignments.h"

#include <array>
#include <fstream>
#include <iostream>
#include <string>

namespace {

constexpr int kMerged = 3;  // CheckedConversions::merged

std::string contents(std::istream& file)
{
    std::string text;
    for (std::array<char, 1 << 16> part; file.read(part.data(), part.size()), file.gcount() > 0;)
        text.append(part.data(), std::size_t(file.gcount()));
    return text;
}

std::string contents(const char* path)
{
    std::ifstream file(path, std::ios::binary);
    return contents(file);
}

}  // namespace

int main(int argc, char** argv)
{
    std::ios::sync_with_stdio(false);  // or each character of the input costs a call of getc()
    try {
        const std::string text = contents(std::cin);
        const std::string what = argc > 1 ? argv[1] : "";
        int result = 0;
        const auto ordered = [&] {
            const rewriter::CheckedConversions checked = rewriter::check_conversions(
                rewriter::add_block_order(rewriter::name_alignments(text)), argc > 2 ? contents(argv[2]) : "",
                argc > 3 ? contents(argv[3]) : "");
            result = checked.merged ? kMerged : 0;
            return checked.assembly;
        };
        const auto merged = [&] {
            const rewriter::Branches branches = rewriter::with_device_branches(text, contents(argv[2]));
            if (!branches.warning.empty())
                std::cerr << branches.warning << '\n';
            return branches.text;
        };
        std::cout << (what == "--explain"                ? rewriter::explain_missing_header(text)
                      : what == "--messages" && argc > 2 ? rewriter::explain_messages(contents(argv[2]), text)
                      : what == "--order"                ? ordered()
                      : what == "--device" && argc > 2   ? merged()
                                                         : rewriter::rewrite(text))
                  << std::flush;
        if (std::cout)
            return result;
    } catch (const rewriter::RewriteError& error) {
        std::cerr << error.what() << '\n' << error.marked_line;
        return 1;
    }
    std::cerr << "cuda_rewriter: cannot write its output\n";
    return 1;
}
