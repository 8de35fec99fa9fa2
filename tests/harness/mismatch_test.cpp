// What is said of a wrong result: its pattern in words, and a picture of it.
#include "common/support/check.h"
#include "common/support/mismatch_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

using namespace ladders;

namespace {

// 3, 10, 5, 14, ...: no shift or multiple of itself.
std::vector<int> numbers(std::size_t n)
{
    std::vector<int> v(n);
    for (std::size_t i = 0; i < n; ++i)
        v[i] = static_cast<int>(3 + i * i % 101 + 7 * i);
    return v;
}

template <class T>
std::string explanation(const std::vector<T>& got, const std::vector<T>& want, std::size_t columns = 0,
                        std::size_t block = 0, const std::vector<Shown>& inputs = {},
                        bool all_written = false)
{
    const auto same = [&](std::size_t i) { return got[i] == want[i]; };
    const Mismatch mismatch = describe([&] {
        Compared arrays = compared(got, want, columns);
        arrays.right = same;
        return arrays;
    }());
    std::string text;
    for (const std::string& line : explain(mismatch, inputs, block, all_written)) {
        EXPECT_LE(line.size(), 80u) << line;
        text += line + '\n';
    }
    return text;
}

void not_said(const std::string& text, const std::string& part)
{
    EXPECT_EQ(text.find(part), std::string::npos) << text;
}

// The explanation without line breaks must contain `part`.
void expect_said(const std::string& text, const std::string& part)
{
    std::string flat;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text.compare(i, 3, "\n  ") == 0)
            flat += ' ', i += 2;
        else
            flat += text[i];
    EXPECT_NE(flat.find(part), std::string::npos) << text;
}

// ... and what `got` becomes when change(i, value) is applied to numbers(n).
template <class F>
std::vector<int> changed(std::size_t n, F change)
{
    std::vector<int> v = numbers(n);
    for (std::size_t i = 0; i < n; ++i)
        v[i] = change(i, v[i]);
    return v;
}

TEST(Mismatch, NamesElementsThatWereNeverWritten)
{
    expect_said(explanation(std::vector<int>(9, -1), numbers(9)), "Every element was never written");
    expect_said(explanation(changed(9, [](std::size_t i, int x) { return i == 4 ? -1 : x; }), numbers(9)),
                "Every wrong element was never written");
}

TEST(Mismatch, TellsBytesOfUnwrittenMemoryThatAKernelHasStoredFromElementsThatWereNeverWritten)
{
    const float poison = std::bit_cast<float>(0xFFFFFFFFu);
    const auto said = [](const auto& got, const auto& want) {
        return explanation(got, want, 0, 0, {}, true);
    };
    const std::string text = said(std::vector<float>{1, poison + 2.0f}, std::vector<float>{1, 2});
    expect_said(text, "Every wrong element is NaN: it holds");
    expect_said(text, "a kernel has read memory before anything was stored there");
    not_said(text, "never written");
    expect_said(explanation(std::vector<float>{1, poison}, std::vector<float>{1, 2}), "was never written");
    // An int -1 may well be computed, and so may any other NaN.
    expect_said(said(std::vector<int>{1, -1}, std::vector<int>{1, 2}), "Every wrong element is -1.");
    not_said(said(std::vector<float>{1, NAN}, std::vector<float>{1, 2}), "copied back");
    EXPECT_NE(compare_exactly("sum", poison, 1.0f).hint_if_written.find("has read memory before"),
              std::string::npos);
    EXPECT_EQ(compare_exactly("sum", -1, 12).hint_if_written, "");
    EXPECT_NE(compare_exactly("sum", 24, 12).hint_if_written.find("twice"), std::string::npos);
}

TEST(Mismatch, NamesWhatAllWrongElementsHaveInCommon)
{
    const auto of = [](auto f) { return explanation(changed(50, f), numbers(50)); };
    expect_said(of([](std::size_t, int) { return 0; }), "Every element is 0.");
    expect_said(of([](std::size_t, int x) { return 2 * x; }), "Every element is twice the right one.");
    expect_said(of([](std::size_t, int x) { return x + 7; }), "Every element is too large by 7.");
    expect_said(of([](std::size_t i, int x) { return i < 9 ? x - 5 : x; }),
                "Every wrong element is too small by 5.");
    expect_said(of([](std::size_t, int x) { return x - 1; }), "Was the output set to zero?");
    expect_said(of([](std::size_t, int x) { return 4 * x; }), "Every element is 4 times the right one.");
    const std::vector<float> nan(5, std::numeric_limits<float>::signaling_NaN());
    expect_said(explanation(nan, {1, 2, 3, 4, 5}), "Every element is NaN.");
}

