#include "game_of_life.h"

#include "common/readers/image.h"
#include "pattern.h"
#include "show.h"

#include <algorithm>
#include <chrono>

namespace {

constexpr std::size_t kMostSide = std::size_t{1} << 30;  // so that an int counts cells along a side

// Dark cells on white; the cells of a small board become squares.
void write_picture(const std::string& file, const Board& board)
{
    const std::size_t cell = std::clamp<std::size_t>(512 / std::max(board.width, board.height), 1, 16);
    const std::size_t width = board.width * cell, height = board.height * cell;
    if (width * height > static_cast<std::size_t>(kMostPixels))
        throw UsageError("--output " + file + ": more than " + number_text(kMostPixels) + " pixels");
    Image image{.width = static_cast<int>(width), .height = static_cast<int>(height), .pixels = {}};
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            image.pixels.push_back(board.cell(x / cell, y / cell) ? 32 : 255);
    write_png(file, image);
}

// Plays, and keeps the fewest seconds that this has taken; 0: none yet.
Board timed(Board (*play)(const Board&, std::size_t), const GameOfLife::Input& in, double& fewest)
{
    const auto start = std::chrono::steady_clock::now();
    Board board = play(in.start, in.generations);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fewest = fewest > 0 ? std::min(fewest, seconds) : seconds;
    return board;
}

}  // namespace

void GameOfLife::add_options(OptionList& options)
{
    options.size("--width", width_, "cells of a row (default: as --size)");
    options.size("--height", height_, "rows (default: as --size)");
    options.size("--generations", generations_, "how many (default " + std::to_string(generations_) + ")");
    options.input(
        input_file_,
        "pattern to put in the middle: RLE, plaintext (.cells) or Life 1.06; a torus that its rule names, as "
        "B3/S23:T72,48, is the board unless a size is given");
    options.choice("--start", start_, {"lecture", "random"},
                   "lecture: srand(0), rand() % 2; random: seeded, half of the cells alive");
    options.exclude("--start", {"--input"});
    options.output(output_files_, {".rle", ".png"},
                   "write the last board: FILE.rle as a pattern, FILE.png as a picture; repeat -o for both");
    options.flag("--show", show_, "play the generations in the terminal, with this version's kernels");
}

MemoryNeed GameOfLife::memory(const Options& options) const
{
    return memory_of(width(options), height(options));
}

MemoryNeed GameOfLife::memory_of(std::size_t w, std::size_t h) const
{
    if (std::max(w, h) > kMostSide)
        throw UsageError(format_text("a board of %zu x %zu cells: a side has at most %zu", w, h, kMostSide));
    // Host: the start, the CPU's and the GPU's board, two that a version or a check makes. Device: two of
    // bits.
    const double host_bytes = is_kept_in_words(w, h) ? 1.0 / 8 : sizeof(int);  // of a cell
    return {.host = 5 * host_bytes * w * h, .device = 2.0 / 8 * w * h};
}

GameOfLife::Input GameOfLife::make_input(const Options& options) const
{
    if (show_ && options.json_file == "-")
        throw UsageError("--show: it draws on the standard output, where --json - writes");
    std::size_t w = width(options), h = height(options);
    std::string start = "start " + start_;
    Board board;
    if (!input_file_.empty()) {
        const LifePattern pattern = read_life_pattern(input_file_);
        if (pattern.torus_width > 0 && !options.size_given && !width_ && !height_) {
            w = static_cast<std::size_t>(pattern.torus_width);
            h = static_cast<std::size_t>(pattern.torus_height);
            require_memory(memory_of(w, h),
                           format_text("%s: a torus of %zu x %zu cells", input_file_.c_str(), w, h));
        }
        board = board_with_pattern(input_file_, pattern, w, h);
        start =
            format_text("%s (%zd x %zd) in the middle", input_file_.c_str(), pattern.width, pattern.height);
    } else if (start_ == "random") {
        board = is_kept_in_words(w, h) ? random_board_in_words(w, h, options.seed)
                                       : random_board(w, h, options.seed);
        start += ", seed " + std::to_string(options.seed);
    } else {
        board = lecture_board(w, h);
    }
    return {std::move(board), generations_,
            format_text("%zu x %zu cells, %s, %zu generation%s", w, h, start.c_str(), generations_,
                        generations_ == 1 ? "" : "s")};
}

