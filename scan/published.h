// What blocks tell each other while they run, in v7 and v8: a number and a tag in one 64-bit word. A word is
// written and read as a whole, so whoever sees the tag has the number, too. Words are volatile, as other
// blocks write them.
#pragma once

#include <cstring>

using Word = unsigned long long;

template <class T>
__device__ Word word_of(T number, unsigned tag)
{
    unsigned bits;
    memcpy(&bits, &number, sizeof bits);
    return Word{tag} << 32 | bits;
}

__device__ inline unsigned tag_of(Word word)
{
    return static_cast<unsigned>(word >> 32);
}

template <class T>
__device__ T number_in(Word word)
{
    const auto bits = static_cast<unsigned>(word);
    T number;
    memcpy(&number, &bits, sizeof number);
    return number;
}
