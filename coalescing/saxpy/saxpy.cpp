#include "saxpy.h"

#include "common/support/numbers.h"

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace {

constexpr float kFactor = 2.5f;

// Multiples of 1/256 in [-8, 8). a x + y is then exact, whether the product is rounded before the addition or not (a
// GPU does both in one instruction, a CPU may do either), and all results must be equal bit by bit.
std::vector<float> make_multiples(std::size_t n, std::uint64_t seed)
{
    std::vector<float> v = random_floats(n, seed, -2048, 2048);
    for (float& number : v)
        number = std::floor(number) / 256;
    return v;
}

Saxpy::Input make_random(std::size_t n, std::uint64_t seed)
{
    return {kFactor, make_multiples(n, 2 * seed), make_multiples(n, 2 * seed + 1),
            "n = " + std::to_string(n) + ", a = 2.5, x and y random multiples of 1/256 in [-8, 8), seed " +
                std::to_string(seed)};
}

// Element i after the task, from its definition.
float element_after(Saxpy::Task task, const Saxpy::Input& in, std::size_t i)
{
    const double product = double{in.a} * in.x[i], y = in.y[i];
    const bool even = i % 2 == 0, first_half = i < in.y.size() / 2;
    switch (task) {
        case Saxpy::Task::AddAll:
            break;
        case Saxpy::Task::AddEven:
            return static_cast<float>(even ? product + y : y);
        case Saxpy::Task::AddEvenSubtractOdd:
            return static_cast<float>(even ? product + y : product - y);
        case Saxpy::Task::AddThenSubtract:
            return static_cast<float>(first_half ? product + y : product - y);
    }
    return static_cast<float>(product + y);
}

}  // namespace

MemoryNeed Saxpy::memory(const Options& options) const
{
    constexpr std::size_t kEach = 4 * sizeof(float);  // x, y, and the result twice
    require_countable(options.size, kEach);
    return {.host = options.size * kEach, .device = options.size * 3 * sizeof(float)};
}

Saxpy::Input Saxpy::make_input(const Options& options) const
{
    return make_random(options.size, options.seed);
}

void Saxpy::cpu(const Version& version, const Input& in, Output& y) const
{
    const std::size_t n = in.y.size();
    y.resize(n);
    switch (version.task) {
        case Task::AddAll:
            for (std::size_t i = 0; i < n; ++i)
                y[i] = in.a * in.x[i] + in.y[i];
            break;
        case Task::AddEven:
            for (std::size_t i = 0; i < n; ++i)
                y[i] = i % 2 == 0 ? in.a * in.x[i] + in.y[i] : in.y[i];
            break;
        case Task::AddEvenSubtractOdd:
            for (std::size_t i = 0; i < n; ++i)
                y[i] = i % 2 == 0 ? in.a * in.x[i] + in.y[i] : in.a * in.x[i] - in.y[i];
            break;
        case Task::AddThenSubtract:
            for (std::size_t i = 0; i < n / 2; ++i)
                y[i] = in.a * in.x[i] + in.y[i];
            for (std::size_t i = n / 2; i < n; ++i)
                y[i] = in.a * in.x[i] - in.y[i];
            break;
    }
}

Verdict Saxpy::check(const Output& got, const Output& want, const Input&, const Chain&) const
{
    return compare_exactly("element", got, want);
}

Verdict Saxpy::check_without_cpu(const Version& version, const Output& got, const Input& in,
                                 const Chain&) const
{
    return check_pieces(got.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const float want = element_after(version.task, in, i);
            if (!(got[i] == want))
                return compare_within("element " + std::to_string(i), got[i], want, 0);
        }
        return Verdict{};
    });
}

// x and y are read, y is written.
Work Saxpy::work(const Input& in) const
{
    const auto n = static_cast<double>(in.y.size());
    return {.bytes = 3 * sizeof(float) * n, .operations = 2 * n};
}

Figures Saxpy::figures(const Output& y) const
{
    char first[32], last[32];
    std::snprintf(first, sizeof first, "%.9g", y.front());
    std::snprintf(last, sizeof last, "%.9g", y.back());
    return {{"y[0]", first}, {"y[n - 1]", last}};
}

std::vector<SelfTest<Saxpy::Input>> Saxpy::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<std::size_t> sizes{1, 2,     3,         4,         5,          31,   32,   33,   b - 1,
                                   b, b + 1, 4 * b - 1, 4 * b + 1, 16 * b + 7, 1023, 4099, 4144, 65537};
    if (!kEmulator)
        sizes.insert(sizes.end(), {(1u << 24) - 1, (1u << 24) + 3});
    std::vector<SelfTest<Input>> tests;
    for (const std::size_t n : sizes)
        if (n > 0) {
            Input in = make_random(n, n);
            std::string name = in.description;
            tests.push_back({std::move(name), std::move(in)});
        }
    return tests;
}
