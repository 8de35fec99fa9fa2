#include "common/support/mismatch.h"

#include <cmath>
#include <numeric>

namespace ladders {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 22;  // elements that are looked at
constexpr std::size_t kScreen = 80;                  // columns
constexpr std::size_t kMostInWhole = 40;             // elements of an array that is shown whole
constexpr std::size_t kSide = 12;                    // rows, and most columns, of a part of a matrix

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

// Whether two values are the same but for rounding.
bool near(double a, double b)
{
    return a == b || (std::isfinite(a) && std::isfinite(b) &&
                      std::abs(a - b) <= 1e-4 * std::max(std::abs(a), std::abs(b)));
}

bool is_twice(double got, double want)
{
    return want != 0 && std::isfinite(want) && near(got, 2 * want);
}

std::string number(double x)
{
    return format_text("%.6g", x);
}

// An array with its wrong elements: what the sentences are made from.
struct Array {
    std::size_t n = 0;
    std::vector<double> got, want;
    std::vector<char> wrong, untouched;
    std::vector<std::size_t> where;  // the wrong ones' indices
    bool integral = false;

    explicit Array(const Compared& c) : n(std::min(c.got.n, kMost)), integral(c.integral)
    {
        for (std::size_t i = 0; i < n; ++i) {
            got.push_back(c.got_value(i));
            want.push_back(c.want_value(i));
            wrong.push_back(!c.right(i));
            untouched.push_back(c.untouched(i));
            if (wrong.back())
                where.push_back(i);
        }
    }
    template <class F>
    bool every_wrong(F holds) const
    {
        return std::all_of(where.begin(), where.end(), holds);
    }
    // Whether the results are the right ones at other places: element i that of from(i), where it is below n. A few
    // different values must agree.
    template <class F>
    bool moved(F from) const
    {
        std::size_t seen = 0, changes = 0;
        double before = 0;
        for (const std::size_t i : where) {
            const std::size_t j = from(i);
            if (j >= n)
                continue;
            if (!near(got[i], want[j]))
                return false;
            changes += seen > 0 && want[j] != before;
            before = want[j];
            ++seen;
        }
        return seen >= 2 && changes >= 1 && 2 * seen >= where.size();
    }
};

void add_values(const Array& a, Mismatch& m)
{
    std::vector<std::string>& out = m.values;
    const auto all = [&](auto holds) { return a.every_wrong(holds); };
    const std::string they = a.where.size() == a.n && a.n > 1 ? "Every element" : "Every wrong element";
    const std::size_t first = a.where.front();
    const double difference = a.got[first] - a.want[first], ratio = a.got[first] / a.want[first];
    if (all([&](std::size_t i) { return a.untouched[i]; })) {
        out.push_back(they + " was never written: it holds " + kNeverWritten + ".");
        m.if_written = a.integral ? they + " is " + number(a.got[first]) + "."
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
        out.push_back(they + " is " + number(a.got[first]) + ".");
    else if (a.where.size() > 1 && std::isfinite(difference) &&
             all([&](std::size_t i) { return near(a.got[i] - a.want[i], difference); }))
        out.push_back(they + " is too " + (difference > 0 ? "large" : "small") + " by " +
                      number(std::abs(difference)) + ".");
    else if (a.where.size() > 1 && std::isfinite(ratio) && ratio != 0 &&
             all([&](std::size_t i) { return near(a.got[i], ratio * a.want[i]); }))
        out.push_back(they + " is " + number(ratio) + " times the right one.");
}

void add_moves(const Array& a, std::size_t columns, std::vector<std::string>& out)
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
    }
    if (a.moved([&](std::size_t i) { return a.n - 1 - i; }))
        out.push_back("The results are in reverse order.");
}

// Where in a matrix.
void add_rows_and_columns(const Array& a, std::size_t columns, std::vector<std::string>& out)
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

std::string every(const std::vector<std::size_t>& where, std::size_t stride)
{
    const char* ending = stride == 2                              ? "nd"
                         : stride == 3                            ? "rd"
                         : stride % 10 == 2 && stride % 100 != 12 ? "nd"
                                                                  : "th";
    return format_text("every %zu%s element: %zu, %zu, %zu, ...", stride, ending, where[0], where[1],
                       where[2]);
}

void add_places(const Array& a, Mismatch& m)
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
        m.places.push_back("Right is only " + every(right, stride));
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

void copy_cells(const Compared& c, const Array& a, Mismatch& m)
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

