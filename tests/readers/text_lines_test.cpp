#include "common/readers/text_lines.h"

#include <gtest/gtest.h>

#include <functional>

using ladders::TextLines;

namespace {

// What `read` is refused with on this line; empty if it is not refused.
std::string refusal_of_line(const std::string& line, const std::function<void(TextLines&)>& read)
{
    TextLines lines("f", line);
    lines.next();
    try {
        read(lines);
    } catch (const ladders::InputError& error) {
        return error.what();
    }
    return "";
}

TEST(TextLines, EndWithEitherLineEndOrTheText)
{
    TextLines lines("f", "a b\r\n\n c");
    ASSERT_TRUE(lines.next());
    EXPECT_EQ(lines.word(), "a");
    EXPECT_EQ(lines.word(), "b");
    EXPECT_EQ(lines.word(), "");
    ASSERT_TRUE(lines.next());
    EXPECT_TRUE(lines.is_empty());
    ASSERT_TRUE(lines.next());
    EXPECT_EQ(lines.number(), 3);
    EXPECT_EQ(lines.word(), "c");
    EXPECT_FALSE(lines.next());
}

TEST(TextLines, IntegersLieInTheirRange)
{
    const auto read = [](TextLines& lines) { lines.integer("the row", 1, 7); };
    EXPECT_EQ(refusal_of_line("7", read), "");
    for (const std::string word : {"0", "8", "-1", "1.5", "x", "1x", "0x1", "+1", "99999999999999999999"})
        EXPECT_EQ(refusal_of_line(word, read),
                  "f: line 1: the row must be a whole number from 1 to 7, not '" + word + "'");
    EXPECT_EQ(refusal_of_line("  ", read), "f: line 1: the row is missing");
}

TEST(TextLines, NumbersAreWhatAFloatCanHold)
{
    for (const auto& [word, value] : std::vector<std::pair<std::string, float>>{{"1", 1},
                                                                                {"-.5", -.5f},
                                                                                {"+2.", 2},
                                                                                {"1e38", 1e38f},
                                                                                {"1e-9999", 0},
                                                                                {"-0", 0},
                                                                                {"16777217", 16777216}}) {
        TextLines lines("f", word);
        lines.next();
        EXPECT_EQ(lines.number("v"), value) << word;
    }
    for (const std::string word :
         {"nan", "inf", "-inf", "1e9999", "1e39", "x", "1,5", "--1", "+-1", "1e", "0x10"})
        EXPECT_EQ(refusal_of_line(word, [](TextLines& lines) { lines.number("v"); }),
                  "f: line 1: v must be a number that a float can hold, not '" + word + "'");
}

TEST(TextLines, QuoteWhatIsLongOrUnprintable)
{
    EXPECT_EQ(ladders::quoted("a\x01\xff"),
              "'a?"
              "?'");
    EXPECT_EQ(ladders::quoted(std::string(30, 'a')), "'" + std::string(20, 'a') + "...'");
}

TEST(TextLines, EndWhereTheyShould)
{
    EXPECT_EQ(refusal_of_line("  ", [](TextLines& lines) { lines.expect_end(); }), "");
    EXPECT_EQ(refusal_of_line("3", [](TextLines& lines) { lines.expect_end(); }),
              "f: line 1: '3' behind the end of what belongs into this line");
}

}  // namespace
