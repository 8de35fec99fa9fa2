// What a compiler's message about CUDA means.
#pragma once
#include <string>

namespace rewriter {

// The text of an error in the words of CUDA, with what to do: without the emulator's names, and with what a function of
// CUDA takes.
// `notes`: what the compiler's notes add, in which the function may be named.
std::string in_words_of_cuda(std::string text, const std::string& notes = "");

}  // namespace rewriter