std::string padded(const std::string& text, std::size_t width)
{
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string in_blocks(const Mismatch& m, std::size_t block)
{
    const std::size_t left = m.n - m.first;
    if (block > 1 && m.first % block == 0) {
        const std::size_t blocks = m.first / block;
        const std::string where = format_text(" (%zu is %zu block%s of %zu threads: ", m.first, blocks,
                                              blocks == 1 ? "" : "s", block);
        if (left < block)
            return where + "the rest, which does not fill a block)";
        return where + (left == block ? "the last block)" : "all blocks behind)");
    }
    if (left < 4 && m.first % 4 == 0)
        return format_text(" (%zu is no multiple of 4)", m.n);
    return "";
}

std::vector<std::string> sentences(const Mismatch& m, std::size_t block, bool all_written)
{
    std::vector<std::string> all = m.values;
    if (all_written && !m.if_written.empty())
        all.front() = m.if_written;
    const std::size_t last = m.n - 1;
    if (m.wrong < m.n && m.places.empty()) {
        if (m.wrong == 1)
            all.push_back(format_text("Only element %zu is wrong%s", m.first,
                                      m.first == last ? ", the last one"
                                      : m.first == 0  ? ", the first one"
                                                      : "") +
                          (m.first == last ? in_blocks(m, block) : "") + ".");
        else if (m.contiguous && m.last == last)
            all.push_back(format_text("Only the last %zu of %zu elements are wrong, from %zu on", m.wrong,
                                      m.n, m.first) +
                          in_blocks(m, block) + ".");
        else if (m.contiguous && m.first == 0)
            all.push_back(format_text("Only the first %zu of %zu elements are wrong.", m.wrong, m.n));
        else if (m.contiguous)
            all.push_back(format_text("Only elements %zu to %zu are wrong", m.first, m.last) +
                          (block > 1 && m.first % block == 0 && m.wrong == block
                               ? format_text(", those of block %zu.", m.first / block)
                               : "."));
        else if (m.stride) {
            std::string who;
            if (block > 1 && m.stride == block)
                who = format_text(" (thread %zu of each block)", m.first);
            else if (m.stride == 32)
                who = format_text(" (lane %zu of each warp)", m.first);
            all.push_back("Wrong is only " +
                          every({m.first, m.first + m.stride, m.first + 2 * m.stride}, m.stride) + who);
        }
    }
    all.insert(all.end(), m.places.begin(), m.places.end());
    return all;
}

std::size_t widest(const std::vector<std::string>& cells)
{
    std::size_t width = 1;
    for (const std::string& cell : cells)
        width = std::max(width, cell.size());
    return width;
}

// Rows of cells under each other, with their names in front, as many columns at a time as fit.
void add_rows(const std::vector<std::pair<std::string, std::vector<std::string>>>& rows,
              std::vector<std::string>& lines)
{
    std::size_t name_width = 0, width = 1;
    for (const auto& [name, cells] : rows) {
        name_width = std::max(name_width, name.size());
        width = std::max(width, widest(cells));
    }
    const std::size_t count = rows.front().second.size();
    const std::size_t at_once = std::max<std::size_t>(1, (kScreen - 2 - name_width) / (width + 1));
    for (std::size_t begin = 0; begin < count; begin += at_once)
        for (const auto& [name, cells] : rows) {
            std::string line = "  " + name + std::string(name_width - name.size(), ' ');
            for (std::size_t i = begin; i < std::min(count, begin + at_once); ++i)
                line += " " + padded(cells[i], width);
            line.erase(line.find_last_not_of(' ') + 1);
            if (!line.empty())
                lines.push_back(line);
        }
}

void add_array(const Mismatch& m, const std::vector<Shown>& inputs, std::vector<std::string>& lines)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> rows;
    std::vector<std::string> index, mark;
    for (std::size_t i = m.begin; i < m.end; ++i) {
        index.push_back(std::to_string(i));
        mark.push_back(!m.wrong_cells[i - m.begin] ? "" : i == m.first ? "^^^" : "^");
    }
    rows.emplace_back("index", index);
    for (const Shown& input : inputs)
        if (input.n == m.n && !input.columns) {
            auto& cells = rows.emplace_back(input.name, std::vector<std::string>()).second;
            for (std::size_t i = m.begin; i < m.end; ++i)
                cells.push_back(input.text(i, 6));
        }
    rows.emplace_back("expected", m.want_cells);
    rows.emplace_back("got", m.got_cells);
    rows.emplace_back("", mark);
    if (m.end - m.begin < m.n)
        lines.push_back(format_text("  Elements %zu to %zu of %zu:", m.begin, m.end - 1, m.n));
    add_rows(rows, lines);
}

