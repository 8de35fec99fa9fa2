#include "matmul_bf16.h"

#include "common/support/numbers.h"

#include <array>
#include <cmath>
#include <numeric>

namespace {

float to_bf16(float x)
{
    return __bfloat162float(__float2bfloat16_rn(x));
}

// Rounds the factors to bf16, and gives them to the GPU, too.
MatmulBf16::Input input_of(Factors factors, bool bf16_out, const std::string& description)
{
    const auto convert = [](std::vector<float>& numbers) {
        std::vector<Bf16> rounded(numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            rounded[i] = __float2bfloat16_rn(numbers[i]);
            numbers[i] = __bfloat162float(rounded[i]);
        }
        return rounded;
    };
    MatmulBf16::Input in{std::move(factors), {}, {}, bf16_out, description};
    in.bf16_a = convert(in.a);
    in.bf16_b = convert(in.b);
    return in;
}

Factors random_factors(std::size_t m, std::size_t n, std::size_t k, std::uint64_t seed)
{
    return {m, n, k, random_floats(m * k, seed, -1, 1), random_floats(k * n, ~seed, -1, 1)};
}

MatmulBf16::Input random_input(std::size_t m, std::size_t n, std::size_t k, std::uint64_t seed, bool bf16_out)
{
    return input_of(
        random_factors(m, n, k, seed), bf16_out,
        format_text("m = %zu, n = %zu, k = %zu, A and B in bf16, sums in fp32, C in %s, uniform in "
                    "[-1, 1], seed %ju",
                    m, n, k, bf16_out ? "bf16" : "fp32", seed));
}

}  // namespace

MatmulBf16::Output MatmulBf16::run(const Version& version, const Input& in, Run& run) const
{
    if (!in.bf16_out)
        return version.to_fp32(in, run);
    const std::vector<Bf16> c = version.to_bf16(in, run);
    Output wide(c.size());
    for (std::size_t i = 0; i < c.size(); ++i)
        wide[i] = __bfloat162float(c[i]);
    return wide;
}

void MatmulBf16::add_options(OptionList& options)
{
    options.describe("--size",
                     "columns of B and C, and what -m and -k are if not given; Ki, Mi and Gi may follow");
    options.size("-m,--rows", m_, "rows of A and C (default: as many as n)");
    options.size("-k,--inner", k_, "columns of A, rows of B (default: as many as n)");
    options.choice("--out", out_, {"fp32", "bf16"}, "type of C, also for cuBLAS");
}

MemoryNeed MatmulBf16::memory(const Options& options) const
{
    const double m = rows(options), n = options.size, k = inner(options);
    const double factors = m * k + k * n, c = m * n;
    // The device may need A and B twice, and C too unless n is a multiple of 8 (see padded.cuh). For its checks the host also
    // keeps the CPU's C, the exact one in double, and the magnitudes.
    return {.host = factors * (sizeof(float) + sizeof(Bf16)) + c * sizeof(float) * (options.no_cpu ? 2 : 5),
            .device = 2 * factors * sizeof(Bf16) + c * sizeof(float) * (options.size % 8 == 0 ? 1 : 2)};
}

MatmulBf16::Input MatmulBf16::make_input(const Options& options) const
{
    return random_input(rows(options), options.size, inner(options), options.seed, out_ == "bf16");
}

// In the order i, l, j the inner loop goes along rows of B and C, and the compiler vectorises it.
MatmulBf16::Output MatmulBf16::cpu(const Input& in) const
{
    Output c(in.m * in.n, 0.0f);
    for (std::size_t i = 0; i < in.m; ++i)
        for (std::size_t l = 0; l < in.k; ++l)
            for (std::size_t j = 0; j < in.n; ++j)
                c[i * in.n + j] += in.a[i * in.k + l] * in.b[l * in.n + j];
    if (in.bf16_out)
        for (float& element : c)
            element = to_bf16(element);
    return c;
}

// A tensor core adds at least 8 products to a sum at once, on all GPUs that have bf16.
Rounding MatmulBf16::rounding_of(const Input& in)
{
    return {.products_per_cut = 8, .result = in.bf16_out ? 0x1p-8 : 0};
}

