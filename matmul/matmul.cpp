#include "matmul.h"

#include "common/support/numbers.h"

#include <array>
#include <cmath>
#include <numeric>

namespace {

// A and B with random elements in [-1, 1).
Matmul::Input random_input(std::size_t m, std::size_t n, std::size_t k, std::uint64_t seed)
{
    return {{m, n, k, random_floats(m * k, seed, -1, 1), random_floats(k * n, ~seed, -1, 1)},
            format_text("m = %zu, n = %zu, k = %zu, fp32, uniform in [-1, 1), seed %ju", m, n, k, seed)};
}

// v12 and v13 leave out less than 2^-22 of each factor, and the products of the small parts: at most 2^-11 of each.
constexpr Rounding kRounding{.product = 3 * 0x1p-22};

}  // namespace

void Matmul::add_options(OptionList& options)
{
    options.describe("--size",
                     "columns of B and C, and what -m and -k are if not given; Ki, Mi and Gi may follow");
    options.size("-m,--rows", m_, "rows of A and C (default: as many as n)");
    options.size("-k,--inner", k_, "columns of A, rows of B (default: as many as n)");
}

MemoryNeed Matmul::memory(const Options& options) const
{
    const double m = rows(options), n = options.size, k = inner(options);
    const double bytes = (m * k + k * n + m * n) * sizeof(float);
    // For its checks the host also keeps the CPU's C, the exact one in double, and the magnitudes.
    return {.host = bytes + (options.no_cpu ? 0 : 4 * m * n * sizeof(float)), .device = bytes};
}

Matmul::Input Matmul::make_input(const Options& options) const
{
    return random_input(rows(options), options.size, inner(options), options.seed);
}

// In the order i, l, j the inner loop goes along rows of B and C, and the compiler vectorises it.
Matmul::Output Matmul::cpu(const Input& in) const
{
    Output c(in.m * in.n, 0.0f);
    for (std::size_t i = 0; i < in.m; ++i)
        for (std::size_t l = 0; l < in.k; ++l)
            for (std::size_t j = 0; j < in.n; ++j)
                c[i * in.n + j] += in.a[i * in.k + l] * in.b[l * in.n + j];
    return c;
}

Verdict Matmul::check(const Output& got, const ExactProduct& want, const Input& in) const
{
    return check_product(got, want, in, kRounding);
}

FreivaldsTest Matmul::without_cpu(const Input& in) const
{
    return FreivaldsTest(in, kRounding);
}

Verdict Matmul::check(const Output& got, const FreivaldsTest& test, const Input& in) const
{
    return test.check(got, in);
}

Work Matmul::work(const Input& in) const
{
    const double m = in.m, n = in.n, k = in.k;
    return {.bytes = (m * k + k * n + m * n) * sizeof(float), .operations = 2 * m * n * k};
}

std::vector<Shown> Matmul::shown_inputs(const Input& in) const
{
    return {shown("a", in.a, in.k), shown("b", in.b, in.n)};
}

Figures Matmul::figures(const Output& c) const
{
    const auto squares = parallel_pieces(c.size(), [&](std::size_t begin, std::size_t end) {
        return std::accumulate(&c[begin], c.data() + end, 0.0,
                               [](double sum, double x) { return sum + x * x; });
    });
    return {
        {"Norm of C", format_text("%.7g", std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0)))}};
}

void Matmul::selftests(SelfTests<Matmul>& tests) const
{
    tests.add_to_plain_runs({"-m 70 -n 45 -k 37", "-m 5 -n 30 -k 19"});
    std::vector<std::array<int, 3>> sizes{
        {1, 1, 1},    {1, 33, 7},   {33, 1, 5},     {31, 32, 33},  {32, 32, 32},  {63, 63, 63},
        {64, 64, 64}, {65, 65, 65}, {127, 129, 3},  {129, 128, 8}, {257, 5, 12},  {6, 260, 17},
        {5, 8, 519},  {3, 4, 1},    {132, 136, 20}, {66, 260, 20}, {65, 259, 19}, {2100, 5, 40}};
    if (!kEmulator)
        sizes.insert(sizes.end(), {{5, 8, 1031},
                                   {2100, 5, 70},
                                   {1000, 1000, 1000},
                                   {1023, 1025, 1027},
                                   {2048, 516, 300},
                                   {300, 2049, 1000},
                                   {40000, 130, 70},
                                   {2200000, 3, 2},
                                   {2, 2200000, 3}});
    for (const auto& [m, n, k] : sizes)
        tests.add_options(format_text("-m %d -n %d -k %d", m, n, k));

    // Elements of very different sizes, and sums that nearly cancel: the errors are large beside the results.
    Input spread = random_input(45, 67, 34, 1), cancelling = random_input(45, 67, 34, 2);
    for (std::size_t i = 0; i < spread.a.size(); ++i)
        spread.a[i] = std::ldexp(spread.a[i], static_cast<int>(i * 7 % 61) - 30);
    for (std::size_t i = 1; i < cancelling.a.size(); i += 2)
        cancelling.a[i] = -cancelling.a[i - 1];
    for (std::size_t i = 0; i < cancelling.b.size(); ++i)
        if (i / cancelling.n % 2 == 1)
            cancelling.b[i] = cancelling.b[i - cancelling.n] * 1.0001f;
    tests.add("elements of very different sizes, " + spread.description, spread);
    tests.add("sums that nearly cancel, " + cancelling.description, cancelling);

    // NaN and infinity in A fill a row of C, in B a column; everything else must stay as it is.
    for (const auto& [m, n, k] : {std::array{32, 32, 32}, {67, 45, 21}, {68, 132, 20}, {5, 7, 9}}) {
        Input in = random_input(m, n, k, m);
        in.a[3 * in.k - 1] = NAN;
        in.a[(in.m - 1) * in.k] = INFINITY;
        in.b.back() = NAN;
        in.b[in.n + 3] = -INFINITY;
        tests.add("with NaN and infinity, " + in.description, in);
    }
}
