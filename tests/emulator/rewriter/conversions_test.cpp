// The checks that cuda_rewriter --order adds to conversions of floating point numbers to integers.
#include "emulator/rewriter/conversions.h"

#include <gtest/gtest.h>

#include <string>

namespace {

std::string assembly(const std::string& instructions)
{
    return "\t.text\n_Z1ff:\n.LFB0:\n\t.loc 1 2 10\n" + instructions + "\tret\n\t.size\t_Z1ff, .-_Z1ff\n";
}

std::string dump(const std::string& statements)
{
    return ";; Function f (_Z1ff, funcdef_no=0, decl_uid=1, cgraph_uid=1, symbol_order=0)\n\nint f (float "
           "x)\n{\n"
           "  int _1;\n  int _3;\n\n  <bb 2> :\n" +
           statements + "}\n";
}

rewriter::CheckedConversions checked(const std::string& instructions, const std::string& statements,
                                     const std::string& source = "")
{
    return rewriter::check_conversions(assembly(instructions), dump(statements), source);
}

bool calls(const rewriter::CheckedConversions& checked, int kind)
{
    return checked.assembly.find("pushq\t$" + std::to_string(kind) + "\n\tcall\temu_convert@PLT") !=
           std::string::npos;
}

constexpr const char* kNarrow = "\tcvttss2sil\t%xmm0, %eax\n";
constexpr const char* kWide = "\tcvttss2siq\t%xmm0, %rax\n";

TEST(Conversions, TakeTheirTypeFromTheDumpAtTheirPlace)
{
    EXPECT_TRUE(calls(checked(kNarrow, "  [k.cu:2:10] _1 = (int) x_2(D);\n"), 0));
    EXPECT_TRUE(calls(checked(kNarrow, "  [k.cu:2:10 discrim 2] _1 = (unsigned char) x_2(D);\n"), 2));
    EXPECT_TRUE(calls(checked(kWide, "  [k.cu:2:10] _1 = (unsigned int) x_2(D);\n"), 4));
    EXPECT_TRUE(calls(checked(kWide, "  [k.cu:2:10] _1 = (long int) x_2(D);\n"), 6));
    EXPECT_TRUE(calls(checked("\tcvttsd2siq\t%xmm0, %rax\n", "  [k.cu:2:10] _1 = (long int) x_2(D);\n"), 7));
    // Another place, and a conversion of an integer at this one.
    EXPECT_TRUE(
        calls(checked(kWide,
                      "  [k.cu:2:9] _1 = (unsigned int) x_2(D);\n  [k.cu:2:10] _1 = (unsigned int) _3;\n"
                      "  [k.cu:2:10] _1 = (long int) x_2(D);\n"),
              6));
}

TEST(Conversions, FollowTheSourcesNamesOfTypes)
{
    const std::string statement = "  [k.cu:2:10] y_4 = (const index) x_2(D);\n";
    EXPECT_TRUE(calls(checked(kWide, statement, "typedef unsigned int uint; using index = uint;"), 4));
    EXPECT_TRUE(calls(checked(kNarrow, statement, "enum index : unsigned char { a };"), 2));
}

TEST(Conversions, KeepTheFlagsAndTheAddress)
{
    const std::string statement = "  [k.cu:2:10] _1 = (int) x_2(D);\n";
    const auto is_replaced = [&](const std::string& instructions) {
        return checked(instructions, statement).assembly.find("cvtt") == std::string::npos;
    };
    EXPECT_TRUE(is_replaced("\tcvttss2sil\t%xmm0, %eax\n\tmovl\t%ecx, %edx\n\tja\t.L2\n"));
    EXPECT_TRUE(is_replaced("\tcvttss2sil\t(%rax,%rcx,4), %eax\n"));
    EXPECT_FALSE(is_replaced("\tcvttss2sil\t(%rdx,%rcx,4), %eax\n\taddl\t%ecx, %edx\n\tja\t.L2\n"));
}

// pushq takes memory, and movq would need a register.
TEST(Conversions, SharedMemoryIsNoRegister)
{
    const std::string statement = "  [k.cu:2:10] _1 = (int) x_2(D);\n";
    for (const char* source : {"%fs:x@tpoff", "%fs:x@tpoff+8(,%rbp,4)", "%fs:(%rax)", "8(%rsp)"}) {
        const std::string text =
            checked("\tcvttss2sil\t" + std::string(source) + ", %ebp\n", statement).assembly;
        EXPECT_NE(text.find("\tpushq\t" + std::string(source) + "\n"), std::string::npos) << text;
    }
}

TEST(Conversions, OneInstructionForTwoTypesIsNoticed)
{
    const std::string to_int = "  [k.cu:2:10] _1 = (int) x_2(D);\n";
    EXPECT_TRUE(checked(kNarrow, to_int + "  [k.cu:2:20] _1 = (unsigned char) x_2(D);\n").merged);
    EXPECT_FALSE(checked(kNarrow, to_int + to_int).merged);
    EXPECT_FALSE(
        checked(std::string(kNarrow) + kWide, to_int + "  [k.cu:2:20] _1 = (unsigned int) x_2(D);\n").merged);
}

}  // namespace
