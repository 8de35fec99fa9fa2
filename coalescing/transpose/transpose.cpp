#include "transpose.h"

#include "common/support/numbers.h"

#include <utility>

void Transpose::add_options(OptionList& options)
{
    options.describe("--size", "columns of A, and its rows if --rows is not given; Ki, Mi and Gi may follow");
    options.size("--rows", rows_, "rows of A (default: as many as n)");
}

MemoryNeed Transpose::memory(const Options& options) const
{
    const double bytes = double(rows(options)) * options.size * sizeof(float);
    return {.host = 3 * bytes, .device = 2 * bytes};  // A, and B twice
}

Transpose::Input Transpose::make_input(const Options& options) const
{
    const std::size_t rows = this->rows(options), columns = options.size;
    return {rows, columns, random_floats(rows * columns, options.seed, -1, 1),
            format_text("A is %zu x %zu, random in [-1, 1), seed %ju", rows, columns, options.seed)};
}

// Row by row of B, so down the columns of A.
void Transpose::cpu(const Input& in, std::size_t begin, std::size_t end, Output& b) const
{
    std::size_t row = begin % in.rows, column = begin / in.rows;
    for (std::size_t i = begin; i < end; ++i) {
        b[i] = in.a[row * in.columns + column];
        if (++row == in.rows)
            row = 0, ++column;
    }
}

Verdict Transpose::check(const Output& got, const Output& want, const Input& in) const
{
    if (got.size() != want.size())
        return another_size(got.size(), want.size());
    const auto same = [&](std::size_t i) { return got[i] == want[i]; };
    const auto text = [&](std::size_t i) {
        return format_text("b[%zu][%zu]: %.9g in place of %.9g", i / in.rows, i % in.rows, got[i], want[i]);
    };
    return compare_each(want.size(), same, text, compared(got, want, in.rows));
}

std::vector<Shown> Transpose::shown_inputs(const Input& in) const
{
    return {shown("a", in.a, in.columns)};
}

Figures Transpose::figures(const Output& b) const
{
    return {{"b[1]", b[b.size() > 1]}, {"b[last]", b.back()}};
}

void Transpose::selftests(SelfTests<Transpose>& tests) const
{
    tests.add_to_plain_runs({"-n 45 --rows 70", "-n 36 --rows 100"});
    for (const auto& [rows, columns] : {std::pair(1, 1),
                                        {1, 100},
                                        {100, 1},
                                        {2, 3},
                                        {31, 33},
                                        {32, 32},
                                        {33, 31},
                                        {63, 64},
                                        {64, 65},
                                        {127, 129},
                                        {128, 132},  // rows of A and B begin at multiples of 16 bytes
                                        {68, 131},   // rows of B alone
                                        {67, 100},   // rows of A alone
                                        {4, 1028},
                                        {1028, 4},
                                        {257, 263}})
        tests.add_options(format_text("--rows %d -n %d", rows, columns));
    if (!kEmulator)
        for (const char* large : {"--rows 2200001 -n 3", "--rows 2 -n 2200000", "--rows 4100 -n 4099"})
            tests.add_options(large);
}
