#include "common/harness/options.h"

#include "common/support/errors.h"

#include <gtest/gtest.h>

using ladders::parse_size;
using ladders::UsageError;

namespace {

TEST(ParseSize, ReadsNumbersAndBinarySuffixes)
{
    EXPECT_EQ(parse_size("-n", "1"), 1u);
    EXPECT_EQ(parse_size("-n", "4096"), 4096u);
    EXPECT_EQ(parse_size("-n", "3Ki"), 3072u);
    EXPECT_EQ(parse_size("-n", "4Mi"), std::size_t{4} << 20);
    EXPECT_EQ(parse_size("-n", "16Gi"), std::size_t{16} << 30);
}

TEST(ParseSize, RefusesEverythingElse)
{
    for (const char* text : {"", "0", "0Ki", "-1", "+1", " 1", "1 ", "abc", "1e6", "1.5", "4M", "4mi", "Mi",
                             "0x10", "2^40", "18446744073709551616", "99999999999Gi"})
        EXPECT_THROW(parse_size("-n", text), UsageError) << text;
}

TEST(ParseSize, NamesTheOptionAndTheValue)
{
    try {
        parse_size("--size", "1e6");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_EQ(std::string(error.what()).rfind("--size 1e6: ", 0), 0u) << error.what();
    }
}

}  // namespace
