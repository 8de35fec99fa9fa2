#include "common/readers/matrix_market.h"

#include "common/readers/text_file.h"
#include "common/readers/text_lines.h"

#include <limits>

namespace ladders {
namespace {

enum class Field { real, integer, pattern };
enum class Symmetry { general, symmetric, skew };

struct Header {
    Field field;
    Symmetry symmetry;
};

// "%%MatrixMarket matrix coordinate real general", in letters of any size.
Header read_header(TextLines& lines)
{
    if (!lines.next())
        throw lines.error("the file is empty");
    if (lower(lines.word()) != "%%matrixmarket")
        throw lines.error("a Matrix Market file begins with %%MatrixMarket");
    const auto refused = [&](const std::string& what, std::string_view word, const std::string& read) {
        return lines.error(what + " " + quoted(word) + " is not read, only " + read);
    };
    const std::string object = lower(lines.word()), format = lower(lines.word());
    const std::string field = lower(lines.word()), symmetry = lower(lines.word());
    if (object != "matrix")
        throw refused("the object", object, "matrix");
    if (format != "coordinate")
        throw refused("the format", format, "coordinate (sparse)");
    Header header{};
    if (field == "real" || field == "double")
        header.field = Field::real;
    else if (field == "integer")
        header.field = Field::integer;
    else if (field == "pattern")
        header.field = Field::pattern;
    else
        throw refused("the field", field, "real, integer and pattern");
    if (symmetry == "general")
        header.symmetry = Symmetry::general;
    else if (symmetry == "symmetric")
        header.symmetry = Symmetry::symmetric;
    else if (symmetry == "skew-symmetric")
        header.symmetry = Symmetry::skew;
    else
        throw refused("the symmetry", symmetry, "general, symmetric and skew-symmetric");
    if (header.field == Field::pattern && header.symmetry == Symmetry::skew)
        throw lines.error("a pattern has no signs, so it cannot be skew-symmetric");
    lines.expect_end();
    return header;
}

// Goes on to the next line that is neither blank nor a comment.
bool next_with_data(TextLines& lines)
{
    while (lines.next())
        if (!lines.is_empty() && lines.rest().front() != '%')
            return true;
    return false;
}

class EntryReader {
public:
    EntryReader(Header header, CoordinateMatrix& matrix) : header_(header), matrix_(matrix) {}

    void read(TextLines& lines)
    {
        CoordinateMatrix::Entry entry{};
        entry.row = static_cast<std::int32_t>(lines.integer("the row", 1, matrix_.rows) - 1);
        entry.column = static_cast<std::int32_t>(lines.integer("the column", 1, matrix_.columns) - 1);
        entry.value = value(lines);
        lines.expect_end();
        matrix_.entries.push_back(entry);
        if (header_.symmetry == Symmetry::general)
            return;
        if (entry.column > entry.row)
            throw lines.error("of a symmetric matrix the file holds the lower triangle: row " +
                              std::to_string(entry.row + 1) + ", column " + std::to_string(entry.column + 1) +
                              " lies above the diagonal");
        const float sign = header_.symmetry == Symmetry::skew ? -1.0f : 1.0f;
        if (entry.column != entry.row)
            matrix_.entries.push_back({entry.column, entry.row, sign * entry.value});
        else if (header_.symmetry == Symmetry::skew)
            throw lines.error("a skew-symmetric matrix has nothing on its diagonal");
    }

private:
    float value(TextLines& lines) const
    {
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
        switch (header_.field) {
            case Field::real:
                return lines.number("the value");
            case Field::integer:
                return static_cast<float>(lines.integer("the value", -kMost, kMost));
            case Field::pattern:
                return 1;
        }
        return 0;
    }

    Header header_;
    CoordinateMatrix& matrix_;
};

}  // namespace

CoordinateMatrix read_matrix_market(const std::string& path)
{
    return parse_matrix_market(path, read_text_file(path));
}

CoordinateMatrix parse_matrix_market(const std::string& name, std::string_view text)
{
    TextLines lines(name, text);
    const Header header = read_header(lines);
    if (!next_with_data(lines))
        throw lines.error("the line with the numbers of rows, columns and entries is missing");
    CoordinateMatrix matrix;
    constexpr std::int64_t kMostRows = std::numeric_limits<std::int32_t>::max();
    matrix.rows = static_cast<std::int32_t>(lines.integer("the number of rows", 0, kMostRows));
    matrix.columns = static_cast<std::int32_t>(lines.integer("the number of columns", 0, kMostRows));
    const std::int64_t declared =
        lines.integer("the number of entries", 0, std::numeric_limits<std::int64_t>::max());
    lines.expect_end();
    matrix.is_pattern = header.field == Field::pattern;
    matrix.was_symmetric = header.symmetry != Symmetry::general;
    if (matrix.was_symmetric && matrix.rows != matrix.columns)
        throw lines.error("a symmetric matrix has as many rows as columns, not " +
                          std::to_string(matrix.rows) + " and " + std::to_string(matrix.columns));

    // No memory on the file's word alone: an entry takes at least 4 bytes, as in "1 1" and its line's end.
    const auto most = static_cast<std::int64_t>((lines.bytes_left() + 1) / 4);
    if (declared > most)
        throw lines.error(std::to_string(declared) +
                          " entries are declared, but the rest of the file has room for " +
                          std::to_string(most) + " at most");
    matrix.entries.reserve(static_cast<std::size_t>(declared) * (matrix.was_symmetric ? 2 : 1));
    EntryReader reader(header, matrix);
    std::int64_t found = 0;
    while (next_with_data(lines)) {
        if (++found > declared)
            throw lines.error("more entries than the " + std::to_string(declared) + " declared");
        reader.read(lines);
    }
    if (found < declared)
        throw lines.error("the file ends after " + std::to_string(found) + " of " + std::to_string(declared) +
                          " entries");
    return matrix;
}

}  // namespace ladders
