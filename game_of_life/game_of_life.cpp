#include "game_of_life.h"

#include "common/readers/image.h"
#include "pattern.h"
#include "reference.h"
#include "show.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace {

constexpr std::size_t kMostSide = std::size_t{1} << 30;  // so that an int counts cells along a side

// Dark cells on white; cells of a small board become squares.
void write_picture(const std::string& file, const Board& board)
{
    constexpr std::size_t kWantedSide = 512, kLargestCell = 16;
    constexpr std::uint8_t kAlive = 32, kDead = 255;
    const std::size_t cell =
        std::clamp<std::size_t>(kWantedSide / std::max(board.width, board.height), 1, kLargestCell);
    Image image;
    if (board.width * cell * board.height * cell > static_cast<std::size_t>(kMostPixels))
        throw UsageError("--output " + file + ": a picture has at most " + std::to_string(kMostPixels) +
                         " pixels");
    image.width = static_cast<int>(board.width * cell);
    image.height = static_cast<int>(board.height * cell);
    image.channels = 1;
    image.pixels.reserve(board.cells.size() * cell * cell);
    for (std::size_t y = 0; y < board.height * cell; ++y)
        for (std::size_t x = 0; x < board.width * cell; ++x)
            image.pixels.push_back(board.cells[y / cell * board.width + x / cell] ? kAlive : kDead);
    write_png(file, image);
}

Verdict compare(const Board& got, const Board& want)
{
    const auto state = [](int cell) {
        return cell == 0 ? std::string("dead") : cell == 1 ? "alive" : std::to_string(cell);
    };
    if (got.width != want.width || got.height != want.height || got.cells.size() != want.cells.size())
        return Verdict::wrong("a board of another size");
    std::size_t mismatches = 0;
    std::string detail;
    for (std::size_t i = 0; i < want.cells.size(); ++i)
        if (got.cells[i] != want.cells[i] && ++mismatches <= 3)
            detail += (mismatches > 1 ? "; " : "") + std::string("cell (") + std::to_string(i % want.width) +
                      ", " + std::to_string(i / want.width) + "): " + state(got.cells[i]) + " in place of " +
                      state(want.cells[i]);
    if (mismatches == 0)
        return {};
    if (mismatches > 3)
        detail +=
            "; " + std::to_string(mismatches) + " of " + std::to_string(want.cells.size()) + " are wrong";
    return Verdict::wrong(detail);
}

template <class F>
double seconds_of(F&& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string size_text(const Board& board)
{
    return std::to_string(board.width) + " x " + std::to_string(board.height);
}

}  // namespace

void GameOfLife::add_options(OptionList& options)
{
    const auto side = [&app](const char* option, std::size_t& to, const char* what) {
        const auto parse = [option, &to](const std::string& text) { to = parse_size(option, text); };
        app.add_option_function<std::string>(option, parse, what)->type_name("N");
    };
    side("--width", width_, "cells of a row (default: as --size)");
    side("--height", height_, "rows (default: as --size)");
    app.add_option_function<std::string>(
           "--generations",
           [this](const std::string& text) { generations_ = parse_size("--generations", text); },
           "how many (default " + std::to_string(generations_) + ")")
        ->type_name("N");
    auto* input = app.add_option("-i,--input", input_file_,
                                 "pattern to put in the middle: RLE, plaintext (.cells) or Life 1.06")
                      ->type_name("FILE")
                      ->check(a_file_name);
    app.add_option("--start", start_,
                   "lecture: srand(0), rand() % 2; random: seeded, half of the cells alive")
        ->check(CLI::IsMember({"lecture", "random"}))
        ->capture_default_str()
        ->excludes(input);
    add_output_option(app, output_files_, {".rle", ".png"},
                      "write the last board: FILE.rle as a pattern, FILE.png as a picture (both: twice)");
    app.add_flag("--show", show_, "play the generations in the terminal, with this version's kernels");
}

MemoryNeed GameOfLife::memory(const Options& options) const
{
    const std::size_t w = width(options), h = height(options);
    for (const std::size_t side : {w, h})
        if (side > kMostSide)
            throw UsageError("a board of " + std::to_string(w) + " x " + std::to_string(h) +
                             " cells: a side has at most " + std::to_string(kMostSide));
    // On the host the start, the CPU's and the GPU's board, and two that a version copies or a check plays on; on the device
    // two boards of one bit per cell at least.
    return {.host = 5 * w * h * sizeof(int), .device = 2 * w * h / 8};
}

GameOfLife::Input GameOfLife::make_input(const Options& options) const
{
    if (show_ && options.json_file == "-")
        throw UsageError("--show: it draws on the standard output, where --json - writes");
    const std::size_t w = width(options), h = height(options);
    Input in;
    in.generations = generations_;
    std::string start = "start " + start_;
    if (!input_file_.empty()) {
        const LifePattern pattern = read_life_pattern(input_file_);
        in.start = board_with_pattern(input_file_, pattern, w, h);
        start = input_file_ + " (" + std::to_string(pattern.width) + " x " + std::to_string(pattern.height) +
                ") in the middle";
    } else if (start_ == "random") {
        in.start = random_board(w, h, options.seed);
        start += ", seed " + std::to_string(options.seed);
    } else {
        in.start = lecture_board(w, h);
    }
    in.description = size_text(in.start) + " cells, " + start + ", " + std::to_string(generations_) +
                     (generations_ == 1 ? " generation" : " generations");
    return in;
}

