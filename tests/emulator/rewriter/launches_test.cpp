#include "rewriting.h"

#include <gtest/gtest.h>

using rewriter::rewrite;

TEST(Launch, CallsTheKernelFromALambda)
{
    EXPECT_EQ(rewrite("k<<<g, b>>>(x, y);"), launch("k", "k", "g, b") + "(x, y);");
}

TEST(Launch, KeepsSharedMemoryAndStream)
{
    EXPECT_EQ(rewrite("k<<<g, b, 4 * n, s>>>();"), launch("k", "k", "g, b, 4 * n, s") + "();");
}

TEST(Launch, MayHaveCommasInTemplateArguments)
{
    EXPECT_EQ(rewrite("k<int, 4><<<g, b>>>(f<A, B>(x));"),
              launch("k<int, 4>", "k<int, 4>", "g, b") + "(f<A, B>(x));");
}

TEST(Launch, MayHaveNestedParentheses)
{
    EXPECT_EQ(rewrite("k<<<dim3((n + 1) / (b), f(2, (3))), b>>>(g((x), h(y)));"),
              launch("k", "k", "dim3((n + 1) / (b), f(2, (3))), b") + "(g((x), h(y)));");
}

TEST(Launch, KeepsItsLines)
{
    EXPECT_EQ(rewrite("k\n<<<g,\n b>>>\n(x,\n y)\n;"), launch("k\n", "k", "g,\n b") + "\n(x,\n y)\n;");
}

TEST(Launch, KeepsLineMarkersInsideIt)
{
    EXPECT_EQ(rewrite("k<<<g,\n# 7 \"a.cu\"\n b>>>(x);"), launch("k", "k", "g,\n# 7 \"a.cu\"\n b") + "(x);");
}

TEST(Launch, MayShiftInTheConfiguration)
{
    EXPECT_EQ(rewrite("k<<<n >> 8, 1 << 5>>>(x >> 1);"), launch("k", "k", "n >> 8, 1 << 5") + "(x >> 1);");
}

TEST(Launch, MayCloseThreeTemplateListsInTheGrid)
{
    EXPECT_EQ(rewrite("k<<<f<A<B<int>>>(n), b>>>(x);"), launch("k", "k", "f<A<B<int>>>(n), b") + "(x);");
    EXPECT_EQ(rewrite("k<<<f<int, A<B<int>>>(n), b>>>(x);"),
              launch("k", "k", "f<int, A<B<int>>>(n), b") + "(x);");
}

TEST(Launch, MayCompareInTheConfiguration)
{
    EXPECT_EQ(rewrite("k<<<n < 3 ? 1 : n, b, c < d>>>(x);"),
              launch("k", "k", "n < 3 ? 1 : n, b, c < d") + "(x);");
}

TEST(Launch, TakesTheConfigurationInBraces)
{
    EXPECT_EQ(rewrite("k<<<{2, 3}, {4, 5}>>>(x);"), launch("k", "k", "{2, 3}, {4, 5}") + "(x);");
}

// As the emulator prints it: without spaces round operators.
static std::string name_of(std::string kernel)
{
    for (const char* op : {" + ", " > ", " < ", " << ", " >= ", " <= ", " ? ", " : "})
        if (const auto at = kernel.find(op); at != std::string::npos)
            kernel.erase(at + std::string(op).size() - 1, 1).erase(at, 1);
    return kernel;
}

TEST(Launch, FindsTheKernelExpression)
{
    for (const std::string kernel : {"k", "ns::k", "::ns::k", "ns::k<int>", "a<b>::k", "k<(a > b)>",
                                     "k<(a < b)>", "k<1 << 3>", "k<n >= 3>", "k<n <= 3>", "k<f(1)[2]>",
                                     "k<A<B<int>>>", "k<a->b>", "T::template k<int>", "(k)", "(&ns::k<int>)"})
        EXPECT_EQ(rewrite(kernel + "<<<g, b>>>(x);"), launch(kernel, name_of(kernel), "g, b") + "(x);");
}

