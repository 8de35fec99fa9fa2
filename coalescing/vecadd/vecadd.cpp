#include "vecadd.h"

#include "common/support/numbers.h"

#include <cstdint>
#include <cstdio>
#include <limits>

namespace {

Vecadd::Input make_random(std::size_t n, std::uint64_t seed)
{
    return {random_floats(n, 2 * seed, -1, 1), random_floats(n, 2 * seed + 1, -1, 1),
            "n = " + std::to_string(n) + ", a and b random in [-1, 1), seed " + std::to_string(seed)};
}

// Sums that overflow, cancel, or are too small for a normal float; none of them is a NaN.
Vecadd::Input make_extreme(std::size_t n)
{
    using Limits = std::numeric_limits<float>;
    const float values[] = {Limits::max(), -Limits::max(), Limits::min(), -Limits::denorm_min(),
                            0.0f,          -0.0f,          1.0f};
    Vecadd::Input in;
    for (std::size_t i = 0; i < n; ++i) {
        in.a.push_back(i % 5 == 4 ? Limits::infinity() : values[i % 7]);
        in.b.push_back(values[i / 7 % 7]);
    }
    in.description = "n = " + std::to_string(n) + ", extreme values";
    return in;
}

}  // namespace

MemoryNeed Vecadd::memory(const Options& options) const
{
    constexpr std::size_t kEach = 4 * sizeof(float);  // a, b, and c twice
    require_countable(options.size, kEach);
    return {.host = options.size * kEach, .device = options.size * 3 * sizeof(float)};
}

Vecadd::Input Vecadd::make_input(const Options& options) const
{
    return make_random(options.size, options.seed);
}

void Vecadd::cpu(const Input& in, Output& c) const
{
    const std::size_t n = in.a.size();
    c.resize(n);
    for (std::size_t i = 0; i < n; ++i)
        c[i] = in.a[i] + in.b[i];
}

// A single addition is rounded correctly by every processor: the results are equal bit by bit.
Verdict Vecadd::check(const Output& got, const Output& want, const Input&, const Chain&) const
{
    return compare_exactly("element", got, want);
}

Verdict Vecadd::check_without_cpu(const Output& got, const Input& in, const Chain&) const
{
    // In double the sum of two floats is exact but for bits that cannot change the float it is rounded to.
    return check_pieces(got.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto want = static_cast<float>(double{in.a[i]} + double{in.b[i]});
            if (!(got[i] == want))
                return compare_within("element " + std::to_string(i), got[i], want, 0);
        }
        return Verdict{};
    });
}

Work Vecadd::work(const Input& in) const
{
    const auto n = static_cast<double>(in.a.size());
    return {.bytes = 3 * sizeof(float) * n, .operations = n};
}

Figures Vecadd::figures(const Output& c) const
{
    char first[32], last[32];
    std::snprintf(first, sizeof first, "%.9g", c.front());
    std::snprintf(last, sizeof last, "%.9g", c.back());
    return {{"c[0]", first}, {"c[n - 1]", last}};
}

std::vector<SelfTest<Vecadd::Input>> Vecadd::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<std::size_t> sizes{1, 2,     3,         4,         5,    31,   32,    33,   b - 1,
                                   b, b + 1, 4 * b - 1, 4 * b + 1, 1023, 4099, 50000, 65537};
    if (!kEmulator)
        sizes.insert(sizes.end(), {(1u << 24) - 1, (1u << 24) + 3});
    std::vector<SelfTest<Input>> tests;
    for (const std::size_t n : sizes)
        if (n > 0)
            for (Input in : {make_random(n, n), make_extreme(n)}) {
                std::string name = in.description;
                tests.push_back({std::move(name), std::move(in)});
            }
    return tests;
}
