// Patterns from files, onto boards, and back into files.
#include "common/readers/text_file.h"
#include "common/support/errors.h"
#include "common/support/parallel.h"
#include "pattern.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

using namespace ladders;

namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

void append_run(std::string& items, std::size_t count, char tag)
{
    if (count > 1)
        items += std::to_string(count);
    if (count > 0)
        items += tag;
}

// The runs of some rows. Rows before the first live cell, and from the last live cell's on, are not yet ended.
struct Runs {
    std::size_t before = 0, after = 0;
    std::string items;
};

// Dead cells at a row's end are left out, as the format has it.
Runs runs_of(const Board& board, std::size_t begin, std::size_t end)
{
    Runs runs;
    std::size_t rows = 0;  // to be ended before the next live cell
    for (std::size_t y = begin; y < end; ++y, ++rows) {
        const auto cell = [&](std::size_t x) { return board.cell(x, y); };
        for (std::size_t x = 0, to = 0; x < board.width; x = to) {
            for (to = x; to < board.width && cell(to) == cell(x); ++to) {
            }
            if (cell(x) == 0 && to == board.width)
                break;
            if (runs.items.empty())
                runs.before = rows;
            else
                append_run(runs.items, rows, '$');
            rows = 0;
            append_run(runs.items, to - x, cell(x) ? 'o' : 'b');
        }
    }
    runs.after = rows;
    return runs;
}

// Writes items, and breaks lines before they are longer than 70 characters.
class ItemWriter {
public:
    explicit ItemWriter(std::FILE* file) : file_(file) {}

    // An item is a count and a tag, so that a line may end after each character that is no digit.
    void write(std::string_view items)
    {
        const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
        while (!items.empty()) {
            std::size_t n = std::min(70 - line_.size(), items.size());
            while (n > 0 && is_digit(items[n - 1]))
                --n;
            line_ += items.substr(0, n);
            items.remove_prefix(n);
            if (!items.empty())
                end_line();
        }
    }
    void end_line()
    {
        line_ += '\n';
        std::fwrite(line_.data(), 1, line_.size(), file_);
        line_.clear();
    }

private:
    std::FILE* file_;
    std::string line_;
};

constexpr std::size_t kRowsAtOnce = 1024;   // on all cores; of 65536 cells, random: some 50 MB of text
constexpr std::size_t kFewCells = 1 << 18;  // threads would cost more than they gain

// Dead rows at the end are left out, as the format has it.
void write_cells(std::FILE* file, const Board& board)
{
    ItemWriter out(file);
    std::size_t rows = 0;  // to be ended before the next live cell
    for (std::size_t y = 0; y < board.height; y += kRowsAtOnce) {
        const std::size_t n = std::min(kRowsAtOnce, board.height - y);
        const auto part = [&](std::size_t begin, std::size_t end) {
            return runs_of(board, y + begin, y + end);
        };
        for (const Runs& runs :
             board.width* n < kFewCells ? std::vector{part(0, n)} : parallel_pieces(n, part)) {
            rows += runs.before;
            if (!runs.items.empty()) {
                std::string ends;
                append_run(ends, rows, '$');
                out.write(ends);
                out.write(runs.items);
                rows = 0;
            }
            rows += runs.after;
        }
    }
    out.write("!");
    out.end_line();
}

}  // namespace

LifePattern read_life_pattern(const std::string& path)
{
    return parse_life_pattern(path, read_text_file(path));
}

Board board_with_pattern(const std::string& name, const LifePattern& pattern, std::size_t width,
                         std::size_t height)
{
    const auto w = static_cast<std::size_t>(pattern.width), h = static_cast<std::size_t>(pattern.height);
    if (w > width || h > height)
        throw InputError(name + ": the pattern of " + std::to_string(w) + " x " + std::to_string(h) +
                         " cells is larger than the torus of " + std::to_string(width) + " x " +
                         std::to_string(height) + " (see --size, --width and --height)");
    Board board = dead_board(width, height);
    const std::size_t left = (width - w) / 2, top = (height - h) / 2;
    for (const LifePattern::Run& run : pattern.runs) {
        const std::size_t y = top + static_cast<std::size_t>(run.row);
        const std::size_t x = left + static_cast<std::size_t>(run.column);
        for (std::size_t k = 0; k < static_cast<std::size_t>(run.length); ++k)
            board.set_alive(x + k, y);
    }
    return board;
}

void write_rle(const std::string& path, const Board& board, const std::string& comment)
{
    const auto fail = [&] { throw UsageError(path + ": cannot be written (" + std::strerror(errno) + ")"); };
    File file(std::fopen(path.c_str(), "wb"));
    if (!file)
        fail();
    std::string line = comment;  // a file's name in it may hold anything
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, '?');
    std::fprintf(file.get(), "#C %s\nx = %zu, y = %zu, rule = B3/S23\n", line.c_str(), board.width,
                 board.height);
    write_cells(file.get(), board);
    if (std::fflush(file.get()) != 0 || std::ferror(file.get()))
        fail();
}
