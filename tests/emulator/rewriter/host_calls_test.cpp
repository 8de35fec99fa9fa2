// Device code must not call functions of the host.
#include "rewriting.h"

#include <gtest/gtest.h>

using rewriter::rewrite;

namespace {

std::string refused_call(const std::string& line, const std::string& name)
{
    return "<stdin>:" + line + ": error: device code calls " + name + "(), which is not __device__";
}

std::string for_host_only(const std::string& name)
{
    return "<stdin>:1: error: device code uses std::" + name + ", which is for the host only";
}

}  // namespace

TEST(HostCalls, AFunctionWithoutDeviceIsRefused)
{
    const std::string twice = "int twice(int x) { return 2 * x; }\n";
    EXPECT_EQ(error_of(twice + kGlobal + "void k(int* p)\n{\n    *p = twice(*p);\n}"),
              refused_call("4", "twice"));
    EXPECT_EQ(error_of(twice + kDevice + "int f(int x) { return twice(x); }"), refused_call("2", "twice"));
    EXPECT_EQ(error_of(kHost + twice + kDevice + "int f(int x) { return twice(x); }"),
              refused_call("2", "twice"));
    EXPECT_EQ(error_of(twice + "auto f = [] " + kDevice + "(int x) { return twice(x); };"),
              refused_call("2", "twice"));
    // Wherever it stands, and whatever it looks like.
    EXPECT_EQ(error_of("namespace a { namespace { inline int g() { return 1; } } }\n" + kGlobal +
                       "void k(int* p) { *p = g(); }"),
              refused_call("2", "g"));
    EXPECT_EQ(error_of("template <class T, int n = (3 > 2)> T* g(T x) noexcept { return nullptr; }\n" +
                       kGlobal + "void k() { g<int>(3); }"),
              refused_call("2", "g"));
    EXPECT_EQ(error_of("std::function<int(int)> g() { return {}; }\n" + kGlobal + "void k() { g(); }"),
              refused_call("2", "g"));
    EXPECT_EQ(error_of(kGlobal + "void k() { g(); }\nvoid g() {}"), refused_call("1", "g"));
}

TEST(HostCalls, DeviceFunctionsAreCalled)
{
    const auto is_rewritten = [](const std::string& text) { return error_of(text).empty(); };
    EXPECT_TRUE(is_rewritten(kDevice + "int g(int x) { return x; }\n" + kGlobal + "void k() { g(1); }"));
    EXPECT_TRUE(
        is_rewritten(kHost + kDevice + "int g(int x) { return x; }\n" + kGlobal + "void k() { g(1); }"));
    EXPECT_TRUE(
        is_rewritten(kDevice + "int g(int);\nint g(int x) { return x; }\n" + kGlobal + "void k() { g(1); }"));
    // Overloads are not told apart.
    EXPECT_TRUE(is_rewritten("int g(double) { return 1; }\n" + kDevice + "int g(int x) { return x; }\n" +
                             kGlobal + "void k() { g(1); }"));
    EXPECT_TRUE(
        is_rewritten("constexpr int g(int x) { return x; }\n" + kGlobal + "void k() { int a[g(1)]; }"));
}

TEST(HostCalls, TheHostCallsWhatItLikes)
{
    EXPECT_TRUE(is_left_alone("int g() { return 1; }\nint f() { return g() + std::min(1, 2); }"));
    EXPECT_EQ(
        error_of("int g() { return 1; }\n" + kHost + kDevice + "int f() { return g() + std::min(1, 2); }"),
        "");
    EXPECT_EQ(error_of("int g() { return 1; }\n" + kDevice + kHost + "int f() { return g(); }"), "");
    EXPECT_EQ(rewrite(kHost + "int f() { return 1; }"), " int f() { return 1; }");
}

