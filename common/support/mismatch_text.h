// The explanation of a wrong result, as lines of text.
#pragma once

#include "common/support/mismatch.h"

#include <string>
#include <vector>

namespace ladders {

// The whole explanation: lines of at most 80 columns. inputs: what the result was made of; block: threads per block, of a
// one-dimensional one, or 0; all_written: whether it is known that kernels have stored all elements.
std::vector<std::string> explain(const Mismatch& mismatch, const std::vector<Shown>& inputs,
                                 std::size_t block, bool all_written);

// The same for a wrong number: the hint, if there is one, and the inputs, of which the result is made.
std::vector<std::string> explain_number(const std::string& hint, const std::vector<Shown>& inputs);

// Adds a sentence to an explanation, broken into lines.
void add_sentence(const std::string& text, std::vector<std::string>& lines);

}  // namespace ladders
