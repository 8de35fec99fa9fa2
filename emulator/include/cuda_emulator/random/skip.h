// Skipping ahead in random sequences: what the generators' headers call.
#pragma once

namespace emu {

// The length of a sequence, as the exponent of 2.
constexpr int kXorwowSequence = 67;
constexpr int kMrgSubsequence = 76;
constexpr int kMrgSequence = 127;

// Moves the state on by n * 2^unit steps. state: the 5 words of XORWOW without its counter.
void skip_xorwow(unsigned* state, unsigned long long n, int unit);

// The same for the two parts of 3 numbers of MRG32k3a.
void skip_mrg32k3a(unsigned* state_1, unsigned* state_2, unsigned long long n, int unit);

}  // namespace emu
