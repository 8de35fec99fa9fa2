#include "spmv.h"

#include "common/support/numbers.h"

#include <numeric>

namespace {

Spmv::Input make(Csr a, const std::string& name, std::uint64_t seed)
{
    require_sums_in_float(a, name);
    auto x = random_floats(a.columns, seed + 1, -1, 1);
    const std::string description =
        format_text("%s, %d x %d, %zu entries, longest row %d, seed %zu", name.c_str(), a.rows, a.columns,
                    a.entries(), a.longest_row(), std::size_t{seed});
    return {std::move(a), std::move(x), description};
}

// CSR and the vectors; on the host the exact sums and their bounds, too.
MemoryNeed memory_of(double rows, double columns, double entries)
{
    const double csr = 8 * entries + 4 * rows;
    return {.host = csr + 24 * rows + 4 * columns, .device = csr + 4 * rows + 4 * columns};
}

}  // namespace

void Spmv::add_options(OptionList& options)
{
    options.choice("--matrix", matrix_, matrix_names(), "the matrix");
    options.size("--rows", rows_, "rows of the matrix, the same as --size");
    options.input(file_, "a Matrix Market file");
    options.exclude("--rows", {"--size"});
    options.exclude("--input", {"--matrix", "--size", "--rows"});
}

MemoryNeed Spmv::memory(const Options& options) const
{
    if (!file_.empty())
        return {};  // known when it is read
    const double n = static_cast<double>(rows(options));
    return memory_of(n, n, most_entries(matrix_, n));
}

Spmv::Input Spmv::make_input(const Options& options) const
{
    if (file_.empty())
        return make(make_matrix(matrix_, rows(options), options.seed), matrix_, options.seed);
    const CoordinateMatrix matrix = read_matrix_market(file_);
    require_memory(memory_of(matrix.rows, matrix.columns, static_cast<double>(matrix.entries.size())), file_);
    return make(csr_from(matrix), file_, options.seed);
}

void Spmv::cpu(const Input& in, Output& y) const
{
    const Csr& a = in.a;
    y.resize(a.rows);
    for (int row = 0; row < a.rows; ++row) {
        float sum = 0;
        for (int k = a.row_start[row]; k < a.row_start[row + 1]; ++k)
            sum += a.value[k] * in.x[a.column[k]];
        y[row] = sum;
    }
}

Work Spmv::work(const Input& in) const
{
    const double entries = static_cast<double>(in.a.entries()), rows = in.a.rows, columns = in.a.columns;
    return {.bytes = 4 * (2 * entries + (rows + 1) + columns + rows), .operations = 2 * entries};
}

std::vector<Shown> Spmv::shown_inputs(const Input& in) const
{
    return {shown("row starts", in.a.row_start), shown("columns", in.a.column), shown("values", in.a.value),
            shown("x", in.x)};
}

Figures Spmv::figures(const Output& y) const
{
    return {{"Sum of y", format_text("%.9g", std::accumulate(y.begin(), y.end(), 0.0))}};
}

void Spmv::selftests(SelfTests<Spmv>& tests) const
{
    tests.add_to_plain_runs({"--matrix powerlaw -n 331", "--matrix uniform -n 33"});
    for (const int side : {1, 5, 15, 16, 17, 31})
        tests.add_options("--matrix laplace2d --rows " + std::to_string(side * side));
    for (const std::string& name : matrix_names())
        if (name != "laplace2d")
            tests.add_sizes(tests.sizes(1100), "--matrix " + name);
    const auto add = [&](const std::string& name, const CoordinateMatrix& matrix) {
        tests.add(name, make(csr_from(matrix), name, 1));
    };
    add("nothing", {0, 0, {}});
    add("no columns", {5, 0, {}});
    add("no rows", {0, 5, {}});
    add("empty rows", {100, 100, {}});
    add("one by one", {1, 1, {{0, 0, 3.0f}}});
    add("wide, with a duplicate", {3, 70, {{0, 69, 1.0f}, {2, 0, 2.0f}, {2, 69, 3.0f}, {2, 69, 4.0f}}});
    add("tall", {70, 3, {{0, 2, 1.0f}, {69, 0, 2.0f}, {69, 2, 3.0f}}});
    add("tiny values", {1, 3, {{0, 0, 1e-41f}, {0, 1, -3e-42f}, {0, 2, 2e-38f}}});
    add("huge values", {1, 3, {{0, 0, 1e38f}, {0, 1, -1e38f}, {0, 2, 1.4e38f}}});
    CoordinateMatrix full{3, kEmulator ? 100003 : 4000037, {}};  // of three rows the second is full
    for (const float value : random_floats(full.columns, 1, -1, 1))
        full.entries.push_back({1, static_cast<std::int32_t>(full.entries.size()), value});
    add("one full row", full);
}
