#include "conv1d.h"

#include "common/support/numbers.h"
#include "convolution/odd_number.h"
#include "convolution/tile_check.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace {

constexpr std::uint64_t kCheckSeed = 2027;  // of the check's weights; has nothing to do with the input's

Conv1d::Input make(std::size_t n, int mask_width, std::uint64_t seed, float scale)
{
    return {random_floats(n, seed, -scale, scale), random_floats(mask_width, seed + 1, -1, 1),
            "n = " + std::to_string(n) + ", mask of " + std::to_string(mask_width) + ", uniform, seed " +
                std::to_string(seed)};
}

}  // namespace

void Conv1d::add_options(OptionList& options)
{
    app.add_option("--mask", mask_width_,
                   "weights in the mask: an odd number, at most " + std::to_string(kMostMask))
        ->capture_default_str()
        ->check(odd_number_up_to(kMostMask));
}

MemoryNeed Conv1d::memory(const Options& options) const
{
    require_countable(options.size, 16);
    const std::size_t both = 2 * options.size * sizeof(float);
    return {.host = both, .device = both};
}

Conv1d::Input Conv1d::make_input(const Options& options) const
{
    return make(options.size, mask_width_, options.seed, 1);
}

Conv1d::Output Conv1d::cpu(const Input& in) const
{
    return convolve_on_cpu(in.field(), in.mask_view());
}

Verdict Conv1d::check(const Output& got, const Output& want, const Input& in, const Chain&) const
{
    return check_each(got, want, in.field(), in.mask_view());
}

Verdict Conv1d::check_without_cpu(const Output& got, const Input& in, const Chain&) const
{
    return check_tiles(got, in.field(), in.mask_view(), kCheckSeed);
}

Work Conv1d::work(const Input& in) const
{
    // Each number is read once and each result written once, a multiplication and an addition per weight.
    const auto n = static_cast<double>(in.numbers.size()), weights = static_cast<double>(in.mask.size());
    return {.bytes = (2 * n + weights) * sizeof(float), .operations = 2 * n * weights};
}

Figures Conv1d::figures(const Output& out) const
{
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", std::accumulate(out.begin(), out.end(), 0.0));
    return {{"Sum", text}};
}

std::vector<SelfTest<Conv1d::Input>> Conv1d::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<SelfTest<Input>> tests;
    const auto add = [&](Input in, const std::string& kind = "") {
        std::string name = in.description + kind;
        tests.push_back({std::move(name), std::move(in)});
    };
    for (const int mask : {1, 3, 5, 7, 9, 31, 33})
        for (const std::size_t n :
             {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{31}, std::size_t{32},
              std::size_t{33}, b - 1, b, b + 1, 4 * b - 1, 4 * b + 1, std::size_t{2053}})
            if (n > 0)
                add(make(n, mask, n + mask, 1));
    for (const std::size_t n :
         {std::size_t{1}, std::size_t{100}, std::size_t{1025}})  // masks wider than all of it
        for (const int mask : {255, 1021, 1023})
            add(make(n, mask, n + mask, 1));
    add(make(1000, 5, 1, 1e30F), ", large numbers");
    add(make(1000, 7, 2, 1e-42F), ", numbers that are next to zero");
    // Sums that cancel: any rounding is large beside the results, though not beside the bound.
    Input cancelling = make(3001, 5, 3, 1);
    for (std::size_t i = 0; i < cancelling.numbers.size(); ++i)
        cancelling.numbers[i] = (i % 2 ? -1000 : 1000) + cancelling.numbers[i];
    cancelling.mask = {1, 1, 0, -1, -1};
    add(std::move(cancelling), ", cancelling");
    // One number that is not zero shows the mask itself, in the order in which it lies.
    Input impulse = make(515, 33, 4, 1);
    std::fill(impulse.numbers.begin(), impulse.numbers.end(), 0.0F);
    impulse.numbers[255] = 1;
    add(std::move(impulse), ", one number that is not zero");
    return tests;
}
