#include "formats.h"

#include "common/support/parallel.h"

#include <algorithm>

Ell ell_from(const Csr& csr, int width)
{
    Ell ell{csr.rows, width, {}, {}};
    const std::size_t rows = csr.rows;
    ell.column.assign(rows * width, kPadding);
    ell.value.assign(rows * width, 0);
    ladders::parallel_pieces(rows, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            const int first = csr.row_start[row], length = std::min(csr.length(static_cast<int>(row)), width);
            for (int k = 0; k < length; ++k) {
                ell.column[k * rows + row] = csr.column[first + k];
                ell.value[k * rows + row] = csr.value[first + k];
            }
        }
        return 0;
    });
    return ell;
}

Coo coo_from(const Csr& csr, int first)
{
    Coo coo;
    for (int row = 0; row < csr.rows; ++row)
        for (int k = csr.row_start[row] + std::min(first, csr.length(row)); k < csr.row_start[row + 1]; ++k) {
            coo.row.push_back(row);
            coo.column.push_back(csr.column[k]);
            coo.value.push_back(csr.value[k]);
        }
    return coo;
}

int hybrid_width(const Csr& csr)
{
    // filled[k]: rows of exactly k entries, then rows of at least k.
    std::vector<std::size_t> filled(std::size_t(csr.longest_row()) + 1, 0);
    for (int row = 0; row < csr.rows; ++row)
        ++filled[csr.length(row)];
    std::size_t at_least = 0;
    for (int width = static_cast<int>(filled.size()) - 1; width > 0; --width) {
        at_least += filled[width];
        if (3 * at_least >= static_cast<std::size_t>(csr.rows))
            return width;
    }
    return 0;
}

namespace {

struct Piece {
    int row, first, step, length;  // its entries in the row: first, first + step, ...
    bool cut;
};

std::vector<Piece> pieces_by_length(const Csr& csr)
{
    constexpr int kMost = SlicedEll::kMostInPiece;
    std::vector<std::size_t> start(kMost + 2, 0);  // of the pieces of each length, in the sorted order
    const auto each_piece = [&](auto&& use) {
        for (int row = 0; row < csr.rows; ++row) {
            const int length = csr.length(row), pieces = std::max(1, (length + kMost - 1) / kMost);
            for (int p = 0; p < pieces; ++p)
                use(Piece{row, p, pieces, (length - p + pieces - 1) / pieces, pieces > 1});
        }
    };
    // A counting sort, which is stable: adjacent rows of one length stay adjacent.
    each_piece([&](const Piece& piece) { ++start[kMost - piece.length + 1]; });
    for (std::size_t i = 1; i < start.size(); ++i)
        start[i] += start[i - 1];
    std::vector<Piece> pieces(start.back());
    each_piece([&](const Piece& piece) { pieces[start[kMost - piece.length]++] = piece; });
    return pieces;
}

}  // namespace

SlicedEll sliced_ell_from(const Csr& csr)
{
    constexpr std::size_t kSlice = SlicedEll::kSlice;
    const std::vector<Piece> pieces = pieces_by_length(csr);
    SlicedEll ell;
    ell.row.resize(pieces.size());
    ell.slice_start.push_back(0);
    for (std::size_t first = 0; first < pieces.size(); first += kSlice)
        ell.slice_start.push_back(ell.slice_start.back() + pieces[first].length);
    ell.entry.assign(kSlice * ell.slice_start.back(), {kPadding, 0});
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Piece& piece = pieces[i];
        ell.row[i] = piece.cut ? ~piece.row : piece.row;
        ell.any_cut |= piece.cut;
    }
    ladders::parallel_pieces(pieces.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Piece& piece = pieces[i];
            SlicedEll::Entry* to = ell.entry.data() + kSlice * ell.slice_start[i / kSlice] + i % kSlice;
            int from = csr.row_start[piece.row] + piece.first;
            for (int k = 0; k < piece.length; ++k, to += kSlice, from += piece.step)
                *to = {csr.column[from], csr.value[from]};
        }
        return 0;
    });
    return ell;
}
