#include "emulator/rewriter/prelude.h"

#include "emulator/rewriter/device_branches.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

namespace {

const std::string kHeaders = "# 0 \"<built-in>\"\n# 0 \"<command-line>\"\n# 1 \"kernels.h\" 1\nint h;\n";
const std::string kFirstLines = "# 0 \"a.cu\"\n# 1 \"/folder//\"\n";
const std::string kSource = "# 1 \"a.cu\"\nint a;\n";

}  // namespace

TEST(Prelude, IsTheTextBeforeTheSourcesFirstLine)
{
    EXPECT_EQ(rewriter::headers_of(kFirstLines + kHeaders + kSource, "a.cu"), kHeaders);
    EXPECT_EQ(rewriter::headers_of(kFirstLines + kHeaders + kSource, "b.cu"), "");
    EXPECT_EQ(rewriter::headers_of("int a;\n", "a.cu"), "");
}

TEST(Prelude, ReplacesTheSameHeadersOnly)
{
    const std::string text = kFirstLines + kHeaders + kSource;
    EXPECT_EQ(rewriter::with_prelude(text, "a.cu", kHeaders, "p"),
              kFirstLines + "#pragma GCC pch_preprocess \"p.gch\"\n" + kSource);
    EXPECT_FALSE(rewriter::with_prelude(text, "a.cu", kHeaders + "int more;\n", "p"));
    EXPECT_FALSE(rewriter::with_prelude("int a;\n", "a.cu", "", "p"));
}

TEST(DeviceBranches, MayBeThereIfAFileOfTheProgramNamesTheMacro)
{
    const std::string file = testing::TempDir() + "/emulator_rewriter_prelude_test.h";
    const auto may = [&](const std::string& content, const std::string& flags) {
        std::ofstream(file) << content;
        return rewriter::may_have_device_branches("# 1 \"/folder//\"\n# 1 \"" + file + "\" 1" + flags +
                                                  "\nint a;\n");
    };
    EXPECT_TRUE(may("#ifdef __CUDA_ARCH__\n", ""));
    EXPECT_FALSE(may("#ifdef __CUDA_ARCH__\n", " 3"));
    EXPECT_FALSE(may("#ifdef __CUDA_ARCH__X\n#ifdef X__CUDA_ARCH__\n", ""));
    std::remove(file.c_str());
    EXPECT_FALSE(may("", ""));
}