Work MatmulBf16::work(const Input& in) const
{
    const double m = in.m, n = in.n, k = in.k;
    return {.bytes = (m * k + k * n) * sizeof(Bf16) + m * n * (in.bf16_out ? sizeof(Bf16) : sizeof(float)),
            .operations = 2 * m * n * k};
}

void MatmulBf16::hide(Input& in, HiddenArrays& arrays) const
{
    for (std::vector<float>* floats : {&in.a, &in.b})
        arrays.whole(*floats, HiddenArrays::Values::related);
    for (std::vector<Bf16>* numbers : {&in.bf16_a, &in.bf16_b})
        arrays.whole(*numbers, HiddenArrays::Values::related);
}

std::vector<Shown> MatmulBf16::shown_inputs(const Input& in) const
{
    return {shown("a", in.a, in.k), shown("b", in.b, in.n)};
}

Figures MatmulBf16::figures(const Output& c) const
{
    const auto squares = parallel_pieces(c.size(), [&](std::size_t begin, std::size_t end) {
        return std::accumulate(&c[begin], c.data() + end, 0.0,
                               [](double sum, double x) { return sum + x * x; });
    });
    return {
        {"Norm of C", format_text("%.7g", std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0)))}};
}

void MatmulBf16::selftests(SelfTests<MatmulBf16>& tests) const
{
    tests.add_to_plain_runs({"-m 70 -n 40 -k 24", "-m 5 -n 30 -k 19 --out bf16"});
    std::vector<std::array<int, 3>> sizes{
        {1, 1, 1},    {1, 33, 7},     {33, 1, 5},    {16, 16, 16},   {15, 17, 16}, {16, 24, 40}, {64, 64, 64},
        {65, 65, 65}, {128, 136, 32}, {129, 128, 8}, {250, 264, 48}, {6, 260, 17}, {5, 8, 1031}, {3, 16, 1}};
    if (!kEmulator)
        sizes.insert(sizes.end(), {{1000, 1000, 1000},
                                   {1023, 1025, 1027},
                                   {2048, 520, 304},
                                   {300, 2049, 1000},
                                   {2200000, 3, 2},
                                   {2, 2200000, 3}});
    for (const auto& [m, n, k] : sizes)
        tests.add_options(format_text("-m %d -n %d -k %d", m, n, k));
    for (const auto& [m, n, k] : {std::array{64, 64, 64}, {65, 65, 65}, {129, 136, 40}})
        tests.add_options(format_text("-m %d -n %d -k %d --out bf16", m, n, k));

    // Elements of very different sizes, and sums that nearly cancel: the errors are large beside the results.
    Factors spread = random_factors(45, 72, 40, 1), cancelling = random_factors(45, 67, 34, 2);
    for (std::size_t i = 0; i < spread.a.size(); ++i)
        spread.a[i] = std::ldexp(spread.a[i], static_cast<int>(i * 7 % 61) - 30);
    for (std::size_t i = 1; i < cancelling.a.size(); i += 2)
        cancelling.a[i] = -cancelling.a[i - 1];
    for (std::size_t i = 0; i < cancelling.b.size(); ++i)
        if (i / cancelling.n % 2 == 1)
            cancelling.b[i] = cancelling.b[i - cancelling.n] * 1.01f;
    tests.add("elements of very different sizes", input_of(spread, false, "m = 45, n = 72, k = 40"));
    tests.add("sums that nearly cancel", input_of(cancelling, false, "m = 45, n = 67, k = 34"));

    // NaN and infinity in A fill a row of C, in B a column; everything else must stay as it is.
    for (const auto& [m, n, k] : {std::array{32, 32, 32}, {67, 45, 21}, {136, 136, 24}, {5, 7, 9}}) {
        Factors f = random_factors(m, n, k, m);
        f.a[3 * f.k - 1] = NAN;
        f.a[(f.m - 1) * f.k] = INFINITY;
        f.b.back() = NAN;
        f.b[f.n + 3] = -INFINITY;
        const std::string size = format_text("m = %d, n = %d, k = %d", m, n, k);
        tests.add("with NaN and infinity, " + size, input_of(f, false, size));
    }
}
