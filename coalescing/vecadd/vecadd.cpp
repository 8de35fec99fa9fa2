#include "vecadd.h"

#include "common/support/numbers.h"

#include <limits>

namespace {

// Sums that overflow, cancel, or are too small for a normal float; none of them is a NaN.
Vecadd::Input make_extreme(std::size_t n)
{
    using Limits = std::numeric_limits<float>;
    const float values[] = {Limits::max(), -Limits::max(), Limits::min(), -Limits::denorm_min(), 0, -0.0f, 1};
    Vecadd::Input in;
    for (std::size_t i = 0; i < n; ++i) {
        in.a.push_back(i % 5 == 4 ? Limits::infinity() : values[i % 7]);
        in.b.push_back(values[i / 7 % 7]);
    }
    return in;
}

}  // namespace

Vecadd::Input Vecadd::make_input(const Options& options) const
{
    const std::size_t n = options.size, seed = options.seed;
    return {random_floats(n, 2 * seed, -1, 1), random_floats(n, 2 * seed + 1, -1, 1),
            format_text("n = %zu, a and b random in [-1, 1), seed %zu", n, seed)};
}

void Vecadd::cpu(const Input& in, std::size_t begin, std::size_t end, Output& c) const
{
    for (std::size_t i = begin; i < end; ++i)
        c[i] = in.a[i] + in.b[i];
}

Verdict Vecadd::check(const Output& got, const Output& want, const Input&) const
{
    return compare_exactly("element", got, want);
}

std::vector<Shown> Vecadd::shown_inputs(const Input& in) const
{
    return {shown("a", in.a), shown("b", in.b)};
}

Figures Vecadd::figures(const Output& c) const
{
    return {{"c[0]", c.front()}, {"c[n - 1]", c.back()}};
}

void Vecadd::selftests(SelfTests<Vecadd>& tests) const
{
    tests.add_to_plain_runs({"-n 1027", "-n 33"});
    tests.add_sizes(tests.sizes());
    tests.add_sizes({4 * tests.block() - 1, 4 * tests.block() + 1});  // v3: four elements to a thread
    tests.add("n = 4099, extreme values", make_extreme(4099));
    if (!kEmulator)
        tests.add_sizes({(1 << 24) - 1, (1 << 24) + 3});
}