GameOfLife::Output GameOfLife::cpu(const Input& in) const
{
    Board board;
    const double seconds = seconds_of([&] { board = play_by_ifs(in.start, in.generations); });
    seconds_by_ifs_ = std::min(seconds, seconds_by_ifs_.value_or(seconds));  // the harness calls again
    seconds_by_table_.reset();
    return board;
}

GameOfLife::Output GameOfLife::run(Version version, const Input& in, Run& run) const
{
    last_version_ = version;
    last_input_ = &in;
    return version(in.start, in.generations, run);
}

Verdict GameOfLife::check(const Output& got, const Output& want, const Input&, const Chain&) const
{
    return compare(got, want);
}

Verdict GameOfLife::check_without_cpu(const Output& got, const Input& in, const Chain&) const
{
    if (!in.wanted)
        in.wanted = play_packed(in.start, in.generations);
    return compare(got, *in.wanted);
}

Work GameOfLife::work(const Input& in) const
{
    // A bit per cell is read and written in each generation.
    const double cells = static_cast<double>(in.start.cells.size()) * static_cast<double>(in.generations);
    return {.bytes = cells / 8 * 2, .operations = cells};
}

Figures GameOfLife::figures(const Output& board) const
{
    return {{"Cells alive", std::to_string(count_alive(board))}};
}

// The second reference, timed once per input, beside the first.
std::vector<std::string> GameOfLife::remarks(const Output&, const Input& in) const
{
    if (kEmulator || !seconds_by_ifs_)  // an emulated run prints no times
        return {};
    if (!seconds_by_table_)
        seconds_by_table_ = seconds_of([&] { play_by_table(in.start, in.generations); });
    char text[160];
    std::snprintf(text, sizeof text,
                  "CPU with the rule as ifs (sec.): %.6f, with a state table: %.6f (%.2f times as fast)",
                  *seconds_by_ifs_, *seconds_by_table_, *seconds_by_ifs_ / *seconds_by_table_);
    return {text};
}

std::vector<SelfTest<GameOfLife::Input>> GameOfLife::selftests(int block) const
{
    std::vector<SelfTest<Input>> tests;
    const auto add = [&](Board start, std::size_t generations, const std::string& what) {
        const std::string name = size_text(start) + ", " + what + ", " + std::to_string(generations);
        tests.push_back({name, {std::move(start), generations, name}});
    };
    // Sides round the sizes of warps, words, tiles, and of what a warp of v6 covers.
    const std::size_t sides[][2] = {
        {1, 1},    {1, 2},    {2, 1},    {2, 2},    {1, 7},   {7, 1},    {3, 3},    {2, 33},
        {33, 2},   {5, 4},    {15, 17},  {16, 16},  {31, 31}, {32, 32},  {33, 33},  {34, 30},
        {63, 5},   {64, 64},  {65, 9},   {95, 3},   {96, 7},  {97, 8},   {127, 4},  {128, 5},
        {129, 10}, {130, 33}, {257, 11}, {31, 131}, {1, 257}, {1025, 3}, {4095, 1}, {4097, 2}};
    for (const auto& [w, h] : sides) {
        add(random_board(w, h, w * 131 + h), 3, "random");
        add(lecture_board(w, h), 2, "lecture");
    }
    const std::size_t b = block ? static_cast<std::size_t>(block) : 32;
    add(random_board(b + 1, 2 * b - 1, 5), 2, "random");
    add(Board(40, 40), 2, "all dead");
    Board full(37, 35);
    std::fill(full.cells.begin(), full.cells.end(), 1);
    add(full, 2, "all alive");
    if (!kEmulator) {
        add(lecture_board(1024, 1024), 1024, "lecture");
        add(random_board(4099, 517, 1), 101, "random");
        add(random_board(2048, 3000, 2), 50, "random");
        add(random_board(5001, 5003, 3), 5, "random");
        add(random_board(3, 1000003, 4), 4, "random");
        add(random_board(1000003, 3, 4), 4, "random");
    }
    return tests;
}

void GameOfLife::write_output(const Output& board) const
{
    for (const std::string& file : output_files_)
        if (file.ends_with(".rle"))
            write_rle(file, board, "written by gol: " + last_input_->description);
        else
            write_picture(file, board);
    if (!show_)
        return;
    show(last_input_->start, last_input_->generations, [&](const Board& now) {
        Stopwatch unused((Stopwatch::Plan()));
        return last_version_(now, 1, unused);
    });
}

dim3 grid_over(const Board& board, dim3 block)
{
    constexpr std::size_t kMostBlocksDown = 65535;
    const std::size_t down = ceil_div(board.height, block.y);
    if (down > kMostBlocksDown)
        throw UsageError("a board of " + size_text(board) + " cells: this version's grid covers at most " +
                         std::to_string(kMostBlocksDown * block.y) + " rows");
    return {static_cast<unsigned>(ceil_div(board.width, block.x)), static_cast<unsigned>(down)};
}
