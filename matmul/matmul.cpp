#include "matmul.h"

#include "common/support/numbers.h"
#include "common/support/parallel.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>
#include <limits>

namespace {

struct Sizes {
    std::size_t m, n, k;
    std::string text() const
    {
        return "m = " + std::to_string(m) + ", n = " + std::to_string(n) + ", k = " + std::to_string(k);
    }
};

Sizes sizes_of(std::size_t m, std::size_t n, std::size_t k)
{
    return {m ? m : n, n, k ? k : n};
}

// A and B with random elements in [-1, 1).
Factors random_factors(const Sizes& s, std::uint64_t seed)
{
    Factors f{s.m, s.n, s.k, {}, {}};
    parallel_pieces(2, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            if (i == 0)
                f.a = random_floats(s.m * s.k, seed, -1, 1);
            else
                f.b = random_floats(s.k * s.n, ~seed, -1, 1);
        return 0;
    });
    return f;
}

}  // namespace

void Matmul::add_options(OptionList& options)
{
    const auto add = [&](const std::string& names, const std::string& name, std::size_t& size,
                         const std::string& what) {
        app.add_option_function<std::string>(
               names, [&size, name](const std::string& text) { size = parse_size(name, text); },
               what + " (default: as many as n)")
            ->type_name("N");
    };
    app.get_option("--size")->description(
        "columns of B and C, and what -m and -k are if not given; Ki, Mi and Gi may follow (default " +
        std::to_string(kEmulator ? info.emulator_size : info.size) + ")");
    add("-m,--rows", "--rows", m_, "rows of A and C");
    add("-k,--inner", "--inner", k_, "columns of A, rows of B");
}

MemoryNeed Matmul::memory(const Options& options) const
{
    const Sizes s = sizes_of(m_, options.size, k_);
    const auto product = [&](std::size_t x, std::size_t y) {
        std::size_t elements = 0;
        if (__builtin_mul_overflow(x, y, &elements) || elements > SIZE_MAX / 256)
            throw OutOfMemory(s.text() + ": more bytes than can be counted");
        return elements;
    };
    const std::size_t factors = (product(s.m, s.k) + product(s.k, s.n)) * sizeof(float);
    const std::size_t c = product(s.m, s.n) * sizeof(float);
    // The host keeps the version's C, and for the check the CPU's, the one in double, and the magnitudes.
    const std::size_t checked = options.no_cpu ? 0 : 4 * c;
    return {.host = factors + c + checked, .device = factors + c};
}

Matmul::Input Matmul::make_input(const Options& options) const
{
    const Sizes s = sizes_of(m_, options.size, k_);
    return {random_factors(s, options.seed),
            s.text() + ", fp32, uniform in [-1, 1), seed " + std::to_string(options.seed)};
}

// The order i, l, j goes through B and C row by row, and is vectorised.
Matmul::Output Matmul::cpu(const Input& in) const
{
    const auto& [m, n, k, a, b] = in.factors;
    Output c(m * n, 0.0f);
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t l = 0; l < k; ++l)
            for (std::size_t j = 0; j < n; ++j)
                c[i * n + j] += a[i * k + l] * b[l * n + j];
    return c;
}

Verdict Matmul::check(const Output& got, const Output&, const Input& in, const Chain&) const
{
    if (!in.exact)
        in.exact = std::make_shared<ExactProduct>(exact_product(in.factors));
    return check_product(got, *in.exact, in.factors);
}

Verdict Matmul::check_without_cpu(const Output& got, const Input& in, const Chain&) const
{
    if (!in.freivalds)
        in.freivalds = std::make_shared<FreivaldsTest>(in.factors);
    return in.freivalds->check(got, in.factors);
}

Work Matmul::work(const Input& in) const
{
    const double m = in.factors.m, n = in.factors.n, k = in.factors.k;
    return {.bytes = (m * k + k * n + m * n) * sizeof(float), .operations = 2 * m * n * k};
}