TEST(Mismatch, DoesNotGuessACauseFromTooLittle)
{
    // 2 in place of 1 is one too many as likely as twice the right one.
    not_said(explanation<int>({2}, {1}), "twice");
    not_said(describe_number(2, 1, false, true), "twice");
    expect_said(describe_number(20, 10, false, true), "twice");
    // Infinity is near no other number.
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> infinite(5, infinity);
    not_said(explanation(infinite, {1, 2, 3, 4, 5}), "twice");
    not_said(explanation(infinite, {1, 2, 3, 4, 5}), "shifted");
    expect_said(explanation(infinite, {1, 2, 3, 4, 5}), "Every element is inf.");
    // An output that was not set to zero is wrong everywhere.
    not_said(explanation(changed(50, [](std::size_t i, int x) { return i < 9 ? x - 1 : x; }), numbers(50)),
             "set to zero");
    expect_said(
        explanation(changed(50, [](std::size_t i, int x) { return i % 7 == 3 ? 999 : x; }), numbers(50)),
        "Every wrong element is 999.");
}

TEST(Mismatch, NamesResultsInTheWrongPlaces)
{
    const std::vector<int> want = numbers(60);
    std::vector<int> got = want;
    std::rotate(got.begin(), got.begin() + 1, got.end());
    expect_said(explanation(got, want), "shifted by 1: element i holds what belongs to element i + 1.");
    got = want;
    std::rotate(got.begin(), got.end() - 1, got.end());
    expect_said(explanation(got, want), "shifted by 1: element i holds what belongs to element i - 1.");
    expect_said(explanation(std::vector<int>(want.rbegin(), want.rend()), want), "in reverse order");
    for (const std::size_t columns : {10, 12}) {
        const std::size_t rows = 60 / columns;
        std::vector<int> turned(60);
        for (std::size_t i = 0; i < 60; ++i)
            turned[i % columns * rows + i / columns] = want[i];
        expect_said(explanation(turned, want, columns), "The result is transposed");
        turned[3] = -1;  // as one that was never written
        expect_said(explanation(turned, want, columns), "The result is transposed");
        std::fill(turned.begin(), turned.end(), -1);
        not_said(explanation(turned, want, columns), "transposed");
    }
    const std::vector<int> matrix = numbers(24 * 40);
    std::vector<int> tiles(24 * 40);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const std::size_t row = i / 40, column = i % 40;
        tiles[i] = matrix[(row / 8 * 8 + column % 8) * 40 + column / 8 * 8 + row % 8];
    }
    expect_said(explanation(tiles, matrix, 40), "Each 8 x 8 tile of the result is transposed");
}

TEST(Mismatch, NamesTheLastBlock)
{
    const auto from = [](std::size_t first, std::size_t n, std::size_t block) {
        return explanation(changed(n, [=](std::size_t i, int x) { return i >= first ? x + int(i) : x; }),
                           numbers(n), 0, block);
    };
    expect_said(from(96, 100, 32),
                "Only the last 4 of 100 elements are wrong, from 96 on (96 is 3 blocks of 32 threads: "
                "the rest, which does not fill a block).");
    expect_said(from(96, 128, 32), "from 96 on (96 is 3 blocks of 32 threads: the last block).");
    expect_said(from(64, 128, 32), "from 64 on (64 is 2 blocks of 32 threads: all blocks behind).");
    expect_said(from(100, 103, 32), "from 100 on (103 is no multiple of 4).");
    expect_said(from(102, 103, 32), "Only element 102 is wrong, the last one.");
}

