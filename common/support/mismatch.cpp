#include "common/support/mismatch.h"

#include "common/support/compared_array.h"

#include <cmath>
#include <numeric>

namespace ladders {
namespace {

constexpr std::size_t kMostInWhole = 40;  // elements of an array that is shown whole
constexpr std::size_t kSide = 12;         // rows, and most columns, of a part of a matrix

constexpr const char* kNeverWritten = "the bytes 0xFF, with which the harness fills outputs";
// An output that is read before it is written spoils what is made of it: on the CPU the sum of a number and the NaN whose
// bytes are 0xFF is this NaN again. No other operation makes it.
constexpr const char* kReadTooEarly =
    "Either a kernel has read memory before anything was stored there, or the result was not copied back "
    "whole";
constexpr const char* kTwice =
    "Is something added twice? The harness runs the kernel part twice: if it adds to an output, set this to "
    "zero in it.";
// Of small whole numbers too many are twice the right one by chance.
constexpr double kSmall = 2;

std::string digits(double x)
{
    return format_text("%.6g", x);
}

void add_values(const Compared& c, const ComparedArray& a, Mismatch& m)
{
    std::vector<std::string>& out = m.values;
    const auto all = [&](auto holds) { return a.every_wrong(holds); };
    const std::string they = a.where.size() == a.n && a.n > 1 ? "Every element" : "Every wrong element";
    const std::size_t first = a.where.front();
    const double difference = a.got[first] - a.want[first], ratio = a.got[first] / a.want[first];
    if (all([&](std::size_t i) { return a.untouched[i]; })) {
        out.push_back(they + " was never written: it holds " + kNeverWritten + ".");
        m.if_written = a.integral ? they + " is " + digits(a.got[first]) + "."
                                  : they + " is NaN: it holds " + kNeverWritten + ". " + kReadTooEarly + ".";
    } else if (all([&](std::size_t i) { return std::isnan(a.got[i]); }))
        out.push_back(they + " is NaN. The bytes 0xFF of an element that was never written are a NaN, too.");
    else if (all([&](std::size_t i) { return a.got[i] == 0; }))
        out.push_back(they + " is 0.");
    else if (all([&](std::size_t i) { return is_twice(a.got[i], a.want[i]); }) &&
             std::any_of(a.where.begin(), a.where.end(),
                         [&](std::size_t i) { return !a.integral || std::abs(a.want[i]) > kSmall; }))
        out.push_back(they + " is twice the right one. " + kTwice);
    else if (a.integral && a.where.size() == a.n &&
             all([&](std::size_t i) { return a.got[i] - a.want[i] == -1; }))
        out.push_back(
            they +
            " is 1 too small. Was the output set to zero? The harness fills it with 0xFF, as an int -1.");
    else if (a.where.size() > 1 && all([&](std::size_t i) { return a.got[i] == a.got[first]; }))
        out.push_back(they + " is " + c.got.text(first, 6) + ".");
    else if (a.where.size() > 1 && std::isfinite(difference) &&
             all([&](std::size_t i) { return near(a.got[i] - a.want[i], difference); }))
        out.push_back(they + " is too " + (difference > 0 ? "large" : "small") + " by " +
                      digits(std::abs(difference)) + ".");
    else if (a.where.size() > 1 && std::isfinite(ratio) && ratio != 0 &&
             all([&](std::size_t i) { return near(a.got[i], ratio * a.want[i]); }))
        out.push_back(they + " is " + digits(ratio) + " times the right one.");
}

void add_moves(const ComparedArray& a, std::size_t columns, std::vector<std::string>& out)
{
    for (const int by : {1, -1, 2, -2, 32, -32})
        if (a.moved([&](std::size_t i) { return i - static_cast<std::size_t>(by); }))
            return out.push_back(
                format_text("The results are shifted by %d: element i holds what belongs to element i %c %d.",
                            std::abs(by), by > 0 ? '-' : '+', std::abs(by)));
    if (columns > 1 && a.n % columns == 0) {
        const std::size_t rows = a.n / columns;
        if (rows > 1 && a.moved([&](std::size_t i) { return i % rows * columns + i / rows; }))
            return out.push_back("The result is transposed: rows and columns are swapped.");
        for (const int by : {1, -1})
            if (a.moved([&](std::size_t i) { return i - static_cast<std::size_t>(by) * columns; }))
                return out.push_back(format_text("The results are shifted by a row: row i holds row i %c 1.",
                                                 by > 0 ? '-' : '+'));
        for (const std::size_t tile : {8, 16, 32})
            if (a.moved([&](std::size_t i) {
                    const std::size_t row = i / columns, column = i % columns;
                    const std::size_t from_row = row / tile * tile + column % tile,
                                      from_column = column / tile * tile + row % tile;
                    return from_row < rows && from_column < columns ? from_row * columns + from_column : a.n;
                }))
                return out.push_back(format_text(
                    "Each %zu x %zu tile of the result is transposed: its rows and columns are swapped.",
                    tile, tile));
    }
    if (a.moved([&](std::size_t i) { return a.n - 1 - i; }))
        out.push_back("The results are in reverse order.");
}

// Where in a matrix.
void add_rows_and_columns(const ComparedArray& a, std::size_t columns, std::vector<std::string>& out)
{
    const std::size_t rows = a.n / columns;
    if (rows < 2 || columns < 2 || a.where.size() == a.n)
        return;
    const auto describe_side = [&](const char* what, std::size_t most, auto of) {
        std::size_t least = most, greatest = 0;
        for (const std::size_t i : a.where) {
            least = std::min(least, of(i));
            greatest = std::max(greatest, of(i));
        }
        if (least == greatest)
            out.push_back(format_text("All wrong elements are in %s %zu%s.", what, least,
                                      least + 1 == most ? ", the last one"
                                      : least == 0      ? ", the first one"
                                                        : ""));
        else if (greatest + 1 == most && 2 * least >= most)
            out.push_back(format_text("All wrong elements are in the last %zu %ss, from %zu on.",
                                      most - least, what, least));
        else if (least == 0 && 2 * (greatest + 1) <= most)
            out.push_back(format_text("All wrong elements are in the first %zu %ss.", greatest + 1, what));
    };
    if (a.where.size() >= 3 && a.every_wrong([&](std::size_t i) { return i / columns == i % columns; }))
        return out.push_back("All wrong elements are on the diagonal.");
    describe_side("row", rows, [&](std::size_t i) { return i / columns; });
    describe_side("column", columns, [&](std::size_t i) { return i % columns; });
    if (!out.empty() || a.where.size() < 3)
        return;
    if (rows > 2 && columns > 2 && a.every_wrong([&](std::size_t i) {
            const std::size_t row = i / columns, column = i % columns;
            return row == 0 || row + 1 == rows || column == 0 || column + 1 == columns;
        }))
        out.push_back("All wrong elements are at the border.");
}

// The step between the indices, if they are exactly one, two, ... steps apart from one end to the other; else 0.
std::size_t stride_of(const std::vector<std::size_t>& where, std::size_t n)
{
    if (where.size() < 3)
        return 0;
    const std::size_t stride = where[1] - where[0];
    for (std::size_t k = 1; k < where.size(); ++k)
        if (where[k] - where[k - 1] != stride)
            return 0;
    return stride > 1 && where.front() < stride && where.back() + stride >= n ? stride : 0;
}
void add_places(const ComparedArray& a, Mismatch& m)
{
    if (a.where.size() == a.n)
        return;
    if (m.columns)
        add_rows_and_columns(a, m.columns, m.places);
    m.stride = m.places.empty() ? stride_of(a.where, a.n) : 0;
    if (!m.places.empty() || m.contiguous || m.stride)
        return;
    std::vector<std::size_t> right;
    for (std::size_t i = 0; i < a.n; ++i)
        if (!a.wrong[i])
            right.push_back(i);
    if (const std::size_t stride = stride_of(right, a.n))
        m.places.push_back("Right is only " + every_element(right, stride));
    else if (a.where.size() >= 3) {
        std::size_t step = 0;
        for (const std::size_t i : a.where)
            step = std::gcd(step, i - m.first);
        if (step >= 4)
            m.places.push_back(
                format_text("The wrong elements' indices are %zu plus multiples of %zu.", m.first, step));
    }
}

// The part of an array that is shown: all of it, or what is around `middle`.
std::pair<std::size_t, std::size_t> part_of(std::size_t n, std::size_t middle, std::size_t whole,
                                            std::size_t part)
{
    if (n <= whole)
        return {0, n};
    const std::size_t begin = std::min(middle - std::min(middle, part / 2), n - part);
    return {begin, begin + part};
}

void copy_cells(const Compared& c, const ComparedArray& a, Mismatch& m)
{
    if (m.columns > 1 && a.n / m.columns > 1) {
        const auto [row, row_end] = part_of(a.n / m.columns, m.first / m.columns, kSide + 4, kSide - 4);
        const auto [column, column_end] = part_of(m.columns, m.first % m.columns, kSide + 4, kSide - 4);
        m.row = row;
        m.rows = row_end - row;
        m.column = m.begin = column;
        m.end = column_end;
    } else {
        std::tie(m.begin, m.end) = part_of(a.n, m.first, kMostInWhole, 12);
        m.rows = 1;
    }
    const auto for_each_cell = [&](auto use) {
        for (std::size_t row = m.row; row < m.row + m.rows; ++row)
            for (std::size_t column = m.begin; column < m.end; ++column)
                use(row * m.columns + column);
    };
    // As many digits as tell right from wrong.
    int digits = 6;
    for (const int more : {9, 17}) {
        bool alike = false;
        for_each_cell([&](std::size_t i) {
            alike = alike || (a.wrong[i] && c.got.text(i, digits) == c.want.text(i, digits));
        });
        digits = alike ? more : digits;
    }
    for_each_cell([&](std::size_t i) {
        m.want_cells.push_back(c.want.text(i, digits));
        m.got_cells.push_back(c.got.text(i, digits));
        m.wrong_cells.push_back(a.wrong[i]);
    });
}
}  // namespace

std::string every_element(const std::vector<std::size_t>& where, std::size_t stride)
{
    const char* ending = stride == 2                              ? "nd"
                         : stride == 3                            ? "rd"
                         : stride % 10 == 2 && stride % 100 != 12 ? "nd"
                                                                  : "th";
    return format_text("every %zu%s element: %zu, %zu, %zu, ...", stride, ending, where[0], where[1],
                       where[2]);
}
Mismatch describe(const Compared& c)
{
    const ComparedArray a(c);
    Mismatch m;
    m.n = c.got.n;
    m.columns = c.got.columns;
    if (a.where.empty())
        return m;
    m.wrong = a.where.size();
    m.first = a.where.front();
    m.last = a.where.back();
    m.contiguous = m.last - m.first + 1 == m.wrong;
    add_values(c, a, m);
    if (m.values.empty() || a.n == m.n)
        add_moves(a, m.columns, m.values);
    if (a.n == m.n)
        add_places(a, m);
    else
        m.contiguous = false;
    copy_cells(c, a, m);
    return m;
}
std::string describe_number(double got, double want, bool untouched, bool integral)
{
    if (untouched)
        return std::string("It was never written: it holds ") + kNeverWritten + ".";
    if (is_twice(got, want) && (!integral || std::abs(want) > kSmall))
        return std::string("It is twice the right one. ") + kTwice;
    return "";
}

std::string describe_written_number(double got, double want, bool untouched, bool integral)
{
    if (!untouched)
        return describe_number(got, want, false, integral);
    return integral ? "" : std::string("It is NaN, made of ") + kNeverWritten + ". " + kReadTooEarly + ".";
}

}  // namespace ladders