Figures Matmul::figures(const Output& c) const
{
    const auto parts = parallel_pieces(c.size(), [&](std::size_t begin, std::size_t end) {
        double squares = 0;
        for (std::size_t i = begin; i < end; ++i)
            squares += static_cast<double>(c[i]) * c[i];
        return squares;
    });
    double squares = 0;
    for (const double part : parts)
        squares += part;
    char norm[64];
    std::snprintf(norm, sizeof norm, "%.7g", std::sqrt(squares));
    return {{"Norm of C", norm}};
}

std::vector<SelfTest<Matmul::Input>> Matmul::selftests(int) const
{
    std::vector<Sizes> all{{1, 1, 1},      {1, 33, 7},    {33, 1, 5},   {31, 32, 33},    {32, 32, 32},
                           {63, 63, 63},   {64, 64, 64},  {65, 65, 65}, {100, 100, 100}, {127, 129, 3},
                           {129, 128, 8},  {257, 5, 12},  {6, 260, 17}, {5, 8, 1031},    {3, 4, 1},
                           {132, 136, 20}, {66, 260, 20}, {65, 259, 19}};
    if (!kEmulator)
        for (const Sizes& s : {Sizes{1000, 1000, 1000}, Sizes{1023, 1025, 1027}, Sizes{2048, 516, 300},
                               Sizes{300, 2049, 1000}, Sizes{2200000, 3, 2}, Sizes{2, 2200000, 3}})
            all.push_back(s);
    std::vector<SelfTest<Input>> tests;
    for (const Sizes& s : all)
        tests.push_back({s.text(), {random_factors(s, s.m + s.k), ""}});

    // Elements of very different sizes, and sums that nearly cancel: the errors are large beside the results.
    const Sizes odd{45, 67, 34};
    Factors spread = random_factors(odd, 1), cancelling = random_factors(odd, 2);
    for (std::size_t i = 0; i < spread.a.size(); ++i)
        spread.a[i] = std::ldexp(spread.a[i], static_cast<int>(i * 7 % 61) - 30);
    for (std::size_t i = 1; i < odd.m * odd.k; i += 2)
        cancelling.a[i] = -cancelling.a[i - 1];
    for (std::size_t l = 1; l < odd.k; l += 2)
        for (std::size_t j = 0; j < odd.n; ++j)
            cancelling.b[l * odd.n + j] = cancelling.b[(l - 1) * odd.n + j] * 1.0001f;
    tests.push_back({odd.text() + ", of very different sizes", {std::move(spread), ""}});
    tests.push_back({odd.text() + ", nearly cancelling", {std::move(cancelling), ""}});

    // NaN and infinity in A fill a row of C, in B a column; everything else must stay as it is.
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    for (const Sizes& s : {Sizes{32, 32, 32}, Sizes{67, 45, 21}, Sizes{68, 132, 20}, Sizes{5, 7, 9}}) {
        Factors f = random_factors(s, s.m);
        f.a[2 * s.k + s.k - 1] = nan;
        f.a[(s.m - 1) * s.k] = inf;
        f.b[(s.k - 1) * s.n + s.n - 1] = nan;
        f.b[s.n + 3] = -inf;
        tests.push_back({s.text() + ", with NaN and infinity", {std::move(f), ""}});
    }
    return tests;
}

dim3 grid_of_tiles(std::size_t m, std::size_t n, int rows, int columns)
{
    const std::size_t down = ceil_div(m, rows), strips = ceil_div(down, 65535), across = ceil_div(n, columns);
    if (across > std::numeric_limits<int>::max() || strips > 65535)
        throw UsageError("a grid cannot have " + std::to_string(across) + " x " + std::to_string(down) +
                         " blocks");
    return dim3(static_cast<unsigned>(across), static_cast<unsigned>(ceil_div(down, strips)),
                static_cast<unsigned>(strips));
}

void require_block(const Run& run, int threads)
{
    const int block = run.block_size(threads);
    if (block != threads)
        throw UsageError("--block " + std::to_string(block) + ": this version's tile needs " +
                         std::to_string(threads) + " threads per block");
}
