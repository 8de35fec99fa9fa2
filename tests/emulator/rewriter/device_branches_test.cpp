// __CUDA_ARCH__: functions for the device alone come from the device's text.
#include "emulator/rewriter/device_branches.h"

#include <gtest/gtest.h>

namespace {

using rewriter::Branches;
using rewriter::with_device_branches;

const std::string kDeviceMark = "__attribute__(()) ", kGlobalMark = kDeviceMark + kDeviceMark,
                  kHostMark = "__attribute__((,)) ";
const std::string kBegin = "# 1 \"a.cu\"\n";

// The lines of a text that are neither blank nor line markers, each with the number of its line in its file.
std::string numbered(const std::string& text)
{
    std::string lines;
    int number = 1;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        if (line.starts_with("# "))
            number = std::stoi(line.substr(2));
        else if (line.find_first_not_of(' ') != std::string::npos)
            lines += std::to_string(number++) + ":" + line + "\n";
        else
            ++number;
        begin = end + 1;
    }
    return lines;
}

}  // namespace

TEST(DeviceBranches, EqualTextsStay)
{
    const std::string text = kBegin + kGlobalMark + "void k() {}\n\n\nint main() {}\n";
    const Branches branches = with_device_branches(text, text);
    EXPECT_EQ(branches.text, text);
    EXPECT_EQ(branches.warning, "");
}

TEST(DeviceBranches, AKernelTakesTheDevicesLines)
{
    const std::string head = kGlobalMark + "void k(int* p)\n{\n";
    const Branches branches =
        with_device_branches(kBegin + head + "\n\n\n    p[0] = 0;\n\n    p[1] = 1;\n}\nint x;\n",
                             kBegin + head + "\n    p[0] = 7;\n\n\n\n    p[1] = 1;\n}\nint x;\n");
    EXPECT_EQ(numbered(branches.text),
              "1:" + kGlobalMark + "void k(int* p)\n2:{\n4:    p[0] = 7;\n8:    p[1] = 1;\n9:}\n10:int x;\n");
    EXPECT_EQ(branches.warning, "");
}

TEST(DeviceBranches, AssemblyIsAvoided)
{
    const std::string head = kDeviceMark + "int f()\n{\n", host = kBegin + head + "\n    return 2;\n}\n";
    const std::string assembly = "    int x; asm(\"mov.u32 %0, 2;\" : \"=r\"(x)); return x;\n";
    const Branches branches = with_device_branches(host, kBegin + head + assembly + "\n}\n");
    EXPECT_EQ(branches.text, host);
    EXPECT_EQ(branches.warning, "");
}

TEST(DeviceBranches, WholeFunctionsForTheDeviceComeAndGo)
{
    const std::string templated = "template <class T>\n" + kDeviceMark + "T twice(T x) { return 2 * x; }\n";
    EXPECT_EQ(numbered(with_device_branches(kBegin + "int a;\n\n\nint b;\n",
                                            kBegin + "int a;\n" + templated + "int b;\n")
                           .text),
              numbered(kBegin + "int a;\n" + templated + "int b;\n"));
    EXPECT_EQ(numbered(with_device_branches(kBegin + "int a;\n" + templated + "int b;\n",
                                            kBegin + "int a;\n\n\nint b;\n")
                           .text),
              "1:int a;\n4:int b;\n");
    EXPECT_EQ(numbered(with_device_branches(kBegin + "int a;\n", kBegin + "int a;\n" + templated).text),
              numbered(kBegin + "int a;\n" + templated));
}

TEST(DeviceBranches, HostCodeStaysTheHosts)
{
    const std::string host = kBegin + "int main()\n{\n    run();\n}\n",
                      device = kBegin + "int main()\n{\n\n}\n";
    const Branches branches = with_device_branches(host, device);
    EXPECT_EQ(branches.text, host);
    EXPECT_EQ(branches.warning, "");
}

TEST(DeviceBranches, AFunctionForBothHasBothBodies)
{
    const std::string head = kHostMark + kDeviceMark + "int f()\n{ int x;\n";
    const Branches branches =
        with_device_branches(kBegin + head + "\n    return 2;\n\n    x;\n\n}\nint y;\n",
                             kBegin + head + "    return 1;\n\n\n    x;\n    more;\n}\nint y;\n");
    EXPECT_EQ(numbered(branches.text),
              "1:" + kHostMark + kDeviceMark +
                  "int f()\n"
                  "2:{ if (!__builtin_is_constant_evaluated() && ::emu::runs_in_kernel()) {\n"
                  "2:  int x;\n3:    return 1;\n6:    x;\n7:    more;\n9:} else {\n"
                  "2:  int x;\n4:    return 2;\n6:    x;\n9:}\n8:}\n9:int y;\n");
    EXPECT_EQ(branches.warning, "");
}

TEST(DeviceBranches, AFunctionForBothKeepsTheHostsWhereTheDeviceHasAssembly)
{
    const std::string head = kHostMark + kDeviceMark + "int f()\n{\n",
                      host = kBegin + head + "\n    return 2;\n}\n";
    const Branches branches = with_device_branches(host, kBegin + head + "    asm(\"exit;\");\n\n}\n");
    EXPECT_EQ(branches.text, host);
    EXPECT_EQ(branches.warning, "");
}

TEST(DeviceBranches, ATypeThatDiffersIsTold)
{
    const std::string host = kBegin + "\ntypedef float Real;\n";
    const Branches branches = with_device_branches(host, kBegin + "typedef double Real;\n\n");
    EXPECT_EQ(branches.text, host);
    EXPECT_EQ(branches.warning.find("a.cu:2: warning: "), 0u) << branches.warning;
}
