#include "layout.h"

#include "common/support/numbers.h"

namespace {

std::string text_of(const Point& p)
{
    return format_text("(%.9g, %.9g, %.9g; %.9g)", p.x, p.y, p.z, p.w);
}

}  // namespace

Layout::Input Layout::make_input(const Options& options) const
{
    const std::size_t n = options.size, seed = options.seed;
    const std::vector<float> numbers = random_floats(4 * n, seed, -1, 1);
    Input in{std::vector<Point>(n), format_text("n = %zu points, random in [-1, 1)^3, seed %zu", n, seed)};
    for (std::size_t i = 0; i < n; ++i)
        in.points[i] = {numbers[4 * i], numbers[4 * i + 1], numbers[4 * i + 2], numbers[4 * i + 3]};
    return in;
}

void Layout::cpu(const Input& in, std::size_t begin, std::size_t end, Output& moved) const
{
    for (std::size_t i = begin; i < end; ++i) {
        const Point& p = in.points[i];
        moved[i] = {p.x + kStepX, p.y + kStepY, p.z + kStepZ, p.w};
    }
}

// A single addition is rounded correctly by every processor: the results are equal bit by bit.
Verdict Layout::check(const Output& got, const Output& want, const Input&) const
{
    return compare_exactly("point", got, want, text_of);
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
