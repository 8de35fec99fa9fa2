#include "tile_check.h"

#include "common/support/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

namespace {

using Index = std::int64_t;

struct Extent {
    Index width, height;
};

// The weights of a tile's results, and what follows for the samples: (tile.height + mask.height - 1,
// tile.width + mask.width - 1) of them, the first for the sample above and left of the tile by half a mask.
struct TileWeights {
    Extent tile{0, 0}, samples{0, 0};
    std::vector<double> of_results, of_samples, of_magnitudes;
};

TileWeights weights_of_tile(Extent tile, const MaskView& mask, std::uint64_t seed)
{
    TileWeights weights{tile, {tile.width + mask.width - 1, tile.height + mask.height - 1}, {}, {}, {}};
    std::mt19937_64 random(seed);
    for (Index k = 0; k < tile.width * tile.height; ++k) {
        const std::uint64_t draw = random();
        const double size = 1 + static_cast<double>(draw >> 11) * 0x1p-53;
        weights.of_results.push_back(draw & 1 ? size : -size);
    }
    weights.of_samples.assign(weights.samples.width * weights.samples.height, 0);
    weights.of_magnitudes = weights.of_samples;
    for (Index y = 0; y < tile.height; ++y)
        for (Index x = 0; x < tile.width; ++x)
            for (int i = 0; i < mask.height; ++i)
                for (int j = 0; j < mask.width; ++j) {
                    const double weight = weights.of_results[y * tile.width + x];
                    const double share = weight * mask.weights[i * mask.width + j];
                    const Index sample = (y + i) * weights.samples.width + x + j;
                    weights.of_samples[sample] += share;
                    weights.of_magnitudes[sample] += std::abs(share);
                }
    return weights;
}

struct Tile {
    Index plane, x, y;
};

// Whether the two sums of a tile agree.
bool sums_agree(const std::vector<float>& got, const Field& in, const MaskView& mask,
                const TileWeights& weights, const Tile& tile)
{
    const Index width = static_cast<Index>(in.width), height = static_cast<Index>(in.height);
    double of_results = 0, of_samples = 0, of_magnitudes = 0;
    for (Index y = 0; y < weights.tile.height; ++y) {
        const float* row = got.data() + (tile.plane * height + tile.y + y) * width + tile.x;
        for (Index x = 0; x < weights.tile.width; ++x)
            of_results += weights.of_results[y * weights.tile.width + x] * row[x];
    }
    const Index left = tile.x - mask.width / 2, top = tile.y - mask.height / 2;
    const Index first = std::max<Index>(0, -left), last = std::min(weights.samples.width, width - left);
    for (Index y = std::max<Index>(0, -top); y < std::min(weights.samples.height, height - top); ++y) {
        const float* row = in.samples + (tile.plane * height + top + y) * width;
        const Index at = y * weights.samples.width;
        for (Index x = first; x < last; ++x) {
            const double sample = row[left + x];
            of_samples += weights.of_samples[at + x] * sample;
            of_magnitudes += weights.of_magnitudes[at + x] * std::abs(sample);
        }
    }
    // The sums of a tile are in double: their own rounding, some 2^-40 of of_magnitudes, is far below the
    // bound's slack.
    const double smallest = 2.0 * static_cast<double>(weights.of_results.size()) * rounding_bound(mask, 0);
    return std::abs(of_results - of_samples) <= rounding_bound(mask, of_magnitudes) + smallest;
}

// A tile whose sums differ holds at least one wrong element: names the first.
std::string first_wrong(const std::vector<float>& got, const Field& in, const MaskView& mask, Extent extent,
                        const Tile& tile)
{
    std::vector<double> want, magnitudes;
    for (Index y = tile.y; y < tile.y + extent.height; ++y) {
        const RowPart part{static_cast<std::size_t>(tile.plane), static_cast<std::size_t>(y),
                           static_cast<std::size_t>(tile.x), static_cast<std::size_t>(tile.x + extent.width)};
        convolve_row(in, mask, part, want);
        convolve_row_of_magnitudes(in, mask, part, magnitudes);
        for (Index x = 0; x < extent.width; ++x) {
            const ladders::Verdict verdict = ladders::compare_within(
                describe_element(in, part, part.begin + x),
                got[(tile.plane * static_cast<Index>(in.height) + y) * static_cast<Index>(in.width) + tile.x +
                    x],
                want[x], rounding_bound(mask, magnitudes[x]));
            if (!verdict.right)
                return verdict.detail;
        }
    }
    return "the weighted sum of the tile at column " + std::to_string(tile.x) + ", row " +
           std::to_string(tile.y) + " is off";
}

}  // namespace

ladders::Verdict check_tiles(const std::vector<float>& got, const Field& in, const MaskView& mask,
                             std::uint64_t seed)
{
    if (got.size() != in.size())
        return ladders::Verdict::wrong(std::to_string(got.size()) + " results in place of " +
                                       std::to_string(in.size()));
    const Index width = static_cast<Index>(in.width), height = static_cast<Index>(in.height);
    const bool is_row = height == 1;
    const Extent whole{is_row ? kTileOfRow : kTileSide, is_row ? 1 : kTileSide};
    const Extent last{(width - 1) % whole.width + 1, (height - 1) % whole.height + 1};
    // Weights of whole tiles, and of those cut by the right, by the lower, and by both edges.
    std::array<TileWeights, 4> weights;
    for (int kind = 0; kind < 4; ++kind)
        weights[kind] = weights_of_tile(
            {kind & 1 ? last.width : whole.width, kind & 2 ? last.height : whole.height}, mask, seed + kind);

    const Index across = (width + whole.width - 1) / whole.width,
                down = (height + whole.height - 1) / whole.height;
    const auto check_some = [&](std::size_t begin, std::size_t end) -> std::string {
        for (Index number = static_cast<Index>(begin); number < static_cast<Index>(end); ++number) {
            const Index column = number % across, row = number / across % down;
            const Tile tile{number / across / down, column * whole.width, row * whole.height};
            const TileWeights& used = weights[(column == across - 1 ? 1 : 0) + (row == down - 1 ? 2 : 0)];
            if (!sums_agree(got, in, mask, used, tile))
                return first_wrong(got, in, mask, used.tile, tile);
        }
        return "";
    };
    const std::size_t tiles = static_cast<std::size_t>(across * down) * in.planes;
    for (const std::string& wrong : ladders::parallel_pieces(tiles, check_some))
        if (!wrong.empty())
            return ladders::Verdict::wrong(wrong);
    return {};
}
