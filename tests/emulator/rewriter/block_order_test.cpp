// The order of basic blocks that cuda_rewriter --order finds in assembly text.
#include "emulator/rewriter/block_order.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Block {
    std::string first_instruction;
    std::string group;
    int number = 0;
};

// The blocks in the order of their numbers.
std::vector<Block> ordered(const std::string& assembly)
{
    std::map<std::string, Block> by_label;
    std::istringstream text(rewriter::add_block_order(assembly));
    std::string line, label, group;
    std::map<int, Block> by_number;
    while (std::getline(text, line)) {
        if (line.rfind(".Lemu_block", 0) == 0) {
            label = line.substr(0, line.size() - 1);
        } else if (!label.empty()) {
            by_label[label].first_instruction = line.substr(1);
            label.clear();
        } else if (line.rfind("\t.section\temu_block_order", 0) == 0) {
            const std::string parts = line.substr(line.find(',') + 1);
            group = parts.rfind("\"aG\"", 0) == 0 ? parts.substr(15, parts.rfind(',') - 15) : "";
        } else if (line.rfind("\t.long\t.Lemu_block", 0) == 0) {
            Block block = by_label.at(line.substr(7, line.find(' ') - 7));
            block.group = group;
            block.number = std::stoi(line.substr(line.find(", ") + 2));
            by_number[block.number] = block;
        }
    }
    std::vector<Block> blocks;
    for (const auto& [number, block] : by_number)
        blocks.push_back(block);
    return blocks;
}

std::string names(const std::string& assembly)
{
    std::string all;
    for (const Block& block : ordered(assembly))
        all += (all.empty() ? "" : " ") + block.first_instruction;
    return all;
}

}  // namespace

TEST(BlockOrder, BranchesComeBeforeTheirMeetingPoint)
{
    EXPECT_EQ(names("f:\n\tentry\n\tje\t.L2\n\tthen\n\tjmp\t.L3\n.L2:\n\telse\n.L3:\n\tend\n\tret\n"),
              "entry then else end");
    // The same blocks, placed backwards.
    EXPECT_EQ(names("f:\n\tentry\n\tje\t.L2\n\tjmp\t.L4\n.L3:\n\tend\n\tret\n.L2:\n\telse\n\tjmp\t.L3\n"
                    ".L4:\n\tthen\n\tjmp\t.L3\n"),
              "entry jmp\t.L4 else then end");
}

TEST(BlockOrder, BlocksOfALoopStandTogetherAndItsHeadIsTheLast)
{
    // A part of the loop that stands behind the exit, as after jump threading.
    EXPECT_EQ(names("f:\n\tentry\n\tjmp\t.L4\n"
                    ".L2:\n\tbody\n\tjle\t.L7\n\tmore\n\tje\t.L5\n\tnext\n"
                    ".L4:\n\thead\n\tjne\t.L2\n"
                    ".L5:\n\texit\n\tret\n"
                    ".L7:\n\tbehind\n\tjmp\t.L4\n"),
              "entry body more next behind head exit");
}

TEST(BlockOrder, LoopsInLoops)
{
    EXPECT_EQ(names("f:\n\tentry\n\tjmp\t.L1\n"
                    ".L9:\n\texit\n\tret\n"
                    ".L1:\n\touter\n\tje\t.L9\n\tset up\n"
                    ".L2:\n\tinner\n\tje\t.L4\n\tbody\n\tjmp\t.L2\n"
                    ".L4:\n\tlatch\n\tjmp\t.L1\n"),
              "entry set up body inner latch outer exit");
}

TEST(BlockOrder, TwoEntriesIntoALoop)
{
    EXPECT_EQ(names("f:\n\tentry\n\tje\t.L2\n.L1:\n\ta\n.L2:\n\tb\n\tjne\t.L1\n\texit\n\tret\n"),
              "entry b a exit");
}

TEST(BlockOrder, FunctionsAreApartAndBelongToTheirGroups)
{
    const auto blocks = ordered(
        "\t.text\nf:\n\tone\n\tcall\tabort\n\t.size\tf, .-f\n"
        "\t.section\t.text._Z1gv,\"axG\",@progbits,_Z1gv,comdat\n_Z1gv:\n.LFB1:\n\ttwo\n.LVL2:\n\tret\n"
        "\t.section\t.rodata\n.L5:\n\t.string\t\"no code\"\n"
        "\t.text\nmain:\n\tnotrack jmp\t*%rax\n\tthree\n\tret\n");
    ASSERT_EQ(blocks.size(), 4u);
    EXPECT_EQ(blocks[0].first_instruction, "one");
    EXPECT_EQ(blocks[0].group, "");
    EXPECT_EQ(blocks[1].first_instruction, "two");
    EXPECT_EQ(blocks[1].group, "_Z1gv");
    EXPECT_EQ(blocks[3].first_instruction, "three");
}

TEST(BlockOrder, TheTextItselfStays)
{
    const std::string text = "\t.file\t\"a # b.cu\"\nf:\n\tnop # a comment\n\tret\n";
    std::string rest;
    std::istringstream lines(rewriter::add_block_order(text));
    for (std::string line; std::getline(lines, line) && line.find("emu_block_order") == std::string::npos;)
        if (line.rfind(".Lemu_block", 0) != 0)
            rest += line + "\n";
    EXPECT_EQ(rest, text);
    EXPECT_EQ(rewriter::add_block_order(""), "");
}

TEST(BlockOrder, ReadsTheAssemblyLanguageOfArm)
{
    const std::string arch = "\t.arch armv8-a\n";
    EXPECT_EQ(names(arch + "f:\n\tentry\n\tbeq\t.L2\n\tthen\n\tb\t.L3\n.L2:\n\telse\n.L3:\n\tend\n\tret\n"),
              "entry then else end");
    // The target is the last operand; # begins a number.
    EXPECT_EQ(names(arch + "f:\n\tentry\n\ttbnz\tw0, #3, .L2\n\tthen\n.L2:\n\tend\n\tret\n"),
              "entry then end");
    EXPECT_EQ(
        names(
            arch +
            "f:\n\tentry\n.L2:\n\tbody\n\tcbz\tx1, .L3\n\trest\n\tb.ne\t.L2 // again\n.L3:\n\tend\n\tret\n"),
        "entry rest body end");
    // A call is no jump.
    EXPECT_EQ(names("f:\n\tentry\n\tbl\tg\n\trest\n\tret\n"), "entry");
}

// g++ tells of what a copy accesses, clang 14 does not: its call stands for the accesses.
TEST(BlockOrder, RenamesCallsOfMemoryFunctions)
{
    const auto renamed = [](const std::string& text, const std::string& calls) {
        const std::string ordered = rewriter::add_block_order(text);
        return ordered.find(calls) != std::string::npos;
    };
    EXPECT_TRUE(renamed("\t.file\t\"k.cu\"\n\t.text\nf:\n\tcall\tmemcpy@PLT\n\tcall\tmalloc\n\tret\n",
                        "\tcall\temu_memcpy\n\tcall\temu_malloc\n"));
    EXPECT_TRUE(renamed("\t.text\n\t.file\t\"k.cu\"\nf:\n\tcallq\tmemcpy@PLT\n\tcallq\tmalloc@PLT\n\tretq\n",
                        "\tcall\t__tsan_memcpy\n\tcall\temu_malloc\n"));
    EXPECT_TRUE(renamed("f:\n\tbl\tmalloc\n\tbl\tmallocate\n\tret\n", "\tbl\temu_malloc\n\tbl\tmallocate\n"));
}
