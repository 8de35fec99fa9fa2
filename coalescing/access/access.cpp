#include "access.h"

#include "common/support/numbers.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

namespace {

constexpr std::size_t kGroup = 32;

Access::Input make_random(std::size_t n, std::size_t stride, std::uint64_t seed)
{
    // With fewer elements than a row holds there is one row, and the rest of it is empty.
    return {random_floats(n, seed, -1, 1), std::min(stride, n), seed,
            "n = " + std::to_string(n) + " random floats, stride " + std::to_string(stride) + ", seed " +
                std::to_string(seed)};
}

// The pattern by its definition, for any i on its own.
std::size_t index_of(Access::Pattern pattern, std::size_t i, const Access::Input& in)
{
    const std::size_t n = in.values.size(), group = i / kGroup * kGroup;
    switch (pattern) {
        case Access::Pattern::Aligned:
            break;
        case Access::Pattern::Permuted:
            return group + std::min(kGroup, n - group) - 1 - i % kGroup;
        case Access::Pattern::Misaligned:
            return (i + 1) % n;
        case Access::Pattern::SameWord:
            return group;
        case Access::Pattern::Strided: {
            // The first n % stride columns hold one element more than the others.
            const std::size_t longer = n % in.stride, rows = n / in.stride;
            if (i < longer * (rows + 1))
                return i % (rows + 1) * in.stride + i / (rows + 1);
            const std::size_t rest = i - longer * (rows + 1);
            return rest % rows * in.stride + longer + rest / rows;
        }
        case Access::Pattern::Scattered:
            return scattered_index(i, n, in.seed);
    }
    return i;
}

}  // namespace

void Access::add_options(OptionList& options)
{
    app.add_option("--stride", stride_, "elements between neighbouring lanes in v5")
        ->type_name("COUNT")
        ->capture_default_str();
}

MemoryNeed Access::memory(const Options& options) const
{
    constexpr std::size_t kEach = 3 * sizeof(float);  // the values, and the result twice
    require_countable(options.size, kEach);
    return {.host = options.size * kEach, .device = options.size * 2 * sizeof(float)};
}

Access::Input Access::make_input(const Options& options) const
{
    return make_random(options.size, parse_size("--stride", stride_), options.seed);
}

void Access::cpu(const Version& version, const Input& in, Output& out) const
{
    const std::vector<float>& values = in.values;
    const std::size_t n = values.size();
    out.resize(n);
    switch (version.pattern) {
        case Pattern::Aligned:
            for (std::size_t i = 0; i < n; ++i)
                out[i] = values[i];
            break;
        case Pattern::Permuted:
            for (std::size_t group = 0; group < n; group += kGroup) {
                const std::size_t end = std::min(group + kGroup, n);
                std::reverse_copy(values.begin() + group, values.begin() + end, out.begin() + group);
            }
            break;
        case Pattern::Misaligned:
            for (std::size_t i = 0; i + 1 < n; ++i)
                out[i] = values[i + 1];
            out[n - 1] = values[0];
            break;
        case Pattern::SameWord:
            for (std::size_t i = 0; i < n; ++i)
                out[i] = values[i / kGroup * kGroup];
            break;
        case Pattern::Strided:
            for (std::size_t column = 0, i = 0; column < in.stride; ++column)
                for (std::size_t j = column; j < n; j += in.stride)
                    out[i++] = values[j];
            break;
        case Pattern::Scattered:
            for (std::size_t i = 0; i < n; ++i)
                out[i] = values[scattered_index(i, n, in.seed)];
            break;
    }
}

Verdict Access::check(const Output& got, const Output& want, const Input&, const Chain&) const
{
    return compare_exactly("element", got, want);
}

Verdict Access::check_without_cpu(const Version& version, const Output& got, const Input& in,
                                  const Chain&) const
{
    return check_pieces(got.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const float want = in.values[index_of(version.pattern, i, in)];
            if (!(got[i] == want))
                return compare_within("element " + std::to_string(i), got[i], want, 0);
        }
        return Verdict{};
    });
}

Work Access::work(const Input& in) const
{
    return {.bytes = 2 * sizeof(float) * static_cast<double>(in.values.size())};
}

Figures Access::figures(const Output& out) const
{
    char first[32], last[32];
    std::snprintf(first, sizeof first, "%.9g", out.front());
    std::snprintf(last, sizeof last, "%.9g", out.back());
    return {{"out[0]", first}, {"out[n - 1]", last}};
}

std::vector<SelfTest<Access::Input>> Access::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<std::pair<std::size_t, std::size_t>> sizes_and_strides;
    for (const std::size_t n : {std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{33}, b - 1, b,
                                b + 1, 4 * b + 7, std::size_t{1023}, std::size_t{4099}})
        for (const std::size_t stride : {1, 2, 7, 32, 1000})
            if (n > 0)
                sizes_and_strides.emplace_back(n, stride);
    for (const std::size_t stride : {70000, 100000})  // more columns than a grid is high
        sizes_and_strides.emplace_back(70001, stride);
    if (!kEmulator)
        sizes_and_strides.insert(sizes_and_strides.end(), {{(1 << 24) + 3, 33}, {(1 << 22) + 1, 1 << 20}});
    std::vector<SelfTest<Input>> tests;
    for (const auto& [n, stride] : sizes_and_strides) {
        Input in = make_random(n, stride, n + stride);
        std::string name = in.description;
        tests.push_back({std::move(name), std::move(in)});
    }
    return tests;
}