TEST(HostCalls, OtherThingsOfTheSameNameAreNoCalls)
{
    const std::string g = "int g(int x) { return x; }\n";
    EXPECT_EQ(error_of(g + kGlobal + "void k(int g) { g + (1); g(2); }"), "");
    EXPECT_EQ(error_of(g + kGlobal + "void k() { const auto g = [](int x) { return x; }; g(1); }"), "");
    EXPECT_EQ(error_of(g + kGlobal + "void k(S s, S* p) { s.g(1); p->g(1); S::g(1); int y = s.g; }"), "");
    EXPECT_EQ(error_of("int S::g(int x) { return x; }\n" + kGlobal + "void k() { g(1); }"), "");
    EXPECT_EQ(error_of("std::function<int(int)> h() { return {}; }\nint (*f(int))(int) { return 0; }\n" +
                       kGlobal + "void k(float x) { int y = int(x); }"),
              "");
    EXPECT_EQ(error_of("struct S { int g() { return 1; } };\n" + kGlobal + "void k() { g(1); }"), "");
}

TEST(HostCalls, LibraryFunctionsAreRefusedThatNvccRefuses)
{
    for (const std::string name : {"swap", "min", "max", "clamp", "sort", "vector", "cout"}) {
        EXPECT_EQ(error_of(kGlobal + "void k(int* p) { std::" + name + "(p[0], p[1]); }"),
                  for_host_only(name));
        EXPECT_TRUE(is_left_alone("void f(int* p) { std::" + name + "(p[0], p[1]); }"));
    }
    EXPECT_EQ(
        error_of(kGlobal + "void k(float* p) { std::size_t i = 0; *p = std::sqrt(p[i]) + std::abs(p[1]); }"),
        "");
}

TEST(HostCalls, MemoryFunctionsAndAtomicBuiltinsAreRefusedThatNvccRefuses)
{
    for (const std::string name : {"memmove", "memcmp", "strlen", "snprintf", "__builtin_memmove",
                                   "__builtin_strlen", "__atomic_fetch_add", "__sync_synchronize"}) {
        const std::string begin =
            "<stdin>:1: error: device code calls " + name + "(), which is for the host only";
        EXPECT_EQ(error_of(kGlobal + "void k(int* p) { " + name + "(p); }").substr(0, begin.size()), begin);
        EXPECT_TRUE(is_left_alone("void f(int* p) { " + name + "(p); }"));
        EXPECT_EQ(error_of(kHost + kDevice + "void f(int* p) { " + name + "(p); }"), "");
    }
    EXPECT_EQ(error_of(kGlobal + "void k(int* p) { std::memmove(p, p, 4); }"), for_host_only("memmove"));
    EXPECT_EQ(error_of(kGlobal + "void k(int* p) { std::memcpy(p, p, 4); memset(p, 0, 4); }"), "");
}

TEST(HostCalls, RelaxedConstexprAllowsThoseThatAreConstexpr)
{
    const std::string relaxed = "#pragma nvcc relaxed_constexpr\n";
    EXPECT_EQ(error_of(relaxed + kGlobal + "void k(int* p) { std::swap(p[0], p[1]); }"), "");
    EXPECT_NE(error_of(relaxed + kGlobal + "void k(int* p) { std::sort(p, p + 2); }"), "");
}

TEST(HostCalls, HeadersOfTheCompilerAndTheEmulatorAreLeftAlone)
{
    const std::string kernel = "# 2 \"a.cu\" 2\n" + kGlobal + "void k() { g(); }";
    EXPECT_NE(error_of("# 1 \"a.cu\"\n# 1 \"own.h\" 1\nvoid g() {}\n" + kernel), "");
    EXPECT_EQ(error_of("# 1 \"a.cu\"\n# 1 \"/usr/include/c.h\" 1 3\nvoid g() {}\n" + kernel), "");
    EXPECT_EQ(
        error_of("# 1 \"a.cu\"\n# 1 \"/e/cuda_runtime.h\" 1\n# 1 \"/e/cuda_emulator/x.h\" 1\nvoid g() {}\n" +
                 kernel),
        "");
}
