// The median of repeated measurements, and how sure it is.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace ladders {

struct Median {
    double value = 0;
    double min = 0;
    double noise = 0;  // half the width of the median's 95 % confidence interval, relative to the median
};

// samples: at least one. The interval is the distribution-free one between two order statistics, n/2 -+ 0.98
// sqrt(n) (W. J. Conover, Practical Nonparametric Statistics, 1999, section 3.2).
inline Median median_of(std::vector<double> samples)
{
    std::sort(samples.begin(), samples.end());
    const auto n = static_cast<double>(samples.size());
    const auto at = [&](double rank) {
        const double last = n - 1;
        return samples[static_cast<std::size_t>(std::clamp(rank, 0.0, last))];
    };
    Median m;
    m.value = (at(std::floor((n - 1) / 2)) + at(std::ceil((n - 1) / 2))) / 2;
    m.min = samples.front();
    const double half_width = 0.98 * std::sqrt(n);
    if (m.value > 0)
        m.noise = (at(std::ceil(n / 2 + half_width)) - at(std::floor(n / 2 - half_width))) / 2 / m.value;
    return m;
}

}  // namespace ladders