TEST(Launch, ComputesItsKernelOnceBeforeItStarts)
{
    for (const std::string kernel :
         {"table[i]", "tables[i][j + 1]", "object.k", "pointer->k", "(*pointer)", "get(x)", "get(x)->k",
          "object.table[i]", "this->k", "f<int>(x)", "(a ? k : l)", "((a ? k : l))", "kernels.at(name)"})
        EXPECT_EQ(rewrite(kernel + "<<<g, b>>>(x);"),
                  computed_launch(kernel, name_of(kernel), "g, b") + "(x);");
}

TEST(Launch, BeginsAfterTheStatementBeforeIt)
{
    for (const std::string before :
         {"if (x) ", "else ", "while (f(x)) ", "for (;;) ", "if constexpr (x) ", "return ",
          "case 1: ", "label: ", "do ", "x ? y : ", "f(x), ", "a = ", "!", "x; ", "} "})
        for (const std::string kernel : {"k", "::k", "(k)"})
            EXPECT_EQ(rewrite(before + kernel + "<<<g, b>>>(x);"),
                      before + launch(kernel, kernel, "g, b") + "(x);");
}

TEST(Launch, MayStandInsideAnotherOnesArguments)
{
    EXPECT_EQ(rewrite("k<<<g, b>>>([&] { l<<<h, c>>>(x); });"),
              launch("k", "k", "g, b") + "([&] {" + std::string(" ") + launch("l", "l", "h, c") + "(x); });");
}

TEST(Launch, MayFollowAnother)
{
    EXPECT_EQ(rewrite("k<<<g, b>>>(x); l<<<h, c>>>(y);"),
              launch("k", "k", "g, b") + "(x); " + launch("l", "l", "h, c") + "(y);");
}

TEST(Launch, EscapesTheKernelsName)
{
    EXPECT_EQ(rewrite(R"(k<f("a\n")><<<g, b>>>(x);)"),
              launch(R"(k<f("a\n")>)", R"(k<f(\"a\\n\")>)", "g, b") + "(x);");
}

TEST(Launch, LeavesCommentsWhereTheyAre)
{
    EXPECT_EQ(rewrite("k /* <<< */ <int> // >>>(\n<<<g, /* , ( */ b>>> /* ; */ (x);"),
              launch("k /* <<< */ <int> // >>>(\n", "k<int>", "g, /* , ( */ b") + " /* ; */ (x);");
}

TEST(Argument, WrittenAsALiteralGoesIntoTheKernelsCall)
{
    for (const std::string literal : {"0", "__null", "0x0", "1.5f", "1'000"})
        EXPECT_EQ(rewrite("k<<<g, b>>>(p, " + literal + ");"),
                  launch("k", "k", "g, b", "auto&& emu_arg0, auto&&", "::emu::argument(emu_arg0), " + literal,
                         "emu_arg0") +
                      "(p, " + literal + ");");
}

TEST(Argument, ThatOnlyContainsALiteralIsAVariable)
{
    for (const std::string argument : {"0 + x", "x0", "-1", "f(0)", "a[0]", "nullptr", "\"0\"", "'0'"})
        EXPECT_EQ(rewrite("k<<<g, b>>>(" + argument + ");"),
                  launch("k", "k", "g, b") + "(" + argument + ");");
}

TEST(Argument, MayHaveCommasInTemplateArgumentsBesideALiteral)
{
    for (const std::string argument :
         {"f<A, 0, B>(x)", "f<A<B, C<D, E>>, 4>(x)", "pair<A, B>{x, y}", "is_v<A, B>", "is<A, B>::value"})
        EXPECT_EQ(rewrite("k<<<g, b>>>(" + argument + ", 0, x < y, y > x);"),
                  launch("k", "k", "g, b", "auto&& emu_arg0, auto&&, auto&& emu_arg2, auto&& emu_arg3",
                         "::emu::argument(emu_arg0), 0, ::emu::argument(emu_arg2), ::emu::argument(emu_arg3)",
                         "emu_arg0, emu_arg2, emu_arg3") +
                      "(" + argument + ", 0, x < y, y > x);");
}

