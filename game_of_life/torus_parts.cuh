// How gol_v9 cuts a torus into parts, and which words of it a lane holds.
#pragma once

#include "common/device/launch.h"

namespace {

using Word = unsigned;

constexpr unsigned kCells = 32;  // of a word
constexpr unsigned kLanes = 32;

// The board in blocks: strips of words (one if a row is so short that it closes round a warp, else 30 at most
// with one more on either side), times bands of rows.
struct Parts {
    unsigned width, height, words;  // words: of a row
    unsigned strips, columns;       // columns: words of a strip
    unsigned bands, rows, warps;    // rows: of a band; warps: of a block
    bool closed;

    // width: at least 2 * kCells. Leaves bands, rows and warps open.
    Parts(std::size_t width, std::size_t height)
        : width(static_cast<unsigned>(width)),
          height(static_cast<unsigned>(height)),
          bands(0),
          rows(0),
          warps(0)
    {
        words = ladders::ceil_div(this->width, kCells);
        closed = width % kCells == 0 && words <= kLanes;
        columns = closed ? kLanes : kLanes - 2;
        strips = ladders::ceil_div(words, columns);
    }
};

// A lane's word of each row.
struct Lane {
    unsigned left, right;           // the lanes with the adjacent words
    unsigned first, second, shift;  // its cells: those of word `first` from bit `shift` on, then `second`
    unsigned tail;                  // from this bit on the row's first word follows; 0: it does not
    bool mine, halo;
    bool near;                     // a lane of another strip has its word
    bool seam;                     // whether a lane of the warp has a shift
    unsigned outer, outer_second;  // first and second; if the lane is not of the halo, lane 0's

    __device__ Lane(const Parts& parts, unsigned strip, unsigned lane)
    {
        const unsigned begin = strip * parts.columns, n = min(parts.columns, parts.words - begin);
        const unsigned place = parts.closed ? lane : lane - 1;  // its word is the strip's, but for the halo's
        mine = place < n;
        near = !parts.closed && (place < 2 || place + 2 >= n);
        halo = !parts.closed && lane <= n + 1 && !mine;
        left = parts.closed ? (lane + n - 1) % n : lane - 1;
        right = parts.closed ? (lane + 1) % n : lane + 1;
        first = second = (begin + (mine || halo ? place : 0) + parts.words) % parts.words;
        shift = 0;
        const unsigned used = parts.width % kCells;
        // A row's last word may not be full.
        tail = first == parts.words - 1 ? used : 0;
        if (halo && used != 0 && strip == 0 && lane == 0) {
            first = parts.words - 2;
            second = parts.words - 1;
            shift = used;
            tail = 0;
        } else if (halo && used != 0 && begin + n == parts.words && lane == n + 1) {
            first = 0;
            second = 1;
            shift = kCells - used;
        }
        seam = __any_sync(ladders::kAllLanes, shift != 0);
        const unsigned first_of_0 = __shfl_sync(ladders::kAllLanes, first, 0),
                       second_of_0 = __shfl_sync(ladders::kAllLanes, second, 0);
        outer = halo ? first : first_of_0;
        outer_second = halo ? second : second_of_0;
    }

    // 32 cells from those two words.
    __device__ Word cells(Word from_first, Word from_second) const
    {
        return __funnelshift_r(from_first, from_second, shift);
    }
};

}  // namespace
