// What the topics conv1d and conv2d share.
#pragma once

#include "common/ladder.h"
#include "reference.h"

#include <numeric>
#include <string>
#include <vector>

// SomeInput has field(), mask_view() and a description.
template <class SomeInput>
struct Convolution {
    using Input = SomeInput;
    using Output = std::vector<float>;  // laid out as the field's samples

    std::size_t results(const Input& in) const { return in.field().size(); }
    void cpu(const Input& in, std::size_t begin, std::size_t end, Output& out) const
    {
        convolve_on_cpu(in.field(), in.mask_view(), begin, end, out);
    }
    Verdict check(const Output& got, const Output& want, const Input& in) const
    {
        return check_convolution(got, want, in.field(), in.mask_view());
    }
    // Each sample is read once and each result written once, a multiplication and an addition per weight.
    Work work(const Input& in) const
    {
        const auto samples = static_cast<double>(results(in)),
                   weights = static_cast<double>(in.mask_view().size());
        return {.bytes = (2 * samples + weights) * sizeof(float), .operations = 2 * samples * weights};
    }
    Figures figures(const Output& out) const
    {
        return {{"Sum", format_text("%.6g", std::accumulate(out.begin(), out.end(), 0.0))}};
    }
};
