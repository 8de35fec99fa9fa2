#include "saxpy.h"

#include "common/support/numbers.h"

#include <cmath>

namespace {

// Multiples of 1/256 in [-8, 8). a x + y is then exact, whether the product is rounded before the addition or
// not (a GPU does both in one instruction, a CPU may do either), and all results must be equal bit by bit.
std::vector<float> make_multiples(std::size_t n, std::uint64_t seed)
{
    std::vector<float> v = random_floats(n, seed, -2048, 2048);
    for (float& number : v)
        number = std::floor(number) / 256;
    return v;
}

}  // namespace

Saxpy::Input Saxpy::make_input(const Options& options) const
{
    const std::size_t n = options.size, seed = options.seed;
    return {2.5f, make_multiples(n, 2 * seed), make_multiples(n, 2 * seed + 1),
            format_text("n = %zu, a = 2.5, x and y random multiples of 1/256 in [-8, 8), seed %zu", n, seed)};
}

void Saxpy::cpu(const Version& version, const Input& in, std::size_t begin, std::size_t end, Output& y) const
{
    const auto for_each = [a = in.a, x = in.x.data(), before = in.y.data(), after = y.data(), begin,
                           end](auto result) {
        for (std::size_t i = begin; i < end; ++i)
            after[i] = result(i, a * x[i], before[i]);
    };
    const std::size_t half = in.y.size() / 2;
    switch (version.task) {
        case Task::AddAll:
            return for_each([](std::size_t, float ax, float y) { return ax + y; });
        case Task::AddEven:
            return for_each([](std::size_t i, float ax, float y) { return y + (i % 2 == 0 ? ax : 0); });
        case Task::AddEvenSubtractOdd:
            return for_each([](std::size_t i, float ax, float y) { return i % 2 == 0 ? ax + y : ax - y; });
        case Task::AddThenSubtract:
            return for_each([=](std::size_t i, float ax, float y) { return i < half ? ax + y : ax - y; });
    }
}

Verdict Saxpy::check(const Output& got, const Output& want, const Input&) const
{
    return compare_exactly("element", got, want);
}

std::vector<Shown> Saxpy::shown_inputs(const Input& in) const
{
    return {shown("x", in.x), shown("y", in.y)};
}

Figures Saxpy::figures(const Output& y) const
{
    return {{"y[0]", y.front()}, {"y[n - 1]", y.back()}};
}

void Saxpy::selftests(SelfTests<Saxpy>& tests) const
{
    tests.add_to_plain_runs({"-n 4099", "-n 33"});
    const std::size_t b = tests.block();
    tests.add_sizes(tests.sizes());
    tests.add_sizes(
        {4 * b - 1, 4 * b + 1, 16 * b + 7, 4144});  // v6: four elements to a thread; v5: half within a warp
    if (!kEmulator)
        tests.add_sizes({(1 << 24) - 1, (1 << 24) + 3});
}
