#include "spmv.h"

#include "common/numbers.h"
#include "common/parallel.h"

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
    in.x = random_floats(m.columns, seed + 1, -1, 1);
    in.exact.resize(m.rows);
    in.absolute.resize(m.rows);
    parallel_pieces(m.rows, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            double sum = 0, absolute = 0;
            for (int k = m.row_start[row]; k < m.row_start[row + 1]; ++k) {
                const double product = double{m.value[k]} * in.x[m.column[k]];
                sum += product;
                absolute += std::abs(product);
            }
            in.exact[row] = sum;
            in.absolute[row] = absolute;
        }
        return 0;
    });
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

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

ConversionTimer::ConversionTimer(Stopwatch& clock) : clock_(clock), start_(now()) {}

void ConversionTimer::stop()
{
    if (!clock_.plan().timed)
        return;
    char text[64];
    std::snprintf(text, sizeof text, "Conversion from CSR (sec.): %.6f", now() - start_);
    clock_.note(text);
}

void Spmv::add_options(CLI::App& app)
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

Verdict Spmv::check(const Output& got, const Output&, const Input& in, const Stopwatch& clock) const
{
    return check_without_cpu(got, in, clock);
}

// Against the sums in double: each product and each addition of a row rounds by at most half a unit in the last place
// (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1), in whatever order. The factor 2
// covers the higher orders.
Verdict Spmv::check_without_cpu(const Output& got, const Input& in, const Stopwatch&) const
{
    if (got.size() != in.exact.size())
        return Verdict::wrong(std::to_string(got.size()) + " results in place of " +
                              std::to_string(in.exact.size()));
    std::size_t mismatches = 0;
    Verdict first;
    for (std::size_t row = 0; row < got.size(); ++row) {
        const double bound = 2 * (in.a.length(static_cast<int>(row)) + 1.0) * 0x1p-24 * in.absolute[row];
        if (std::abs(got[row] - in.exact[row]) <= bound)  // false for NaN
            continue;
        if (++mismatches == 1)
            first = compare_within("y " + std::to_string(row), got[row], in.exact[row], bound);
    }
    if (mismatches > 1)
        first.detail +=
            "; " + std::to_string(mismatches) + " of " + std::to_string(got.size()) + " are wrong";
    return first;
}

Work Spmv::work(const Input& in) const
{
    const double entries = static_cast<double>(in.a.entries()), rows = in.a.rows, columns = in.a.columns;
    return {.bytes = 4 * (2 * entries + (rows + 1) + columns + rows), .operations = 2 * entries};
}

Ladder::Figures Spmv::figures(const Output& y) const
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
    return tests;
}

int main(int argc, char** argv)
{
    return ladder_main<Spmv>(argc, argv);
}
