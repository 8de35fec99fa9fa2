#include "rewriting.h"

#include <gtest/gtest.h>

using rewriter::rewrite;

namespace {

std::string in_function(const std::string& text)
{
    return "void f() { " + text + " }";
}

const std::string kStatic = "static thread_local __attribute__((used)) ";
const std::string kStaticArray = "static thread_local __attribute__((used, aligned(16))) ";
const std::string kExtern = "__attribute__((unused)) ";

std::string pointer(const std::string& name)
{
    return " = (decltype(" + name + "))::emu::dynamic_shared();";
}

}  // namespace

TEST(StaticShared, IsThreadLocal)
{
    EXPECT_EQ(rewrite("__emu_shared__ int x[32];"), " " + kStaticArray + "int x[32];");
}

TEST(StaticShared, KeepsItsQualifiers)
{
    EXPECT_EQ(rewrite("volatile __emu_shared__ unsigned long x;"),
              "volatile  " + kStatic + "unsigned long x;");
}

TEST(StaticShared, IsStaticOnlyOnce)
{
    EXPECT_EQ(rewrite("static __emu_shared__ int x;"), "  " + kStatic + "int x;");
    EXPECT_EQ(rewrite("__emu_shared__ static int x;"), " " + kStatic + " int x;");
}

TEST(StaticShared, KeepsItsAlignment)
{
    EXPECT_EQ(rewrite("__emu_shared__ alignas(16) float x[4];"),
              " alignas(16) " + kStaticArray + "float x[4];");
    EXPECT_EQ(rewrite("__emu_shared__ __attribute__((aligned(16))) T x[4];"),
              " __attribute__((aligned(16))) " + kStaticArray + "T x[4];");
}

TEST(StaticShared, MayStandAtNamespaceScope)
{
    EXPECT_EQ(rewrite("namespace a { __emu_shared__ int x; }"), "namespace a {  " + kStatic + "int x; }");
}

TEST(DynamicShared, IsAPointer)
{
    EXPECT_EQ(rewrite(in_function("extern __emu_shared__ int x[];")),
              in_function(kExtern + " int *x" + pointer("x")));
}

TEST(DynamicShared, MayHaveATypeOfSeveralWords)
{
    EXPECT_EQ(rewrite(in_function("extern __emu_shared__ unsigned long long x[];")),
              in_function(kExtern + " unsigned long long *x" + pointer("x")));
    EXPECT_EQ(rewrite(in_function("extern __emu_shared__ std::pair<int, float> x[ ];")),
              in_function(kExtern + " std::pair<int, float> *x" + pointer("x")));
}

TEST(DynamicShared, KeepsVolatileWhereverItStands)
{
    EXPECT_EQ(rewrite(in_function("extern volatile __emu_shared__ int x[];")),
              in_function(kExtern + "volatile  int *x" + pointer("x")));
    EXPECT_EQ(rewrite(in_function("volatile extern __emu_shared__ int x[];")),
              in_function("volatile " + kExtern + " int *x" + pointer("x")));
}

TEST(DynamicShared, DropsItsAlignment)
{
    EXPECT_EQ(rewrite(in_function("extern __emu_shared__ __attribute__((aligned(16))) char x[];")),
              in_function(kExtern + "  char *x" + pointer("x")));
    EXPECT_EQ(rewrite(in_function("alignas(16) extern __emu_shared__ char x[];")),
              in_function(" " + kExtern + " char *x" + pointer("x")));
}

TEST(DynamicShared, MayHaveRows)
{
    EXPECT_EQ(rewrite(in_function("extern __emu_shared__ int x[][33];")),
              in_function(kExtern + " int (*x)[33]" + pointer("x")));
}

TEST(DynamicShared, WorksInTemplatesInNamespaces)
{
    EXPECT_EQ(rewrite("namespace a::b { template <class T> void f() { extern __emu_shared__ T x[]; } }"),
              "namespace a::b { template <class T> void f() { " + kExtern + " T *x" + pointer("x") + " } }");
}

TEST(DynamicShared, KeepsItsLines)
{
    EXPECT_EQ(rewrite(in_function("extern\n__emu_shared__ __attribute__((\naligned(16)))\nchar\nx[\n];")),
              in_function("__attribute__((unused))\n \n\nchar\n*x\n" + pointer("x")));
}

TEST(DynamicShared, AtNamespaceScopeMovesIntoTheFunctionsThatUseIt)
{
    const std::string mark = "__attribute__(()) ";
    EXPECT_EQ(rewrite("extern __emu_shared__ int x[];\n" + mark + "void f() { x[0] = 1; }\n" + mark +
                      "void g() { h(a.x); }"),
              ";\n void f() { " + kExtern + "int *x" + pointer("x") + " x[0] = 1; }\n void g() { h(a.x); }");
    EXPECT_EQ(rewrite("namespace a { extern \"C\" {\nextern __emu_shared__ __attribute__((aligned(16))) "
                      "const char x[][4];\n} }\n" +
                      mark + "int f() { return sizeof x[0]; }"),
              "namespace a { extern \"C\" {\n;\n} }\n int f() { " + kExtern + "const char (*x)[4]" +
                  pointer("x") + " return sizeof x[0]; }");
    // Names that hide it: a parameter, a declaration of the function's own. A lambda sees its function's.
    EXPECT_EQ(rewrite("extern __emu_shared__ int x[];\n" + mark + "void f(int* x) { x[0] = 1; }"),
              ";\n void f(int* x) { x[0] = 1; }");
    EXPECT_EQ(rewrite("extern __emu_shared__ int x[];\n" + mark +
                      "void f() { extern __emu_shared__ float x[]; x[0] = 1; }"),
              ";\n void f() { " + kExtern + " float *x" + pointer("x") + " x[0] = 1; }");
    EXPECT_EQ(rewrite("extern __emu_shared__ int x[];\n" + mark + "void f() { auto g = [&] " + mark +
                      "() { x[0] = 1; }; }"),
              ";\n void f() { " + kExtern + "int *x" + pointer("x") + " auto g = [&]  () { x[0] = 1; }; }");
}

TEST(DynamicShared, OfAnotherShapeIsAnError)
{
    for (const std::string text :
         {"extern __emu_shared__ int x;", "extern __emu_shared__ int x[4];",
          "extern __emu_shared__ int x[], y[];", "extern __emu_shared__ int x[] = {};"})
        EXPECT_EQ(error_of("# 9 \"a.cu\"\n" + in_function(text)).find("a.cu:9: error: "), 0u) << text;
}

TEST(SharedMemory, OfAnUnfinishedDeclarationIsAnError)
{
    for (const std::string text :
         {"__emu_shared__", "__emu_shared__ int", "extern __emu_shared__ int x[]",
          "__emu_shared__ alignas(16 int x;", "void f() { extern __emu_shared__ alignas(16 int x[]; "})
        EXPECT_NE(error_of(text), "") << text;
}
