#include "filters.h"

#include "common/support/errors.h"
#include "common/support/numbers.h"

#include <algorithm>
#include <cmath>

namespace {

std::vector<double> gauss_weights(int width)
{
    const double sigma = (width + 1) / 6.0;
    std::vector<double> bell(width);
    double sum = 0;
    for (int i = 0; i < width; ++i) {
        const double distance = (i - width / 2) / sigma;
        sum += bell[i] = std::exp(-distance * distance / 2);
    }
    std::vector<double> weights;
    for (const double a : bell)
        for (const double b : bell)
            weights.push_back(a / sum * (b / sum));
    return weights;
}

// The mean of the pixels in a disc.
std::vector<double> disc_weights(int width)
{
    std::vector<double> weights;
    double inside = 0;
    for (int i = 0; i < width; ++i)
        for (int j = 0; j < width; ++j) {
            const bool is_inside = std::hypot(i - width / 2, j - width / 2) <= width / 2.0;
            weights.push_back(is_inside);
            inside += is_inside;
        }
    for (double& weight : weights)
        weight /= inside;
    return weights;
}

// A mask is a column times a row if all its rows are multiples of one row. Takes the row of the largest
// weight for it, and asks that each weight be the product of its two factors to within their rounding:
// three roundings of at most 2^-24 each, of the weight, of the factor, and of the product itself. The
// check's bound counts them.
void find_factors(Mask& mask)
{
    const int n = mask.width;
    const auto& w = mask.weights;
    const auto largest =
        std::max_element(w.begin(), w.end(), [](float a, float b) { return std::abs(a) < std::abs(b); });
    const int pivot_row = static_cast<int>(largest - w.begin()) / n;
    const int pivot_column = static_cast<int>(largest - w.begin()) % n;
    if (*largest == 0)
        return;
    std::vector<float> column(n), row(n);
    for (int k = 0; k < n; ++k) {
        column[k] = w[k * n + pivot_column] / *largest;
        row[k] = w[pivot_row * n + k];
    }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const double product = static_cast<double>(column[i]) * row[j], weight = w[i * n + j];
            if (!(std::abs(product - weight) <= 4 * 0x1p-24 * std::abs(weight)))
                return;
        }
    mask.column = column;
    mask.row = row;
}

}  // namespace

const std::vector<std::string>& filter_names()
{
    static const std::vector<std::string> names{"gauss", "box", "blur", "sharpen", "edge", "random"};
    return names;
}

Mask mask_of(const std::string& name, int width, const std::vector<float>& weights)
{
    Mask mask{.width = width, .weights = weights, .name = name, .column = {}, .row = {}};
    find_factors(mask);
    return mask;
}

Mask make_mask(const std::string& filter, int width, std::uint64_t seed)
{
    const std::size_t weights = static_cast<std::size_t>(width) * width, middle = weights / 2;
    const std::string name = filter + " " + std::to_string(width) + " x " + std::to_string(width);
    if (filter == "random")
        return mask_of(name, width, ladders::random_floats(weights, seed, -1, 1));

    std::vector<double> mask(weights, 1.0 / static_cast<double>(weights));  // box
    if (filter == "gauss") {
        mask = gauss_weights(width);
    } else if (filter == "blur") {
        mask = disc_weights(width);
    } else if (filter == "sharpen") {
        mask = gauss_weights(width);
        for (double& weight : mask)
            weight = -weight;
        mask[middle] += 2;
    } else if (filter == "edge") {
        if (width == 1)
            throw ladders::UsageError("--filter edge: a mask of width 1 has no neighbours to compare with");
        mask.assign(weights, -8.0 / static_cast<double>(weights - 1));
        mask[middle] = 8;
    }
    return mask_of(name, width, {mask.begin(), mask.end()});
}
