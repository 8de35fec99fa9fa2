#include "csr.h"

#include "common/support/errors.h"
#include "common/support/parallel.h"
#include "common/support/split_random.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace {

constexpr std::size_t kPerRow = 16;      // entries, on average
constexpr std::size_t kPerShortRow = 4;  // beside the dense one
// So that a kernel's index, an int, may go a warp's width past the last entry. (With an unsigned one v2 is
// slower.)
constexpr std::size_t kMostEntries = std::numeric_limits<int>::max() - 32;

// length(row) entries per row, which fill(row, columns, values) writes, in the order of their columns.
Csr fill_rows(std::size_t rows, const std::function<std::size_t(std::size_t)>& length,
              const std::function<void(std::size_t, int*, float*)>& fill)
{
    Csr csr;
    csr.rows = csr.columns = static_cast<int>(rows);
    csr.row_start.resize(rows + 1);
    std::size_t entries = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        csr.row_start[row] = static_cast<int>(entries);
        entries += length(row);
        if (entries > kMostEntries)
            throw ladders::UsageError("--rows " + std::to_string(rows) +
                                      ": the matrix would have more than " + std::to_string(kMostEntries) +
                                      " entries");
    }
    csr.row_start[rows] = static_cast<int>(entries);
    csr.column.resize(entries);
    csr.value.resize(entries);
    ladders::parallel_pieces(rows, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row)
            fill(row, csr.column.data() + csr.row_start[row], csr.value.data() + csr.row_start[row]);
        return 0;
    });
    return csr;
}

// `count` different columns, at most half of them all.
void choose_columns(ladders::SplitRandom& random, std::size_t columns, std::size_t count, int* column)
{
    for (int* end = column; end < column + count; end = std::unique(column, column + count)) {
        std::generate(end, column + count, [&] { return static_cast<int>(random.below(columns)); });
        std::sort(column, column + count);
    }
}

// `count` adjacent columns, the diagonal among them.
void choose_band(std::size_t columns, std::size_t count, std::size_t row, int* column)
{
    const std::size_t first = std::min(row - std::min(row, count / 2), columns - count);
    std::iota(column, column + count, static_cast<int>(first));
}

Csr laplace2d(std::size_t rows)
{
    const auto side = static_cast<std::size_t>(std::llround(std::sqrt(static_cast<double>(rows))));
    if (side * side != rows)
        throw ladders::UsageError("--rows " + std::to_string(rows) +
                                  ": laplace2d needs a square number, as " + std::to_string(side * side) +
                                  " is");
    const auto neighbours = [=](std::size_t row, auto&& each) {
        const std::size_t x = row % side, y = row / side;
        if (y > 0)
            each(row - side, -1.0f);
        if (x > 0)
            each(row - 1, -1.0f);
        each(row, 4.0f);
        if (x + 1 < side)
            each(row + 1, -1.0f);
        if (y + 1 < side)
            each(row + side, -1.0f);
    };
    return fill_rows(
        rows,
        [&](std::size_t row) {
            std::size_t count = 0;
            neighbours(row, [&](std::size_t, float) { ++count; });
            return count;
        },
        [&](std::size_t row, int* column, float* value) {
            neighbours(row, [&](std::size_t c, float v) { *column++ = static_cast<int>(c), *value++ = v; });
        });
}

// Row lengths with the density 1 / length^2 (Pareto's distribution with exponent 1), from low to high, where
// low is such that the mean is kPerRow: mean = low ln(high / low) approximately.
class PowerLaw {
public:
    explicit PowerLaw(std::size_t rows) : rows_(static_cast<double>(rows)), high_(rows_ / 4 + 1)
    {
        for (int step = 0; step < 30; ++step)
            low_ = kPerRow / std::max(1.0, std::log(high_ / low_));
    }
    std::size_t length(ladders::SplitRandom random) const
    {
        const double u = (static_cast<double>(random.next() >> 11) + 1) * 0x1p-53;  // in (0, 1]
        const double length = low_ / (u + low_ / high_ * (1 - u));
        return static_cast<std::size_t>(std::min({length, high_, rows_}));
    }

private:
    double rows_, high_, low_ = 1;
};

}  // namespace

int Csr::longest_row() const
{
    int longest = 0;
    for (int row = 0; row < rows; ++row)
        longest = std::max(longest, length(row));
    return longest;
}

Csr csr_from(const ladders::CoordinateMatrix& matrix)
{
    if (matrix.entries.size() > kMostEntries)
        throw ladders::UsageError(std::to_string(matrix.entries.size()) + " entries: at most " +
                                  std::to_string(kMostEntries) + " can be counted");
    auto entries = matrix.entries;
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
        return std::pair(a.row, a.column) < std::pair(b.row, b.column);
    });
    Csr csr;
    csr.rows = matrix.rows;
    csr.columns = matrix.columns;
    csr.row_start.assign(std::size_t(matrix.rows) + 1, 0);
    for (std::size_t i = 0; i < entries.size();) {
        double sum = 0;
        const auto first = entries[i];
        for (; i < entries.size() && entries[i].row == first.row && entries[i].column == first.column; ++i)
            sum += entries[i].value;
        csr.column.push_back(first.column);
        csr.value.push_back(static_cast<float>(sum));
        ++csr.row_start[first.row + 1];
    }
    std::partial_sum(csr.row_start.begin(), csr.row_start.end(), csr.row_start.begin());
    return csr;
}

const std::vector<std::string>& matrix_names()
{
    static const std::vector<std::string> names{"laplace2d", "uniform", "powerlaw", "banded", "dense_row"};
    return names;
}

double most_entries(const std::string& name, double rows)
{
    if (name == "laplace2d")
        return 5 * rows;
    if (name == "dense_row")
        return (kPerShortRow + 1) * rows;
    if (name == "powerlaw")
        return 2 * kPerRow * rows;  // the lengths are random: twice their mean
    return kPerRow * rows;
}

Csr make_matrix(const std::string& name, std::size_t rows, std::uint64_t seed)
{
    if (rows > kMostEntries)
        throw ladders::UsageError("--rows " + std::to_string(rows) + ": at most " +
                                  std::to_string(kMostEntries));
    if (name == "laplace2d")
        return laplace2d(rows);
    const std::size_t most = name == "dense_row" ? kPerShortRow : kPerRow, per_row = std::min(most, rows);
    const auto random = [&](std::size_t row) { return ladders::SplitRandom(seed, row); };
    const PowerLaw powerlaw(rows);
    const auto length = [&](std::size_t row) -> std::size_t {
        if (name == "powerlaw")
            return powerlaw.length(random(~row));
        return name == "dense_row" && row == rows / 2 ? rows : per_row;
    };
    return fill_rows(rows, length, [&](std::size_t row, int* column, float* value) {
        const std::size_t count = length(row);
        ladders::SplitRandom numbers = random(row);
        if (name == "banded" || 2 * count > rows)
            choose_band(rows, count, row, column);
        else
            choose_columns(numbers, rows, count, column);
        std::generate(value, value + count, [&] { return numbers.value(); });
    });
}
