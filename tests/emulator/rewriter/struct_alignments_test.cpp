// The alignment of copied structs, in what g++ writes with -dP.
#include "emulator/rewriter/struct_alignments.h"

#include <gtest/gtest.h>

#include <string>

namespace {

const std::string kPlace = "\"a.cu\":7:12 84 {move}\n";

std::string insn(const std::string& operands, const std::string& code, const std::string& place = kPlace)
{
    return "#(insn 12 11 13 2 (set " + operands + ")) " + place + "#     (nil))\n" + code +
           "\t# 12\t[c=4 l=3]  move/3\n";
}

std::string call_insn(const std::string& function)
{
    return insn("(call (mem:QI (symbol_ref:DI (\"" + function + "\")) [0 " + function + " S1 A8])",
                "\tcall\t" + function + "@PLT");
}

std::string piece(const std::string& bytes_and_bits)
{
    return insn("(reg:V4SI 20 xmm0) (mem:V4SI (reg/f:DI 0 ax) [1 *_3" + bytes_and_bits + "])",
                "\tmovdqu\t(%rax), %xmm0");
}

const std::string kEnd = "\tret\t\t# 9\t[c=0 l=1]  return\n\t.cfi_endproc\n";

// The functions that are called, each behind a blank.
std::string called(const std::string& assembly)
{
    const std::string text = rewriter::name_alignments(assembly);
    std::string names;
    for (std::size_t at = text.find("\tcall\t"); at != text.npos; at = text.find("\tcall\t", at + 1))
        names += " " + text.substr(at + 6, text.find('@', at) - at - 6);
    return names;
}

}  // namespace

TEST(StructAlignments, IsThatOfTheFirstPieceOfTheSameStatement)
{
    const std::string both = call_insn("__tsan_write_range") + call_insn("__tsan_read_range");
    EXPECT_EQ(called(both + piece("+0 S16 A32") + piece("+16 S16 A32") + piece("+32 S4 A8") + kEnd),
              " emu_write_range_4 emu_read_range_4");
    EXPECT_EQ(called(both + piece("+0 S8 A64") + kEnd), " emu_write_range_8 emu_read_range_8");
    EXPECT_EQ(called(both + piece("+0 S512 A256") + kEnd), " emu_write_range_16 emu_read_range_16");
    // A struct's copy of which g++ knows more than the type says.
    EXPECT_EQ(called(both + piece("+0 S16 A128") + piece("+0 S16 A64") + kEnd),
              " emu_write_range_8 emu_read_range_8");
    // The stack, another statement, another function.
    EXPECT_EQ(called(both + insn("(reg:DI 3 bx) (mem:DI (reg:DI 7 sp) [0  S8 A8])", "\tpopq\t%rbx") + kEnd),
              " __tsan_write_range __tsan_read_range");
    EXPECT_EQ(called(both +
                     insn("(reg:DI 3 bx) (mem:DI (reg:DI 7 sp) [2 x+0 S8 A32])", "\tmovq\t(%rsp), %rbx",
                          "\"a.cu\":8:1 84 {move}\n") +
                     kEnd + piece("+0 S16 A32")),
              " __tsan_write_range __tsan_read_range");
}

TEST(StructAlignments, AStatementMayBeInlinedTwice)
{
    const std::string read = call_insn("__tsan_read_range");
    EXPECT_EQ(called(read + piece("+0 S16 A32") + read + piece("+0 S16 A64") + kEnd),
              " emu_read_range_4 emu_read_range_8");
}

TEST(StructAlignments, AnAccessOf16BytesMayBeOfALowerAlignment)
{
    EXPECT_EQ(called(call_insn("__tsan_read16") + piece("+0 S16 A64") + kEnd), " emu_read16_8");
    EXPECT_EQ(called(call_insn("__tsan_read16") + piece("+0 S16 A128") + kEnd), " __tsan_read16");
    EXPECT_EQ(called(call_insn("__tsan_read16") + piece("+0 S16 A32") + kEnd), " __tsan_read16");
    EXPECT_EQ(called(call_insn("__tsan_read16") + piece("+0 S8 A128") + piece("+8 S8 A64") + kEnd),
              " __tsan_read16");
}

TEST(StructAlignments, TheCommentsGo)
{
    EXPECT_EQ(rewriter::name_alignments("f:\n#APP\n" + piece("+0 S16 A32") + kEnd),
              "f:\n#APP\n\tmovdqu\t(%rax), %xmm0\n\tret\n\t.cfi_endproc\n");
    const std::string plain = "f:\n\tret\t# of clang\n";
    EXPECT_EQ(rewriter::name_alignments(plain), plain);
    EXPECT_EQ(rewriter::name_alignments(
                  "\t.arch armv8-a\n//(insn 1 (set (reg) (mem [1 *_3+0 S4 A16])) \"a.cu\":1:1 8 {mov}\n"
                  "\tldr\tw0, [x1]\t// 12\t[c=4 l=4]  mov\n"),
              "\t.arch armv8-a\n\tldr\tw0, [x1]\n");
}
