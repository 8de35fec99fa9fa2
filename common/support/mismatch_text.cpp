#include "common/support/mismatch_text.h"

#include <algorithm>
#include <utility>

namespace ladders {
namespace {

constexpr std::size_t kScreen = 80;    // columns
constexpr std::size_t kMostRows = 12;  // of an input that is a matrix

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
                          every_element({m.first, m.first + m.stride, m.first + 2 * m.stride}, m.stride) +
                          who);
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
    const std::size_t most = columns ? kMostRows : kLines;
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
}  // namespace ladders
