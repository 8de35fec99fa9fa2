// Sparse matrices in compressed sparse rows, and where they come from.
#pragma once

#include "common/readers/matrix_market.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// The entries of row r are at [row_start[r], row_start[r + 1]) of column and value, in the order of their
// columns.
struct Csr {
    int rows = 0, columns = 0;
    std::vector<int> row_start;  // rows + 1
    std::vector<int> column;
    std::vector<float> value;

    std::size_t entries() const { return column.size(); }
    int length(int row) const { return row_start[row + 1] - row_start[row]; }
    int longest_row() const;
};

// Sorts the entries; those with the same row and column are added up, to infinity if their sum is no float.
// Throws UsageError if int cannot count them.
Csr csr_from(const ladders::CoordinateMatrix& matrix);

// The names for --matrix:
// laplace2d  the 5-point Laplacian of a square grid; rows is its number of points, a square number
// uniform    16 entries per row, in random columns
// powerlaw   rows of very different length, 16 on average: the longest spans a good part of the columns
// banded     16 adjacent entries per row, round the diagonal
// dense_row  one row is full, all others have 4 entries in random columns
const std::vector<std::string>& matrix_names();

// An upper bound of the entries that make_matrix will make.
double most_entries(const std::string& name, double rows);

// A square matrix; the same for the same seed. Throws UsageError for a size that the kind cannot have.
Csr make_matrix(const std::string& name, std::size_t rows, std::uint64_t seed);
