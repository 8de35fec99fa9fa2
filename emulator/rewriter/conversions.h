// Conversions of floating point numbers to integers: what a GPU makes of values that do not fit.
#pragma once

#include <string>
#include <string_view>

namespace rewriter {

struct CheckedConversions {
    std::string assembly;
    // The compiler has made one instruction of two conversions whose results differ: the text is to be compiled
    // again without the passes that do so.
    bool merged;
};

// x86 has one instruction for several types: cvttss2si (32 bits) converts to int and to unsigned char, cvttss2si (64
// bits) to unsigned and to long long. Therefore the compiler also writes what it compiles
// (-fdump-tree-optimized-lineno), and the place of a conversion there, which is the place in the .loc directive
// before the instruction, tells its type. Adds to each conversion a test of its result; where that says that the value
// may not fit, emu_convert (execution/conversions.cpp) is called, which gives the GPU's result in kernels and
// leaves x86's to host code.
//
// On 64-bit Arm arithmetic_aarch64.h does what is left to do.
//
// assembly: x86-64, GNU syntax, or 64-bit Arm. compiled: the dump; without it, as with clang, nothing changes. source: the rewritten text, for the names of types.
CheckedConversions check_conversions(std::string_view assembly, std::string_view compiled,
                                     const std::string& source);

}  // namespace rewriter
