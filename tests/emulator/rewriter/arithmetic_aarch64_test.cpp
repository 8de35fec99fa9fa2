// The tests that cuda_rewriter --order adds to conversions and divisions of 64-bit Arm.
#include "emulator/rewriter/arithmetic_aarch64.h"

#include <gtest/gtest.h>

#include <string>

namespace {

std::string checked_arm(const std::string& instruction)
{
    return rewriter::check_arm_arithmetic("\t" + instruction + "\n");
}

bool is_checked(const std::string& instruction)
{
    return checked_arm(instruction).find("bl\temu_not_a_number") != std::string::npos;
}

TEST(ArmArithmetic, ChecksTheConversionsThatDifferForNaN)
{
    EXPECT_TRUE(is_checked("fcvtzs\tx0, s0"));
    EXPECT_TRUE(is_checked("fcvtzu\tx0, d0, #3"));
    EXPECT_TRUE(is_checked("fcvtzs\tw0, d0"));
    EXPECT_TRUE(is_checked("fcvtms\tx0, d0"));
    EXPECT_TRUE(is_checked("fcvtzs\td2, d1"));
    EXPECT_FALSE(is_checked("fcvtzs\tw0, s0"));
    EXPECT_FALSE(is_checked("fcvtzs\ts2, s1"));
    EXPECT_FALSE(is_checked("fcvt\td0, s0"));
}

TEST(ArmArithmetic, KeepsFlagsAndRegisters)
{
    EXPECT_EQ(checked_arm("fcvtzs\tw3, d1"),
              "\tstp\tx0, x30, [sp, -32]!\n\tmrs\tx0, nzcv\n\tfcmp\td1, d1\n\tfcvtzs\tw3, d1\n"
              "\tb.vc\t.Lemu_converted1\n\tbl\temu_not_a_number\n\tldr\tw3, [sp, 20]\n"
              ".Lemu_converted1:\n\tmsr\tnzcv, x0\n\tldp\tx0, x30, [sp], 32\n");
    // The flags are not kept in the register that gets the result, nor is that register restored.
    EXPECT_NE(checked_arm("fcvtzs\tx0, d1").find("mrs\tx1, nzcv"), std::string::npos);
    EXPECT_NE(checked_arm("fcvtzs\tx30, d1").find("ldr\tx0, [sp], 32\n"), std::string::npos);
}

TEST(ArmArithmetic, MarksDivisionsByZero)
{
    EXPECT_EQ(checked_arm("udiv\tw0, w1, w2"),
              "\tcbnz\tw2, .Lemu_divided1\n\tbrk\t#0xd10\n.Lemu_divided1:\n\tudiv\tw0, w1, w2\n");
    EXPECT_EQ(checked_arm("fdiv\ts0, s1, s2"), "\tfdiv\ts0, s1, s2\n");
    EXPECT_EQ(checked_arm(""), "\t\n");
}

}  // namespace