TEST(Argument, InBracesGoesIntoTheKernelsCall)
{
    EXPECT_EQ(rewrite("k<<<g, b>>>({1,\n 2}, p);"), launch("k", "k", "g, b", "auto&&, auto&& emu_arg1",
                                                           "{1, 2}, ::emu::argument(emu_arg1)", "emu_arg1") +
                                                        "(0\n, p);");
}

TEST(Argument, MayBeAPack)
{
    EXPECT_EQ(rewrite("k<<<g, b>>>(0, xs...);"), launch("k", "k", "g, b") + "(0, xs...);");
}

TEST(Argument, InBracesBesideAPackIsAnError)
{
    EXPECT_NE(error_of("k<<<g, b>>>({1, 2}, xs...);").find("<stdin>:1: error: "), std::string::npos);
}

TEST(Text, WithoutALaunchIsLeftAlone)
{
    for (const std::string text : {"x << 3;",
                                   "x <<= 3;",
                                   "x << (y < z);",
                                   "a >>= 2;",
                                   "std::cout << k << b >> c;",
                                   "A<B<C<int>>>(x);",
                                   "\"k<<<g, b>>>(x)\"",
                                   "u8\"k<<<g, b>>>(x)\"",
                                   "// k<<<g, b>>>(x)\n",
                                   "/* k<<<\n */",
                                   "R\"(k<<<g, b>>>(x) \" )\"",
                                   "LR\"x(k<<<g)\" ( )x\"",
                                   "'\"' < '<' << '\\'' << '\"'",
                                   "\"\\\"k<<<g, b>>>(x)\"",
                                   "1'000'000 << 2",
                                   "0x1p-3 << 1'0",
                                   "operator<< <int>(x, y)",
                                   "template <class T> void operator<<(T);",
                                   "#pragma omp parallel\n",
                                   "L'<' << u'<'",
                                   "a <=> b",
                                   "// a comment that goes on \\\nk<<<g\nint x;"})
        EXPECT_TRUE(is_left_alone(text)) << text;
}

TEST(Text, OfAQuoteInACommentDoesNotHideALaunch)
{
    EXPECT_EQ(rewrite("// don't\nk<<<g, b>>>(x); // it's"),
              "// don't\n" + launch("k", "k", "g, b") + "(x); // it's");
}

TEST(Text, OfARawStringOrADigitSeparatorDoesNotHideALaunch)
{
    for (const std::string text : {"f(R\"(\")\"); ", "int n = 1'0; ", "char c = '\"'; ", "f(\"'\"); "})
        EXPECT_EQ(rewrite(text + "k<<<g, b>>>(x);"), text + launch("k", "k", "g, b") + "(x);");
}

TEST(Error, NamesTheOriginalFileAndLine)
{
    const std::string text =
        "# 1 \"dir/a b.cu\"\nint x;\n# 1 \"b.h\" 1\nint y;\n# 3 \"dir/a b.cu\" 2\n\nf() <<<1>>>(x);\n"
        "# 20 \"c.h\"\n";
    EXPECT_EQ(error_of(text).find("dir/a b.cu:4: error: "), 0u) << error_of(text);
}

TEST(Error, CountsTheLinesOfRawStringsAndComments)
{
    EXPECT_EQ(error_of("# 1 \"a.cu\"\nf(R\"(\n\n)\");\n/* \n */\nk<<<g>>>(x);").find("a.cu:6: error: "), 0u);
}

TEST(Error, ComesFromALaunchThatIsIncomplete)
{
    for (const std::string text :
         {"k<<<g>>>(x);", "k<<<g, b>>>;", "k<<<g, b;", "k<<<g, b>>>(x", "k<<<g, b", "<<<g, b>>>(x);",
          "return <<<g, b>>>(x);", "+<<<g, b>>>(x);", "k<<<(g, b>>>(x);", "k<<<", "k<<<g, b)>>>(x);"})
        EXPECT_NE(error_of(text).find("<stdin>:1: error: "), std::string::npos) << text;
}
