// The other formats of a sparse matrix, each made from CSR.
#pragma once

#include "csr.h"

#include <cstddef>
#include <vector>

// Entries of padding have column kPadding; their value counts for nothing.
inline constexpr int kPadding = -1;

// ELLPACK: each row has room for `width` entries, and the k-th entries of all rows are adjacent: entry k of
// row r is at k * rows + r. Rows longer than width are cut off.
struct Ell {
    int rows = 0, width = 0;
    std::vector<int> column;
    std::vector<float> value;
};
Ell ell_from(const Csr& csr, int width);

// Coordinates: every entry with its row and column, row by row.
struct Coo {
    std::vector<int> row, column;
    std::vector<float> value;
};
// The entries of each row from its `first`-th on: all of them, or what ell_from(csr, first) cut off.
Coo coo_from(const Csr& csr, int first = 0);

// The width of the ELL part of v5: the largest that at least a third of the rows fill (N. Bell and M.
// Garland, Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented Processors, 2009, section
// 4.5).
int hybrid_width(const Csr& csr);

// Sliced ELLPACK: the rows are sorted by their lengths, the longest first, and cut into slices of 32, one per
// warp. Each slice is an ELL as wide as its first row, with column and value adjacent for one 8-byte load.
// Rows longer than kMostInPiece are cut into n pieces first: piece p has the entries p, p + n, p + 2n, ...,
// so that adjacent lanes read adjacent columns of x.
// (A. Monakov, A. Lokhmotov and A. Avetisyan, Automatically Tuning Sparse Matrix-Vector Multiplication for
// GPU Architectures, 2010; M. Kreutzer et al., A Unified Sparse Matrix Data Format (SELL-C-sigma), 2014.
// Cutting rows is ours.)
struct SlicedEll {
    static constexpr int kSlice = 32;
    static constexpr int kMostInPiece = 64;

    struct Entry {
        int column;
        float value;
    };

    std::vector<int> row;  // of each piece; ~row if it is not the whole row
    std::vector<int>
        slice_start;  // slices + 1, in units of 32 entries: a slice's width = next start minus this one
    std::vector<Entry> entry;  // entry k of a slice's i-th piece is at 32 (slice_start + k) + i
    bool any_cut = false;
};
SlicedEll sliced_ell_from(const Csr& csr);
