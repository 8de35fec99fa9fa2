#include "layout.h"

#include "common/support/numbers.h"

#include <cstdint>
#include <cstdio>

namespace {

Layout::Input make_random(std::size_t n, std::uint64_t seed)
{
    const std::vector<float> numbers = random_floats(4 * n, seed, -1, 1);
    Layout::Input in;
    in.points.resize(n);
    for (std::size_t i = 0; i < n; ++i)
        in.points[i] = {numbers[4 * i], numbers[4 * i + 1], numbers[4 * i + 2], numbers[4 * i + 3]};
    in.description =
        "n = " + std::to_string(n) + " points, random in [-1, 1)^3, seed " + std::to_string(seed);
    return in;
}

// NaN is equal to nothing.
bool equal(const Point& a, const Point& b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

std::string text_of(const Point& p)
{
    char text[96];
    std::snprintf(text, sizeof text, "(%.9g, %.9g, %.9g; %.9g)", p.x, p.y, p.z, p.w);
    return text;
}

Verdict wrong_point(std::size_t i, const Point& got, const Point& want)
{
    return Verdict::wrong("point " + std::to_string(i) + ": " + text_of(got) + " in place of " +
                          text_of(want));
}

}  // namespace

MemoryNeed Layout::memory(const Options& options) const
{
    constexpr std::size_t kEach =
        4 * sizeof(Point);  // the points, the same by another layout, the result twice
    require_countable(options.size, kEach);
    return {.host = options.size * kEach, .device = options.size * 2 * sizeof(Point)};
}

Layout::Input Layout::make_input(const Options& options) const
{
    return make_random(options.size, options.seed);
}

void Layout::cpu(const Input& in, Output& moved) const
{
    const std::size_t n = in.points.size();
    moved.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const Point& p = in.points[i];
        moved[i] = {p.x + kStepX, p.y + kStepY, p.z + kStepZ, p.w};
    }
}

// A single addition is rounded correctly by every processor: the results are equal bit by bit.
Verdict Layout::check(const Output& got, const Output& want, const Input&, const Chain&) const
{
    if (got.size() != want.size())
        return Verdict::wrong(std::to_string(got.size()) + " points in place of " +
                              std::to_string(want.size()));
    for (std::size_t i = 0; i < want.size(); ++i)
        if (!equal(got[i], want[i]))
            return wrong_point(i, got[i], want[i]);
    return {};
}

Verdict Layout::check_without_cpu(const Output& got, const Input& in, const Chain&) const
{
    // In double the sum of two floats is exact but for bits that cannot change the float it is rounded to.
    const auto sum = [](double a, double b) { return static_cast<float>(a + b); };
    return check_pieces(got.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Point& p = in.points[i];
            const Point want{sum(p.x, kStepX), sum(p.y, kStepY), sum(p.z, kStepZ), p.w};
            if (!equal(got[i], want))
                return wrong_point(i, got[i], want);
        }
        return Verdict{};
    });
}

// x, y and z are read and written; w is not needed.
Work Layout::work(const Input& in) const
{
    const auto n = static_cast<double>(in.points.size());
    return {.bytes = 6 * sizeof(float) * n, .operations = 3 * n};
}

Figures Layout::figures(const Output& moved) const
{
    return {{"First point", text_of(moved.front())}, {"Last point", text_of(moved.back())}};
}

std::vector<SelfTest<Layout::Input>> Layout::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<std::size_t> sizes{1, 2, 7, 31, 32, 33, b - 1, b, b + 1, 4 * b + 3, 1023, 4099, 16411};
    if (!kEmulator)
        sizes.push_back((1u << 22) + 3);
    std::vector<SelfTest<Input>> tests;
    for (const std::size_t n : sizes)
        if (n > 0) {
            Input in = make_random(n, n);
            std::string name = in.description;
            tests.push_back({std::move(name), std::move(in)});
        }
    return tests;
}
