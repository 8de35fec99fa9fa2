#include "spmv.h"

#include "common/support/numbers.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace {

Spmv::Input make(Csr a, const std::string& name, std::uint64_t seed)
{
    Spmv::Input in;
    in.a = std::move(a);
    const Csr& m = in.a;
    require_sums_in_float(m, name);
    in.x = random_floats(m.columns, seed + 1, -1, 1);
    in.exact = exact_rows(m, in.x);
    in.description = name + ", " + std::to_string(m.rows) + " x " + std::to_string(m.columns) + ", " +
                     std::to_string(m.entries()) + " entries, longest row " +
                     std::to_string(m.longest_row()) + ", seed " + std::to_string(seed);
    return in;
}

// CSR, and the vectors; on the host the exact sums and their bounds, too.
MemoryNeed memory_of(std::size_t rows, std::size_t columns, std::size_t entries)
{
    const std::size_t csr = entries * 8 + rows * 4;
    return {.host = csr + rows * 24 + columns * 4, .device = csr + rows * 4 + columns * 4};
}

// Three rows, of which only the one in the middle has entries: all it can have.
Csr one_long_row(std::size_t columns)
{
    const std::vector<float> values = random_floats(columns, columns, -1, 1);
    CoordinateMatrix matrix{3, static_cast<std::int32_t>(columns), {}};
    for (std::size_t column = 0; column < columns; ++column)
        matrix.entries.push_back({1, static_cast<std::int32_t>(column), values[column]});
    return csr_from(matrix);
}

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

ConversionTimer::ConversionTimer(Run& run) : clock_(run), start_(now()) {}

void ConversionTimer::stop()
{
    if (!clock_.plan().timed)
        return;
    char text[64];
    std::snprintf(text, sizeof text, "Conversion from CSR (sec.): %.6f", now() - start_);
    clock_.note(text);
}

void Spmv::add_options(OptionList& options)
{
    auto* matrix = app.add_option("--matrix", matrix_, "the matrix")
                       ->check(CLI::IsMember(matrix_names()))
                       ->capture_default_str();
    auto* size = app.get_option("--size");
    auto* rows = app.add_option_function<std::string>(
                        "--rows", [this](const std::string& text) { rows_ = parse_size("--rows", text); },
                        "rows of the matrix, the same as --size")
                     ->type_name("N")
                     ->excludes(size);
    app.add_option("-i,--input", file_, "a Matrix Market file")
        ->type_name("FILE")
        ->check(a_file_name)
        ->excludes(matrix)
        ->excludes(size)
        ->excludes(rows);
}

MemoryNeed Spmv::memory(const Options& options) const
{
    if (!file_.empty())
        return {};  // known when it is read
    const std::size_t rows = rows_ ? rows_ : options.size;
    if (rows > SIZE_MAX / 1024)
        throw OutOfMemory("--rows " + std::to_string(rows) + ": more bytes than can be counted");
    return memory_of(rows, rows, most_entries(matrix_, rows));
}

Spmv::Input Spmv::make_input(const Options& options) const
{
    if (!file_.empty()) {
        const CoordinateMatrix matrix = read_matrix_market(file_);
        require_memory(memory_of(matrix.rows, matrix.columns, matrix.entries.size()), file_);
        return make(csr_from(matrix), file_, options.seed);
    }
    return make(make_matrix(matrix_, rows_ ? rows_ : options.size, options.seed), matrix_, options.seed);
}

Spmv::Output Spmv::cpu(const Input& in) const
{
    const Csr& a = in.a;
    Output y(a.rows);
    for (int row = 0; row < a.rows; ++row) {
        float sum = 0;
        for (int k = a.row_start[row]; k < a.row_start[row + 1]; ++k)
            sum += a.value[k] * in.x[a.column[k]];
        y[row] = sum;
    }
    return y;
}

Verdict Spmv::check(const Output& got, const Output&, const Input& in, const Chain& chain) const
{
    return check_without_cpu(got, in, run);
}

Verdict Spmv::check_without_cpu(const Output& got, const Input& in, const Chain& chain) const
{
    return check_rows(got, in.a, in.exact, run.longest_chain());
}

Work Spmv::work(const Input& in) const
{
    const double entries = static_cast<double>(in.a.entries()), rows = in.a.rows, columns = in.a.columns;
    return {.bytes = 4 * (2 * entries + (rows + 1) + columns + rows), .operations = 2 * entries};
}

Figures Spmv::figures(const Output& y) const
{
    double sum = 0;
    for (const float value : y)
        sum += value;
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", sum);
    return {{"Sum of y", text}};
}

std::vector<SelfTest<Spmv::Input>> Spmv::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<SelfTest<Input>> tests;
    const auto add = [&](Csr a, const std::string& name) {
        Input in = make(std::move(a), name, tests.size() + 1);
        std::string description = in.description;
        tests.push_back({std::move(description), std::move(in)});
    };
    for (const std::string& name : matrix_names())
        for (const std::size_t rows : {std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{33},
                                       b - 1, b, b + 1, std::size_t{1021}}) {
            const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(rows)));
            if (rows > 0)
                add(make_matrix(name, name == "laplace2d" ? side * side : rows, rows), name);
        }
    add(csr_from({0, 0, {}}), "nothing");
    add(csr_from({5, 0, {}}), "no columns");
    add(csr_from({0, 5, {}}), "no rows");
    add(csr_from({100, 100, {}}), "empty rows");
    add(csr_from({1, 1, {{0, 0, 3.0f}}}), "one by one");
    add(csr_from({3, 70, {{0, 69, 1.0f}, {2, 0, 2.0f}, {2, 69, 3.0f}, {2, 69, 4.0f}}}),
        "wide, with a duplicate");
    add(csr_from({70, 3, {{0, 2, 1.0f}, {69, 0, 2.0f}, {69, 2, 3.0f}}}), "tall");
    add(csr_from({1, 3, {{0, 0, 1e-41f}, {0, 1, -3e-42f}, {0, 2, 2e-38f}}}), "tiny values");
    add(csr_from({1, 3, {{0, 0, 1e38f}, {0, 1, -1e38f}, {0, 2, 1.4e38f}}}), "huge values");
    add(one_long_row(kEmulator ? 100003 : 4000037), "one long row");
    return tests;
}
