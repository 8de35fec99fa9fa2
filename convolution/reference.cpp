#include "reference.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace {

using Index = std::int64_t;

constexpr Index kPart = 2048;  // results: their sums stay in the first-level cache

// Where an element of a field is.
struct Place {
    Index x, y, plane;

    Place(const Field& in, std::size_t element)
        : x(static_cast<Index>(element % in.width)),
          y(static_cast<Index>(element / in.width % in.height)),
          plane(static_cast<Index>(element / in.width / in.height))
    {
    }
};

// Calls f(weights, samples) for each row of the mask that lies on a row of the field, for results in row
// place.y.
template <class F>
void for_each_row(const Field& in, const MaskView& mask, const Place& place, F f)
{
    const auto width = static_cast<Index>(in.width), height = static_cast<Index>(in.height);
    for (int i = 0; i < mask.height; ++i)
        if (const Index y = place.y + i - mask.height / 2; y >= 0 && y < height)
            f(mask.weights + i * mask.width, in.samples + (place.plane * height + y) * width);
}

// sums[k] = the result k columns to the right of `place`, in the same row. Adds weight after weight, so that
// the inner loop runs along a row and meets no border.
void add_products(const Field& in, const MaskView& mask, const Place& place, Index count, double* sums)
{
    std::fill_n(sums, count, 0);
    for_each_row(in, mask, place, [&](const float* weights, const float* samples) {
        for (int j = 0; j < mask.width; ++j) {
            const Index from = place.x + j - mask.width / 2;  // the column of the first result's sample
            const double weight = weights[j];
            const Index end = std::min(count, static_cast<Index>(in.width) - from);
            for (Index k = std::max<Index>(0, -from); k < end; ++k)
                sums[k] += weight * samples[from + k];
        }
    });
}

// The sum of |weight| * |sample| for one result, by which its rounding errors are measured.
double magnitude(const Field& in, const MaskView& mask, std::size_t element)
{
    const Place place(in, element);
    double sum = 0;
    for_each_row(in, mask, place, [&](const float* weights, const float* samples) {
        const Index from = place.x - mask.width / 2;
        const Index end = std::min<Index>(mask.width, static_cast<Index>(in.width) - from);
        for (Index j = std::max<Index>(0, -from); j < end; ++j)
            sum += std::abs(static_cast<double>(weights[j]) * samples[from + j]);
    });
    return sum;
}

// How far a float result may be from the exact one: each weight takes part in a chain of at most as many
// roundings as there are weights. (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002,
// section 3.1: n roundings in a row are off by at most gamma = n u / (1 - n u) of the magnitude, u = 2^-24.)
// Four more roundings are allowed: of a product, of the reference itself, and of the factors of a separable
// mask. Results below 2^-126 round to multiples of 2^-149.
double rounding_bound(const MaskView& mask, double magnitude)
{
    const double roundings = (mask.size() + 4) * 0x1p-24;
    return roundings / (1 - roundings) * magnitude + mask.size() * 0x1p-149;
}

std::string name_of(const Field& in, std::size_t element)
{
    if (in.height == 1 && in.planes == 1)
        return "element " + std::to_string(element);
    const Place place(in, element);
    return "pixel (x " + std::to_string(place.x) + ", y " + std::to_string(place.y) + ")" +
           (in.planes > 1 ? " of channel " + std::to_string(place.plane) : "");
}

}  // namespace

void convolve_on_cpu(const Field& in, const MaskView& mask, std::size_t begin, std::size_t end,
                     std::vector<float>& out)
{
    double sums[kPart];
    while (begin < end) {
        const Place place(in, begin);
        const Index count =
            std::min({kPart, static_cast<Index>(in.width) - place.x, static_cast<Index>(end - begin)});
        add_products(in, mask, place, count, sums);
        std::copy_n(sums, count, out.begin() + static_cast<Index>(begin));
        begin += static_cast<std::size_t>(count);
    }
}

ladders::Verdict check_convolution(const std::vector<float>& got, const std::vector<float>& want,
                                   const Field& in, const MaskView& mask)
{
    if (got.size() != in.size())
        return ladders::another_size(got.size(), in.size());
    // A sum's magnitude is at least its absolute value. An error below the bound of that needs no magnitude.
    // (Less-than, so that nothing passes where the sum is too large for a float.)
    const auto is_right = [&](std::size_t i) {
        const double error = std::abs(static_cast<double>(got[i]) - want[i]);
        return error < rounding_bound(mask, std::abs(want[i])) ||
               error <= rounding_bound(mask, magnitude(in, mask, i));
    };
    const auto text = [&](std::size_t i) {
        return ladders::compare_within(name_of(in, i), got[i], want[i],
                                       rounding_bound(mask, magnitude(in, mask, i)))
            .detail;
    };
    return ladders::compare_each(in.size(), is_right, text,
                                 ladders::compared(got, want, in.height > 1 ? in.width : 0));
}
