#include "common/readers/edge_list.h"

#include "common/support/errors.h"
#include "run_program.h"

#include <gtest/gtest.h>

#include <sstream>

namespace {

// "7 9: 0-1 1-1": the file's numbers, then the edges
std::string read_list(const std::string& text)
{
    const ladders::EdgeList list = ladders::parse_edge_list("f", text);
    std::ostringstream out;
    for (std::size_t i = 0; i < list.ids.size(); ++i)
        out << (i ? " " : "") << list.ids[i];
    out << ':';
    for (const ladders::Edge& edge : list.edges)
        out << ' ' << edge.from << '-' << edge.to;
    return out.str();
}

template <class F>
std::string refusal_of(F read)
{
    try {
        read();
    } catch (const ladders::InputError& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        return error.what();
    }
    return "";
}

std::string refusal_of_list(const std::string& text)
{
    return refusal_of([&] { ladders::parse_edge_list("f", text); });
}

TEST(EdgeList, CountsTheVerticesWithoutGaps)
{
    EXPECT_EQ(read_list("0 1\n1 2\n"), "0 1 2: 0-1 1-2");
    EXPECT_EQ(read_list("3 1\n1 3\n"), "1 3: 1-0 0-1");
    // Far apart: found by search, not by a table.
    EXPECT_EQ(read_list("9223372036854775807 17\n0 17\n"), "0 17 9223372036854775807: 2-1 0-1");
}

TEST(EdgeList, TableAndSearchGiveTheSame)
{
    // Four numbers for each edge are the border between the two.
    EXPECT_EQ(read_list("3 0\n"), "0 3: 1-0");
    EXPECT_EQ(read_list("4 0\n"), "0 4: 1-0");
    EXPECT_EQ(read_list("5 5\n"), "5: 0-0");
    EXPECT_EQ(read_list("0 0\n"), "0: 0-0");
}

TEST(EdgeList, KeepsDuplicatesAndSelfLoopsInTheirOrder)
{
    EXPECT_EQ(read_list("2 2\n1 2\n1 2\n2 1\n"), "1 2: 1-1 0-1 0-1 1-0");
}

TEST(EdgeList, SkipsCommentsBlankLinesAndWindowsLineEnds)
{
    EXPECT_EQ(read_list("# Undirected graph\r\n\r\n% a comment\r\n  # another\r\n 1\t2 \r\n   \r\n2 3"),
              "1 2 3: 0-1 1-2");
}

TEST(EdgeList, BelievesNoSizeInAComment)
{
    EXPECT_EQ(read_list("# Nodes: 999999999999 Edges: 999999999999\n1 2\n"), "1 2: 0-1");
}

TEST(EdgeList, DropsAWeight)
{
    EXPECT_EQ(read_list("1 2 0.5\n2 1 -1e9\n1 1 1217567877\n"), "1 2: 0-1 1-0 0-0");
    EXPECT_EQ(refusal_of_list("1 2 heavy\n"),
              "f: line 1: the weight must be a number that a float can hold, not 'heavy'");
    EXPECT_EQ(refusal_of_list("1 2 0.5 7\n"), "f: line 1: '7' behind the end of what belongs into this line");
}

TEST(EdgeList, RefusesWhatIsNoVertex)
{
    const std::string rule = " must be a whole number from 0 to 9223372036854775807, not ";
    EXPECT_EQ(refusal_of_list("0 1\n\n-1 2\n"), "f: line 3: the first vertex" + rule + "'-1'");
    EXPECT_EQ(refusal_of_list("# x\n0 9223372036854775808\n"),
              "f: line 2: the second vertex" + rule + "'9223372036854775808'");
    EXPECT_EQ(refusal_of_list("1.5 2\n"), "f: line 1: the first vertex" + rule + "'1.5'");
    EXPECT_EQ(refusal_of_list("from to\n"), "f: line 1: the first vertex" + rule + "'from'");
    EXPECT_EQ(refusal_of_list("1,2\n"), "f: line 1: the first vertex" + rule + "'1,2'");
    EXPECT_EQ(refusal_of_list("1 2#\n"), "f: line 1: the second vertex" + rule + "'2#'");
    EXPECT_EQ(refusal_of_list("0 1\n7\n"), "f: line 2: the second vertex is missing");
}

TEST(EdgeList, RefusesAFileWithoutEdges)
{
    EXPECT_EQ(refusal_of_list(""), "f: no edge in the file");
    EXPECT_EQ(refusal_of_list("# Nodes: 5\n\n"), "f: no edge in the file");
}

TEST(EdgeList, RefusesGzipUnderAPlainName)
{
    const std::string path = write_file("graph.el", "\x1f\x8b\x08 and so on");
    EXPECT_EQ(refusal_of([&] { ladders::read_edge_list(path); }),
              path + ": compressed by gzip: unpack it first");
}

}  // namespace
