#include "rewriting.h"

#include <gtest/gtest.h>

using rewriter::rewrite;

TEST(Pragma, ForTheDeviceCompilerIsRemoved)
{
    EXPECT_EQ(rewrite("#pragma unroll\nfor (;;)"), "\nfor (;;)");
    EXPECT_EQ(rewrite("x;\n# pragma unroll(4)\n#pragma nv_diag_suppress 177\n"), "x;\n\n\n");
}

TEST(Pragma, ForTheHostCompilerIsKept)
{
    EXPECT_TRUE(is_left_alone("#pragma GCC diagnostic push\n#pragma omp parallel for\n#pragma once\nint x;"));
}

TEST(Noinline, BeforeAFunctionIsTheCompilersAttribute)
{
    EXPECT_EQ(rewrite("static __noinline__ int f();"), "static __attribute__((noinline)) int f();");
}

TEST(Noinline, InAnAttributeIsLeftAlone)
{
    EXPECT_TRUE(is_left_alone("__attribute__((__noinline__)) int f(); [[gnu::__noinline__]] int g();"));
    EXPECT_TRUE(is_left_alone("__attribute__((used, __noinline__)) int f();"));
}
