// Patterns from files, onto boards, and back into files.
#include "common/readers/text_file.h"
#include "common/support/errors.h"
#include "pattern.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

using namespace ladders;

namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

// Writes runs, and breaks lines before they are longer than 70 characters.
class RleWriter {
public:
    explicit RleWriter(std::FILE* file) : file_(file) {}

    void run(std::size_t count, char tag)
    {
        if (count == 0)
            return;
        const std::string item = (count > 1 ? std::to_string(count) : "") + tag;
        if (line_.size() + item.size() > 70)
            end_line();
        line_ += item;
    }
    void end_line()
    {
        line_ += '\n';
        std::fputs(line_.c_str(), file_);
        line_.clear();
    }

private:
    std::FILE* file_;
    std::string line_;
};

// Dead cells at a row's end and dead rows at the end are left out, as the format has it.
void write_cells(std::FILE* file, const Board& board)
{
    RleWriter out(file);
    std::size_t rows = 0;  // to be ended before the next live cell
    for (std::size_t y = 0; y < board.height; ++y, ++rows) {
        const auto cell = [&](std::size_t x) { return board.cell(x, y); };
        for (std::size_t x = 0, end = 0; x < board.width; x = end) {
            for (end = x; end < board.width && cell(end) == cell(x); ++end) {
            }
            if (cell(x) == 0 && end == board.width)
                break;
            out.run(rows, '$');
            rows = 0;
            out.run(end - x, cell(x) ? 'o' : 'b');
        }
    }
    out.run(1, '!');
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
