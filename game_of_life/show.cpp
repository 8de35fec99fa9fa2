#include "show.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

namespace {

constexpr std::size_t kDotsAcross = 2, kDotsDown = 4;  // of a character
constexpr int kFramesPerSecond = 20;

// The dots' bits in Unicode's block of Braille patterns (U+2800 on).
constexpr int kDot[kDotsDown][kDotsAcross] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

std::string braille(int dots)
{
    return {'\xe2', static_cast<char>(0xa0 | dots >> 6), static_cast<char>(0x80 | (dots & 0x3f))};
}

bool any_alive(const Board& board, std::size_t left, std::size_t top, std::size_t side)
{
    for (std::size_t y = top; y < std::min(top + side, board.height); ++y)
        for (std::size_t x = left; x < std::min(left + side, board.width); ++x)
            if (board.cell(x, y))
                return true;
    return false;
}

std::size_t divided_up(std::size_t a, std::size_t b)
{
    return (a + b - 1) / b;
}

struct TextSize {
    std::size_t columns = 80, rows = 24;
};

TextSize terminal_size()
{
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return {};
    return {size.ws_col, size.ws_row};
}

}  // namespace

std::string drawing(const Board& board, std::size_t columns, std::size_t rows)
{
    const std::size_t side = std::max({std::size_t{1}, divided_up(board.width, columns * kDotsAcross),
                                       divided_up(board.height, rows * kDotsDown)});
    std::string text;
    for (std::size_t top = 0; top < board.height; top += side * kDotsDown) {
        for (std::size_t left = 0; left < board.width; left += side * kDotsAcross) {
            int dots = 0;
            for (std::size_t y = 0; y < kDotsDown; ++y)
                for (std::size_t x = 0; x < kDotsAcross; ++x)
                    if (any_alive(board, left + x * side, top + y * side, side))
                        dots |= kDot[y][x];
            text += braille(dots);
        }
        text += '\n';
    }
    return text;
}

void show(const Board& start, std::size_t generations, const std::function<Board(const Board&)>& next)
{
    const bool terminal = isatty(STDOUT_FILENO) != 0;
    Board board = start;
    std::size_t lines = 0;  // of the drawing on the terminal
    for (std::size_t g = 0;; ++g) {
        const auto begin = std::chrono::steady_clock::now();
        if (terminal || g == generations) {
            const TextSize size = terminal ? terminal_size() : TextSize{};
            const std::size_t rows = size.rows > 2 ? size.rows - 2 : 1;  // the caption, and the cursor's row
            const std::string text = drawing(board, size.columns, rows);
            if (lines > 0)
                std::printf("\x1b[%zuA\r",
                            lines);  // up to where the last one began: what stands above it stays
            std::printf("%sGeneration %zu, %zu cells alive%s\n", text.c_str(), g, count_alive(board),
                        terminal ? "\x1b[K" : "");
            lines = terminal ? static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1 : 0;
            std::fflush(stdout);
        }
        if (g == generations)
            return;
        board = next(board);
        if (terminal)
            std::this_thread::sleep_until(begin + std::chrono::milliseconds(1000 / kFramesPerSecond));
    }
}
