// What a GPU makes of numbers for which 64-bit Arm has another result.
#pragma once
#include <string>
#include <string_view>

namespace rewriter {

// Conversions of floating point numbers to integers clamp on Arm as on a GPU. Only NaN differs: it gives 0 on Arm, and from
// double, or to 64 bits, the lowest signed number on a GPU. A test of the value is added before such conversions, which calls
// emu_not_a_number (execution/conversions_aarch64.cpp).
// A division by 0 gives 0 on Arm. A brk is added that is executed first (machine/machine_aarch64.cpp).
std::string check_arm_arithmetic(std::string_view assembly);

}  // namespace rewriter