GameOfLife::Output GameOfLife::cpu(const Input& in) const
{
    return timed(play_by_ifs, in, seconds_by_ifs_);
}

Verdict GameOfLife::check(const Output& got, const Output& want, const Input&) const
{
    if (got.width != want.width || got.height != want.height)
        return {.right = false, .sized = false, .detail = "a board of another size"};
    const auto state = [](int cell) { return cell == 0 ? "dead" : cell == 1 ? "alive" : number_text(cell); };
    const auto same = [&](std::size_t i) { return got.cell(i) == want.cell(i); };
    const auto text = [&](std::size_t i) {
        return format_text("cell (%zu, %zu): ", i % want.width, i / want.width) + state(got.cell(i)) +
               " in place of " + state(want.cell(i));
    };
    const std::size_t n = want.width * want.height;
    if (!want.words.empty() && got.words == want.words)
        return {};
    if (want.words.empty() && got.words.empty())
        return compare_each(n, same, text, compared(got.cells, want.cells, want.width));
    return compare_each(n, same, text);
}

Work GameOfLife::work(const Input& in) const
{
    const double cells = 1.0 * in.start.width * in.start.height * in.generations;
    return {.bytes = cells / 8 * 2, .operations = cells};  // a bit per cell is read, and one is written
}

std::vector<Shown> GameOfLife::shown_inputs(const Input& in) const
{
    if (in.start.cells.empty())
        return {};
    return {shown("start", in.start.cells, in.start.width)};
}

Figures GameOfLife::figures(const Output& board) const
{
    return {{"Cells alive", count_alive(board)}};
}

std::vector<std::string> GameOfLife::remarks(const Output&, const Input& in) const
{
    if (kEmulator || seconds_by_ifs_ == 0)  // an emulated run prints no times
        return {};
    if (seconds_by_table_ == 0)
        timed(play_by_table, in, seconds_by_table_);
    return {
        format_text("CPU with the rule as ifs (sec.): %.6f, with a state table: %.6f (%.2f times as fast)",
                    seconds_by_ifs_, seconds_by_table_, seconds_by_ifs_ / seconds_by_table_)};
}

void GameOfLife::selftests(SelfTests<GameOfLife>& tests) const
{
    tests.add_to_plain_runs({"--start random --width 37 --height 21 --generations 3",
                             "--start random --width 9 --height 70 --generations 1"});
    const auto add = [&](std::size_t w, std::size_t h, int generations) {
        tests.add_options(
            format_text("--start random --width %zu --height %zu --generations %d", w, h, generations));
    };
    // One generation first: after more of them what is wrong has spread.
    for (const auto& [width, height] : {std::pair{1, 7}, {7, 1}, {3, 3}, {7, 5}, {64, 3}, {127, 4}})
        add(width, height, 1);
    // Sides round those of warps, words and tiles; small boards for more than one of v7's launches.
    const std::size_t sides[][2] = {{1, 1},   {1, 2},    {2, 1},    {2, 2},   {1, 7},   {7, 1},
                                    {3, 3},   {2, 33},   {33, 2},   {15, 17}, {31, 31}, {32, 32},
                                    {33, 33}, {34, 30},  {63, 5},   {64, 9},  {65, 9},  {96, 7},
                                    {127, 4}, {129, 10}, {130, 35}, {3, 131}, {1, 257}, {2049, 2}};
    for (const auto& [width, height] : sides)
        add(width, height, width * height < 600 ? 17 : 3);
    add(tests.block() + 1, 9, 3);
    tests.add_options("--start lecture -n 40 --generations 2");
    for (const int state : {0, 1})
        tests.add(state ? "all alive" : "all dead", {Board(37, 35, state), 2, ""});
    const int large[][3] = {{1024, 1024, 1024}, {4099, 517, 101}, {2048, 3000, 50},
                            {5001, 5003, 5},    {3, 1000003, 4},  {1000003, 3, 4}};
    for (const auto& [width, height, generations] : large)
        if (!kEmulator)
            add(width, height, generations);
}

void GameOfLife::write_output(const Output& board, const Input& in, Version version) const
{
    for (const std::string& file : output_files_)
        if (file.ends_with(".rle"))
            write_rle(file, board, "written by gol: " + printable(in.description));
        else
            write_picture(file, board);
    if (show_)
        show(in.start, in.generations, [&](const Board& now) {
            RunRecord unused;
            Run run(RunPlan{}, unused);
            return version({now, 1, ""}, run);
        });
}
