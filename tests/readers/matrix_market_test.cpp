#include "common/readers/matrix_market.h"

#include "common/support/errors.h"
#include "run_program.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using ladders::CoordinateMatrix;

namespace {

const std::string kReal = "%%MatrixMarket matrix coordinate real general\n";
const std::string kSymmetric = "%%MatrixMarket matrix coordinate real symmetric\n";

// "2 x 3: 0,1=5 1,2=-1"
std::string read_matrix(const std::string& text)
{
    const CoordinateMatrix matrix = ladders::parse_matrix_market("f", text);
    std::ostringstream out;
    out << matrix.rows << " x " << matrix.columns << ":";
    for (const auto& entry : matrix.entries)
        out << ' ' << entry.row << ',' << entry.column << '=' << entry.value;
    return out.str();
}

std::string refusal_of_matrix(const std::string& text)
{
    try {
        ladders::parse_matrix_market("f", text);
    } catch (const ladders::InputError& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        return error.what();
    }
    return "";
}

TEST(MatrixMarket, CountsFromOneInTheFile)
{
    EXPECT_EQ(read_matrix(kReal + "2 3 2\n1 2 5\n2 3 -1e0\n"), "2 x 3: 0,1=5 1,2=-1");
}

TEST(MatrixMarket, HasIntegersAndPatterns)
{
    EXPECT_EQ(read_matrix("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 -7"),
              "1 x 1: 0,0=-7");
    EXPECT_EQ(read_matrix("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1"), "2 x 2: 1,0=1");
    EXPECT_EQ(read_matrix("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2\t1   "),
              "2 x 2: 1,0=1");
    EXPECT_NE(refusal_of_matrix("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5"), "");
    EXPECT_NE(refusal_of_matrix("%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1.5"), "");
}

TEST(MatrixMarket, MirrorsSymmetricHalves)
{
    EXPECT_EQ(read_matrix(kSymmetric + "2 2 2\n1 1 3\n2 1 4\n"), "2 x 2: 0,0=3 1,0=4 0,1=4");
    EXPECT_EQ(read_matrix("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 4\n"),
              "2 x 2: 1,0=4 0,1=-4");
    EXPECT_EQ(
        refusal_of_matrix(kSymmetric + "2 2 1\n1 2 4\n"),
        "f: line 3: of a symmetric matrix the file holds the lower triangle: row 1, column 2 lies above the "
        "diagonal");
    EXPECT_EQ(refusal_of_matrix("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 2 4\n"),
              "f: line 3: a skew-symmetric matrix has nothing on its diagonal");
    EXPECT_EQ(refusal_of_matrix(kSymmetric + "2 3 0\n"),
              "f: line 2: a symmetric matrix has as many rows as columns, not 2 and 3");
}

TEST(MatrixMarket, KeepsDuplicatesForTheirSum)
{
    EXPECT_EQ(read_matrix(kReal + "1 1 2\n1 1 2\n1 1 3\n"), "1 x 1: 0,0=2 0,0=3");
}

TEST(MatrixMarket, AllowsCommentsBlankLinesAndWindowsLineEnds)
{
    EXPECT_EQ(
        read_matrix("%%matrixmarket MATRIX Coordinate Real General\r\n% a comment\r\n\r\n%\r\n 2\t2   1 "
                    "\r\n\r\n%x\r\n1 1 2\r\n\r\n"),
        "2 x 2: 0,0=2");
}

TEST(MatrixMarket, MayBeEmpty)
{
    EXPECT_EQ(read_matrix(kReal + "0 0 0\n"), "0 x 0:");
    EXPECT_EQ(read_matrix(kReal + "5 7 0"), "5 x 7:");
}

TEST(MatrixMarket, RefusesIndicesOutOfRange)
{
    EXPECT_EQ(refusal_of_matrix(kReal + "2 2 1\n0 1 1\n"),
              "f: line 3: the row must be a whole number from 1 to 2, not '0'");
    EXPECT_EQ(refusal_of_matrix(kReal + "2 2 1\n3 1 1\n"),
              "f: line 3: the row must be a whole number from 1 to 2, not '3'");
    EXPECT_EQ(refusal_of_matrix(kReal + "2 2 1\n1 3 1\n"),
              "f: line 3: the column must be a whole number from 1 to 2, not '3'");
    EXPECT_EQ(refusal_of_matrix(kReal + "0 0 1\n1 1 1\n"),
              "f: line 3: the row must be a whole number from 1 to 0, not '1'");
}

TEST(MatrixMarket, RefusesAnotherNumberOfEntriesThanDeclared)
{
    EXPECT_EQ(refusal_of_matrix(kReal + "2 2 2\n1 1 1.00\n"),
              "f: line 3: the file ends after 1 of 2 entries");
    EXPECT_EQ(refusal_of_matrix(kReal + "2 2 1\n1 1 1\n\n2 2 2\n"),
              "f: line 5: more entries than the 1 declared");
}

TEST(MatrixMarket, RefusesWhatIsNoFiniteFloat)
{
    for (const char* value : {"nan", "inf", "1e9999", "1e39", "one"})
        EXPECT_EQ(
            refusal_of_matrix(kReal + "1 1 1\n1 1 " + value + "\n"),
            std::string("f: line 3: the value must be a number that a float can hold, not '") + value + "'");
    EXPECT_EQ(refusal_of_matrix(kReal + "1 1 1\n1 1\n"), "f: line 3: the value is missing");
    EXPECT_EQ(refusal_of_matrix(kReal + "1 1 1\n1 1 1 0\n"),
              "f: line 3: '0' behind the end of what belongs into this line");
}

TEST(MatrixMarket, TakesNoMemoryOnTheFilesWordAlone)
{
    EXPECT_EQ(refusal_of_matrix(kReal + "9 9 2500000000"),
              "f: line 2: 2500000000 entries are declared, but the rest of the file has room for 0 at most");
    EXPECT_NE(refusal_of_matrix(kReal + "99999999999 1 0\n").find("the number of rows must be"),
              std::string::npos);
    EXPECT_NE(refusal_of_matrix(kReal + "1 1 -1\n").find("the number of entries must be"), std::string::npos);
}

TEST(MatrixMarket, RefusesOtherKindsByName)
{
    EXPECT_EQ(refusal_of_matrix(""), "f: the file is empty");
    EXPECT_EQ(refusal_of_matrix("1 2 3\n"), "f: line 1: a Matrix Market file begins with %%MatrixMarket");
    EXPECT_EQ(refusal_of_matrix("%%MatrixMarket matrix array real general\n1 1\n1\n"),
              "f: line 1: the format 'array' is not read, only coordinate (sparse)");
    EXPECT_EQ(refusal_of_matrix("%%MatrixMarket matrix coordinate complex general\n"),
              "f: line 1: the field 'complex' is not read, only real, integer and pattern");
    EXPECT_EQ(refusal_of_matrix("%%MatrixMarket matrix coordinate real hermitian\n"),
              "f: line 1: the symmetry 'hermitian' is not read, only general, symmetric and skew-symmetric");
    EXPECT_EQ(refusal_of_matrix("%%MatrixMarket vector coordinate real general\n"),
              "f: line 1: the object 'vector' is not read, only matrix");
    EXPECT_EQ(refusal_of_matrix("%%MatrixMarket matrix coordinate pattern skew-symmetric\n"),
              "f: line 1: a pattern has no signs, so it cannot be skew-symmetric");
}

TEST(MatrixMarket, FilesThatAreNoTextAreRefused)
{
    const auto refusal_of_file = [](const std::string& content) -> std::string {
        const std::string path = scratch() + "/matrix";
        std::ofstream(path, std::ios::binary) << content;
        try {
            ladders::read_matrix_market(path);
        } catch (const ladders::InputError& error) {
            return std::string(error.what()).substr(path.size());
        }
        return "";
    };
    EXPECT_EQ(refusal_of_file("\x1f\x8b\x08 and so on"), ": compressed by gzip: unpack it first");
    EXPECT_EQ(refusal_of_file(std::string("%%Matrix\0Market", 15)), ": not a text file: byte 8 is NUL");
    EXPECT_THROW(ladders::read_matrix_market(scratch() + "/no_such_file"), ladders::InputError);
    EXPECT_THROW(ladders::read_matrix_market(scratch()), ladders::InputError);
}

}  // namespace
