// cuda_rewriter: turns preprocessed CUDA C++ into C++ for the emulator.
//
//   g++ -E kernel.cu | cuda_rewriter > kernel.ii
//   g++ -S kernel.ii -o - | cuda_rewriter --order > kernel.s
//   cuda_rewriter --explain < messages of a preprocessor that failed
//
// It works on preprocessed text, so it need not handle macros and headers. It changes only tokens for which
// C++ has no equivalent. Line ends and line markers stay, so that diagnostics name the original file and
// line.
#include "block_order.h"
#include "gpu_only.h"
#include "rewrite.h"
#include "source_text.h"

#include <cctype>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

// The source line with a mark under the word, as compilers print it. The text that the rewriter works on has other
// columns, so the word is looked up in the file.
std::string source_with_mark(const rewriter::RewriteError& error)
{
    std::ifstream file(error.file);
    std::string line;
    for (int n = 0; n < error.line; ++n)
        if (!std::getline(file, line))
            return "";
    const auto is_letter = [&](std::size_t i) {
        return i < line.size() && (std::isalnum(static_cast<unsigned char>(line[i])) || line[i] == '_');
    };
    std::size_t at = line.find(error.word);
    while (at != std::string::npos && is_letter(at) &&
           ((at > 0 && is_letter(at - 1)) || is_letter(at + error.word.size())))
        at = line.find(error.word, at + 1);
    if (error.word.empty() || at == std::string::npos)
        return "";
    std::string mark(at, ' ');
    for (std::size_t i = 0; i < at; ++i)
        if (line[i] == '\t')
            mark[i] = '\t';
    const std::string number = std::to_string(error.line);
    const std::size_t width = number.size() < 5 ? 5 - number.size() : 0;
    return std::string(width, ' ') + number + " | " + line + "\n" + std::string(width + number.size(), ' ') +
           " | " + mark + "^" + std::string(error.word.size() - 1, '~') + "\n";
}

}  // namespace

int main(int argc, char** argv)
{
    std::ios::sync_with_stdio(false);  // or each character of the input costs a call of getc()
    try {
        const std::string text(std::istreambuf_iterator<char>(std::cin), {});
        const std::string what = argc > 1 ? argv[1] : "";
        std::cout << (what == "--explain" ? rewriter::explain_missing_header(text)
                      : what == "--order" ? rewriter::add_block_order(text)
                                          : rewriter::rewrite(text))
                  << std::flush;
    } catch (const rewriter::RewriteError& error) {
        std::cerr << error.what() << '\n' << source_with_mark(error);
        return 1;
    }
    if (!std::cout) {
        std::cerr << "cuda_rewriter: cannot write its output\n";
        return 1;
    }
    return 0;
}
