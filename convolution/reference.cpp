#include "reference.h"

#include "common/support/parallel.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>

namespace {

constexpr std::size_t kPart = 2048;  // columns: their sums stay in the first-level cache

// The parts of all rows, kPart columns each.
std::size_t parts_per_row(const Field& in)
{
    return (in.width + kPart - 1) / kPart;
}
RowPart part_number(const Field& in, std::size_t number)
{
    const std::size_t row = number / parts_per_row(in), begin = number % parts_per_row(in) * kPart;
    return {row / in.height, row % in.height, begin, std::min(begin + kPart, in.width)};
}
std::size_t parts(const Field& in)
{
    return parts_per_row(in) * in.height * in.planes;
}

// Adds row after row, weight after weight, so that the inner loop runs along a row and meets no border.
template <class Value>
void add_weighted_rows(const Field& in, const MaskView& mask, const RowPart& part, std::vector<double>& sums,
                       Value value)
{
    using Signed = std::int64_t;
    const Signed width = static_cast<Signed>(in.width), height = static_cast<Signed>(in.height);
    const Signed begin = static_cast<Signed>(part.begin), end = static_cast<Signed>(part.end);
    sums.assign(part.end - part.begin, 0);
    for (int i = 0; i < mask.height; ++i) {
        const Signed y = static_cast<Signed>(part.y) + i - mask.height / 2;
        if (y < 0 || y >= height)
            continue;
        const float* row = in.samples + (part.plane * in.height + static_cast<std::size_t>(y)) * in.width;
        for (int j = 0; j < mask.width; ++j) {
            const Signed shift = j - mask.width / 2;
            const double weight = value(mask.weights[i * mask.width + j]);
            const Signed last = std::min(end, width - shift);
            for (Signed x = std::max(begin, -shift); x < last; ++x)
                sums[x - begin] += weight * value(row[x + shift]);
        }
    }
}

struct Mismatches {
    std::size_t count = 0;
    std::string first;
};

}  // namespace

std::string describe_element(const Field& in, const RowPart& part, std::size_t x)
{
    if (in.height == 1 && in.planes == 1)
        return "element " + std::to_string(x);
    return "pixel (x " + std::to_string(x) + ", y " + std::to_string(part.y) + ")" +
           (in.planes > 1 ? " of channel " + std::to_string(part.plane) : "");
}

void convolve_row(const Field& in, const MaskView& mask, const RowPart& part, std::vector<double>& sums)
{
    add_weighted_rows(in, mask, part, sums, [](float x) { return static_cast<double>(x); });
}

void convolve_row_of_magnitudes(const Field& in, const MaskView& mask, const RowPart& part,
                                std::vector<double>& sums)
{
    add_weighted_rows(in, mask, part, sums, [](float x) { return std::abs(static_cast<double>(x)); });
}

std::vector<float> convolve_on_cpu(const Field& in, const MaskView& mask)
{
    std::vector<float> out(in.size());
    std::vector<double> sums;
    for (std::size_t number = 0; number < parts(in); ++number) {
        const RowPart part = part_number(in, number);
        convolve_row(in, mask, part, sums);
        std::copy(sums.begin(), sums.end(),
                  out.begin() + (part.plane * in.height + part.y) * in.width + part.begin);
    }
    return out;
}

double rounding_bound(const MaskView& mask, double magnitude)
{
    const double roundings = (mask.size() + 4) * 0x1p-24;
    return roundings / (1 - roundings) * magnitude + mask.size() * 0x1p-149;
}

ladders::Verdict check_each(const std::vector<float>& got, const std::vector<float>& want, const Field& in,
                            const MaskView& mask)
{
    if (got.size() != in.size())
        return ladders::Verdict::wrong(std::to_string(got.size()) + " results in place of " +
                                       std::to_string(in.size()));
    const auto check_parts = [&](std::size_t begin, std::size_t end) {
        Mismatches found;
        std::vector<double> magnitudes;
        for (std::size_t number = begin; number < end; ++number) {
            const RowPart part = part_number(in, number);
            convolve_row_of_magnitudes(in, mask, part, magnitudes);
            const std::size_t row = (part.plane * in.height + part.y) * in.width;
            for (std::size_t x = part.begin; x < part.end; ++x) {
                const ladders::Verdict verdict = ladders::compare_within(
                    "", got[row + x], want[row + x], rounding_bound(mask, magnitudes[x - part.begin]));
                if (!verdict.right && found.count++ == 0)
                    found.first = describe_element(in, part, x) + verdict.detail;
            }
        }
        return found;
    };
    Mismatches all;
    for (const Mismatches& found : ladders::parallel_pieces(parts(in), check_parts)) {
        if (all.count == 0)
            all.first = found.first;
        all.count += found.count;
    }
    if (all.count == 0)
        return {};
    return ladders::Verdict::wrong(all.first + (all.count > 1 ? "; " + std::to_string(all.count) + " of " +
                                                                    std::to_string(in.size()) + " are wrong"
                                                              : ""));
}
