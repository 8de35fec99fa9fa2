// cuda_rewriter: turns preprocessed CUDA C++ into C++ for the emulator.
//
//   g++ -E kernel.cu | cuda_rewriter > kernel.ii
//
// It works on preprocessed text, so macros and headers need no care, and it changes tokens only where C++ has
// no word for a thing; line ends and line markers stay, so that diagnostics name the original file and line.
#include "rewrite.h"
#include "source_text.h"

#include <iostream>
#include <iterator>
#include <string>

int main()
{
    try {
        const std::string text(std::istreambuf_iterator<char>(std::cin), {});
        std::cout << rewriter::rewrite(text) << std::flush;
    } catch (const rewriter::RewriteError& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    if (!std::cout) {
        std::cerr << "cuda_rewriter: cannot write its output\n";
        return 1;
    }
    return 0;
}