TEST(Mismatch, NamesRegularPlaces)
{
    const auto where = [](auto wrong, std::size_t block) {
        return explanation(changed(256, [=](std::size_t i, int x) { return wrong(i) ? x + int(i) + 1 : x; }),
                           numbers(256), 0, block);
    };
    expect_said(where([](std::size_t i) { return i % 32 == 31; }, 64),
                "Wrong is only every 32nd element: 31, 63, 95, ... (lane 31 of each warp)");
    expect_said(where([](std::size_t i) { return i % 64 == 0; }, 64),
                "every 64th element: 0, 64, 128, ... (thread 0 of each block)");
    expect_said(where([](std::size_t i) { return i % 4 != 1; }, 64),
                "Right is only every 4th element: 1, 5, 9, ...");
    expect_said(where([](std::size_t i) { return i >= 64 && i < 128; }, 64),
                "Only elements 64 to 127 are wrong, those of block 1.");
    expect_said(where([](std::size_t i) { return i < 3; }, 64),
                "Only the first 3 of 256 elements are wrong.");
}

TEST(Mismatch, NamesRowsColumnsAndTheBorder)
{
    const auto where = [](auto wrong) {
        return explanation(
            changed(56, [=](std::size_t i, int x) { return wrong(i / 8, i % 8) ? x + int(i) + 1 : x; }),
            numbers(56), 8);
    };
    expect_said(where([](std::size_t, std::size_t c) { return c == 7; }),
                "All wrong elements are in column 7, the last one.");
    expect_said(where([](std::size_t r, std::size_t) { return r == 0; }),
                "All wrong elements are in row 0, the first one.");
    expect_said(where([](std::size_t, std::size_t c) { return c >= 6; }),
                "in the last 2 columns, from 6 on.");
    expect_said(where([](std::size_t r, std::size_t c) { return r == c; }), "on the diagonal");
    expect_said(where([](std::size_t r, std::size_t c) { return r == 0 || r == 6 || c == 0 || c == 7; }),
                "at the border");
}

TEST(Mismatch, ShowsASmallArrayWholeAndMarksTheFirstDifference)
{
    const std::vector<int> input{1, 2, 3, 4}, mask{5, 6};
    EXPECT_EQ(explanation<int>({2, 4, 7, 9}, {2, 4, 6, 8}, 0, 0, {shown("x", input), shown("mask", mask)}),
              "  Every wrong element is too large by 1.\n"
              "  Only the last 2 of 4 elements are wrong, from 2 on.\n"
              "  mask: 5 6\n"
              "  index      0   1   2   3\n"
              "  x          1   2   3   4\n"
              "  expected   2   4   6   8\n"
              "  got        2   4   7   9\n"
              "                   ^^^   ^\n");
}

TEST(Mismatch, ShowsTheNeighbourhoodOfALargeArrayAndAMatrixWithBrackets)
{
    const std::string large = explanation(
        changed(1000, [](std::size_t i, int x) { return i == 500 ? x + 100000 : x; }), numbers(1000));
    EXPECT_NE(large.find("  Elements 494 to 505 of 1000:\n"), std::string::npos) << large;
    EXPECT_EQ(explanation<int>({1, 0, 0, 1}, {1, 0, 0, 0}, 2),
              "  All wrong elements are in row 1, the last one.\n"
              "  All wrong elements are in column 1, the last one.\n"
              "  expected:\n    1  0\n    0  0\n  got:\n    1  0\n    0 [1]\n");
}

TEST(Mismatch, ShowsAsManyDigitsAsTellRightFromWrong)
{
    const std::string text = explanation<float>({1.0000001f, 2}, {1, 2});
    EXPECT_NE(text.find("1.00000012"), std::string::npos) << text;
}

TEST(Mismatch, ARightArrayHasNone)
{
    EXPECT_EQ(compare_exactly<int>("element", {1, 2}, {1, 2}).mismatch, nullptr);
    EXPECT_NE(compare_exactly<int>("element", {1, 3}, {1, 2}).mismatch, nullptr);
}

TEST(Mismatch, ANumberThatIsTwiceTheRightOneGetsAHint)
{
    EXPECT_NE(compare_exactly("sum", 24, 12).hint.find("twice"), std::string::npos);
    EXPECT_NE(compare_exactly("sum", -1, 12).hint.find("never written"), std::string::npos);
    EXPECT_EQ(compare_exactly("sum", 13, 12).hint, "");
    EXPECT_EQ(compare_exactly("sum", 12, 12).hint, "");
}

}  // namespace
