#include "halo.h"

namespace {

constexpr std::size_t kMostSide = std::size_t{1} << 30;

}  // namespace

void Halo::add_options(OptionList& options)
{
    gpus_.add_to(options);
    options.size("--width", width_, "cells of a row, at least 64 (default: as --size)");
    options.size("--height", height_, "rows, with --weak of each GPU (default: as --size)");
    options.size("--generations", generations_, "how many (default " + std::to_string(generations_) + ")");
}

std::size_t Halo::height(const Options& options) const
{
    return (height_ ? height_ : options.size) * (gpus_.weak ? gpus_.count() : 1);
}

MemoryNeed Halo::memory(const Options& options) const
{
    const double w = width(options), h = height(options);
    if (w < kCells)
        throw UsageError(format_text("a board of %.0f x %.0f cells: a row has at least %d", w, h, kCells));
    if (std::max(w, h) > kMostSide)
        throw UsageError(
            format_text("a board of %.0f x %.0f cells: a side has at most %zu", w, h, kMostSide));
    // Host: the start, also in pieces, the CPU's and the GPUs' board, and one more to make each. Device: three of one
    // GPU's share, and two of the whole for the run on one GPU.
    return {.host = 6 * w * h / 8, .device = (3.0 / gpus_.count() + 2) * w * h / 8};
}

Halo::Input Halo::make_input(const Options& options) const
{
    const std::size_t w = width(options), h = height(options);
    memory(options);  // a self-test does not ask for it
    return {random_packed_board(w, h, options.seed), generations_, gpus_.count(), gpus_.weak,
            format_text("%zu x %zu cells, seed %llu, %zu generation%s, ", w, h,
                        static_cast<unsigned long long>(options.seed), generations_,
                        generations_ == 1 ? "" : "s") +
                gpus_.describe()};
}

Halo::Output Halo::run(const Version& version, const Input& in, Run& run) const
{
    const Team team(first_gpus(in.gpus));
    run.spread_over(team);
    return version(in, run);
}

Verdict Halo::check(const Output& got, const Output& want, const Input&) const
{
    if (got.width != want.width || got.words.size() != want.words.size())
        return {.right = false, .sized = false, .detail = "a board of another size"};
    const std::size_t words = want.words_per_row();
    return compare_each(
        want.words.size(), [&](std::size_t i) { return got.words[i] == want.words[i]; },
        [&](std::size_t i) {
            const int bit = std::countr_zero(got.words[i] ^ want.words[i]);
            const bool alive = got.words[i] >> bit & 1;
            return format_text("cell (%zu, %zu): %s in place of %s", i % words * kCells + bit, i / words,
                               alive ? "alive" : "dead", alive ? "dead" : "alive");
        },
        compared(got.words, want.words, words));
}

Work Halo::work(const Input& in) const
{
    const double cells = 1.0 * in.start.width * in.start.height * in.generations;
    return {.bytes = cells / 8 * 2, .operations = cells};  // a bit per cell is read, and one is written
}

Figures Halo::figures(const Output& board) const
{
    return {{"Cells alive", count_alive(board)}};
}

std::vector<std::string> Halo::remarks(const Output&, const Input& in) const
{
    if (in.gpus == 1)
        return {kNothingToExchange};
    if (in.start.height < static_cast<std::size_t>(in.gpus))
        return {count_text(in.start.height, "row") + format_text(" %s %zu of the %d GPUs.",
                                                                 in.start.height == 1 ? "occupies" : "occupy",
                                                                 in.start.height, in.gpus)};
    return {};
}

void Halo::selftests(SelfTests<Halo>& tests) const
{
    const std::vector<int> counts = tested_gpu_counts();
    for (const int gpus : counts) {
        const auto add = [&](std::size_t w, std::size_t h, int generations) {
            tests.add_options(format_text("--gpus %d --width %zu --height %zu --generations %d --seed %zu",
                                          gpus, w, h, generations, w + h));
        };
        // Rows: fewer than GPUs; for each of 8 GPUs fewer than a launch's 8 generations, just as many and uneven shares (71),
        // and an inside between the edges (129). Columns: whole words, not whole ones, and two strips of a warp. The
        // wide boards are low, and the emulator plays them on one GPU and on all, since strips and shares do not depend on
        // each other. The third step is the first that overwrites rows of the run.
        const std::size_t boards[][2] = {{64, 1},   {65, 2},   {64, 3},    {127, 7}, {128, 8}, {100, 17},
                                         {191, 33}, {2049, 9}, {1985, 35}, {70, 71}, {70, 129}};
        for (const auto& [width, height] : boards)
            if (!kEmulator || width < 1000 || gpus == counts.front() || gpus == counts.back())
                add(width, height, width < 200 && height < 20 ? 19 : 9);
        add(64, 64, 1);
        add(64, 64, 7);
        add(64, 64, 24);
        if (!kEmulator)
            add(4099, 5003, 101), add(32768, 1000, 64), add(100, 100003, 33);
    }
    tests.add_to_plain_runs(
        {"--width 70 --height 21 --generations 9", "--width 64 --height 65 --generations 17"});
}