// A part of a matrix; wrong cells in brackets.
void add_matrix(const std::string& name, const Mismatch& m, std::vector<std::string> cells, bool marked,
                std::vector<std::string>& lines)
{
    const std::size_t columns = m.end - m.begin;
    for (std::size_t k = 0; k < cells.size(); ++k)
        cells[k] = marked && m.wrong_cells[k] ? "[" + cells[k] + "]" : " " + cells[k] + " ";
    const std::size_t width = std::min(widest(cells), kScreen);
    const std::size_t fit = std::clamp<std::size_t>((kScreen - 3) / width, 1, columns);
    // The first wrong element is among the columns that fit.
    const std::size_t at = m.first % m.columns - m.begin;
    const std::size_t from = std::min(at - std::min(at, fit / 2), columns - fit);
    const bool whole = m.rows * m.columns == m.n && fit == m.columns;
    lines.push_back("  " + name +
                    (whole ? ":"
                           : format_text(", rows %zu to %zu and columns %zu to %zu of %zu x %zu:", m.row,
                                         m.row + m.rows - 1, m.begin + from, m.begin + from + fit - 1,
                                         m.n / m.columns, m.columns)));
    for (std::size_t row = 0; row < m.rows; ++row) {
        std::string line = "   ";
        for (std::size_t column = from; column < from + fit; ++column)
            line += padded(cells[row * columns + column], width);
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(line);
    }
}

// An input that is not laid out as the result: its first elements.
void add_input(const Shown& input, std::vector<std::string>& lines)
{
    constexpr std::size_t kLines = 3;
    const std::string head = "  " + input.name + ":";
    std::string line = head;
    std::size_t used = 0, i = 0;
    const std::size_t columns = input.columns > 1 ? input.columns : 0;
    const std::size_t most = columns ? kSide : kLines;
    for (; i < input.n; ++i) {
        const std::string text = input.text(i, 6);
        if (line.size() + 1 + text.size() > kScreen || (columns && i > 0 && i % columns == 0)) {
            lines.push_back(line);
            if (++used == most)
                break;
            line = std::string(head.size(), ' ');
        }
        line += " " + text;
    }
    if (used < most)
        lines.push_back(line);
    if (i < input.n)
        lines.back() = lines.back().substr(0, kScreen - 4) + " ...";
}

}  // namespace

Mismatch describe(const Compared& c)
{
    const Array a(c);
    Mismatch m;
    m.n = c.got.n;
    m.columns = c.got.columns;
    if (a.where.empty())
        return m;
    m.wrong = a.where.size();
    m.first = a.where.front();
    m.last = a.where.back();
    m.contiguous = m.last - m.first + 1 == m.wrong;
    add_values(a, m);
    if (m.values.empty() || a.n == m.n)
        add_moves(a, m.columns, m.values);
    if (a.n == m.n)
        add_places(a, m);
    else
        m.contiguous = false;
    copy_cells(c, a, m);
    return m;
}

// Breaks at blanks.
void add_sentence(const std::string& text, std::vector<std::string>& lines)
{
    std::string rest = text;
    while (rest.size() > kScreen - 2) {
        const std::size_t cut = rest.rfind(' ', kScreen - 2);
        if (cut == std::string::npos || cut == 0)
            break;
        lines.push_back("  " + rest.substr(0, cut));
        rest = rest.substr(cut + 1);
    }
    lines.push_back("  " + rest);
}

std::vector<std::string> explain(const Mismatch& m, const std::vector<Shown>& inputs, std::size_t block,
                                 bool all_written)
{
    std::vector<std::string> lines;
    if (m.wrong == 0)
        return lines;
    for (const std::string& sentence : sentences(m, block, all_written))
        add_sentence(sentence, lines);
    const bool matrix = m.columns > 1 && m.n / m.columns > 1;
    for (const Shown& input : inputs)
        if (matrix || input.n != m.n || input.columns)
            add_input(input, lines);
    if (matrix) {
        add_matrix("expected", m, m.want_cells, false, lines);
        add_matrix("got", m, m.got_cells, true, lines);
    } else {
        add_array(m, inputs, lines);
    }
    return lines;
}

std::vector<std::string> explain_number(const std::string& hint, const std::vector<Shown>& inputs)
{
    std::vector<std::string> lines;
    if (!hint.empty())
        add_sentence(hint, lines);
    for (const Shown& input : inputs)
        add_input(input, lines);
    return lines;
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
