#include "scan.h"

#include "common/support/numbers.h"
#include "common/support/parallel.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>

namespace {

template <class T>
using Problem = Scan::Problem<T>;

template <class T>
Scan::Input make_typed(const std::string& dist, std::size_t n, std::uint64_t seed, bool exclusive)
{
    return {.problem = Problem<T>{make_numbers<T>(dist, n, seed), exclusive},
            .description = "n = " + std::to_string(n) + (std::is_same_v<T, float> ? " float (" : " int (") +
                           byte_text(double(n) * sizeof(T)) + "), " + describe_numbers(dist, seed) +
                           (exclusive ? ", exclusive" : ", inclusive")};
}

template <class T>
std::vector<T> scan_on_cpu(const Problem<T>& in)
{
    std::vector<T> sums(in.numbers.size());
    T sum = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const T before = sum;
        sum += in.numbers[i];
        sums[i] = in.exclusive ? before : sum;
    }
    return sums;
}

// Prefix sums are right if the first is right and each differs from the one before by the number between them.
// This needs no other prefix sum than the ones in question, and sees every wrong one.
Verdict check_steps(const std::vector<unsigned>& got, const Problem<unsigned>& in)
{
    const std::vector<unsigned>& v = in.numbers;
    if (got.size() != v.size())
        return Verdict::wrong(std::to_string(got.size()) + " results in place of " +
                              std::to_string(v.size()));
    const auto step = [&](std::size_t i) {
        if (in.exclusive)
            return i > 0 ? v[i - 1] : 0;
        return v[i];
    };
    const auto parts = parallel_pieces(v.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            if (got[i] - (i > 0 ? got[i - 1] : 0) != step(i))
                return i;
        return v.size();
    });
    for (const std::size_t i : parts)
        if (i < v.size())
            return Verdict::wrong("prefix sum " + std::to_string(i) + " is not the one before plus " +
                                  std::to_string(static_cast<int>(step(i))));
    return {};
}

// A sum in higher precision, and the sum of the absolute values, for the error bound.
struct Sums {
    double sum = 0, absolute = 0;

    void add(double x) { sum += x, absolute += std::abs(x); }
};

// Whether each prefix sum is within what rounding can add up to: each addition of a chain rounds once, by at
// most half a unit in the last place of its result. (N. J. Higham, Accuracy and Stability of Numerical
// Algorithms, 2002, section 4.2.) So the error of a prefix sum is at most chain x 2^-24 x the sum of the absolute
// values up to there. The factor 2 covers the higher orders. The reference, a sum in double, has a chain of n
// additions itself, each of which rounds by 2^-53.
Verdict check_rounding(const std::vector<float>& got, const Problem<float>& in, double longest_chain)
{
    const std::vector<float>& v = in.numbers;
    const std::size_t n = v.size();
    if (got.size() != n)
        return Verdict::wrong(std::to_string(got.size()) + " results in place of " + std::to_string(n));
    const double rounding = 2 * (longest_chain + 1) * 0x1p-24 + static_cast<double>(n) * 0x1p-53;

    const auto pieces = parallel_pieces(n, [&](std::size_t begin, std::size_t end) {
        Sums sums;
        for (std::size_t i = begin; i < end; ++i)
            sums.add(v[i]);
        return std::pair(begin, sums);
    });
    return check_pieces(n, [&](std::size_t begin, std::size_t end) {
        Sums sums;
        for (const auto& [start, part] : pieces)
            if (start < begin)
                sums.sum += part.sum, sums.absolute += part.absolute;
        for (std::size_t i = begin; i < end; ++i) {
            const Sums before = sums;
            sums.add(v[i]);
            const Sums& want = in.exclusive ? before : sums;
            if (!(std::abs(got[i] - want.sum) <= rounding * want.absolute))  // written so that NaN is wrong
                return compare_within("prefix sum " + std::to_string(i), got[i], want.sum,
                                      rounding * want.absolute);
        }
        return Verdict{};
    });
}

}  // namespace

void Scan::add_options(OptionList& options)
{
    app.add_option("--type", type_, "type of the numbers")
        ->check(CLI::IsMember({"int", "float"}))
        ->capture_default_str();
    app.add_option("--dist", dist_, "the numbers")
        ->check(CLI::IsMember(number_distributions()))
        ->capture_default_str();
    app.add_flag("--exclusive", exclusive_, "each sum leaves out its own number");
}

MemoryNeed Scan::memory(const Options& options) const
{
    const std::size_t each = sizeof(float);
    require_countable(options.size, 3 * each);
    // On the host the numbers, and the sums of the CPU and of the GPU.
    return {.host = 3 * options.size * each, .device = 2 * options.size * each};
}

Scan::Input Scan::make_input(const Options& options) const
{
    if (type_ == "float")
        return make_typed<float>(dist_, options.size, options.seed, exclusive_);
    return make_typed<unsigned>(dist_, options.size, options.seed, exclusive_);
}

Scan::Output Scan::cpu(const Input& in) const
{
    return std::visit([](const auto& problem) -> Output { return scan_on_cpu(problem); }, in.problem);
}

Scan::Output Scan::run(const Version& version, const Input& in, Run& run) const
{
    if (const auto* problem = std::get_if<Problem<float>>(&in.problem))
        return version.scan_float(*problem, run);
    return version.scan_int(std::get<Problem<unsigned>>(in.problem), run);
}

Verdict Scan::check(const Output& got, const Output& want, const Input& in, const Chain& chain) const
{
    // Floats are held against a sum in double, not against the CPU's float sums.
    if (const auto* problem = std::get_if<Problem<float>>(&in.problem))
        return check_rounding(std::get<std::vector<float>>(got), *problem, run.longest_chain());
    return compare_exactly("prefix sum", std::get<std::vector<unsigned>>(got),
                           std::get<std::vector<unsigned>>(want));
}

Verdict Scan::check_without_cpu(const Output& got, const Input& in, const Chain& chain) const
{
    if (const auto* problem = std::get_if<Problem<unsigned>>(&in.problem))
        return check_steps(std::get<std::vector<unsigned>>(got), *problem);
    return check(got, got, in, run);
}

Work Scan::work(const Input& in) const
{
    return std::visit(
        [](const auto& problem) {
            const auto n = static_cast<double>(problem.numbers.size());
            return Work{.bytes = 2 * n * sizeof(problem.numbers[0]), .operations = n - 1};
        },
        in.problem);
}

Figures Scan::figures(const Output& sums) const
{
    char text[64];
    if (const auto* s = std::get_if<std::vector<unsigned>>(&sums))
        std::snprintf(text, sizeof text, "%d", static_cast<int>(s->back()));
    else
        std::snprintf(text, sizeof text, "%.9g", std::get<std::vector<float>>(sums).back());
    return {{"Last prefix sum", text}};
}

// How far the last prefix sum is from the exact one: the sequential sum has the longest chain of roundings.
std::vector<std::string> Scan::remarks(const Output& got, const Input& in) const
{
    const auto* problem = std::get_if<Problem<float>>(&in.problem);
    if (!problem)
        return {};
    double exact = 0;
    float sequential = 0;
    const std::size_t last = problem->numbers.size() - problem->exclusive;
    for (std::size_t i = 0; i < last; ++i)
        exact += problem->numbers[i], sequential += problem->numbers[i];
    char text[200];
    std::snprintf(text, sizeof text,
                  "Error of the last prefix sum against the exact one, %.17g: sequential %.3g, GPU %.3g",
                  exact, std::abs(sequential - exact),
                  std::abs(std::get<std::vector<float>>(got).back() - exact));
    return {text};
}

std::vector<SelfTest<Scan::Input>> Scan::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<SelfTest<Input>> tests;
    const auto add = [&](Input in) {
        std::string name = in.description;
        tests.push_back({std::move(name), std::move(in)});
    };
    bool exclusive = false;
    const auto add_sizes = [&](const std::vector<std::size_t>& sizes, bool both_kinds) {
        for (const std::size_t n : sizes) {
            if (n == 0)
                continue;
            exclusive = !exclusive;
            add(make_typed<unsigned>("uniform", n, n, exclusive));
            add(make_typed<float>(exclusive ? "alternating" : "uniform", n, n, !exclusive));
            if (!both_kinds)
                continue;
            add(make_typed<unsigned>("lecture", n, n, !exclusive));
            add(make_typed<float>(exclusive ? "uniform" : "alternating", n, n, exclusive));
        }
    };
    // A block of b threads takes b, 2 b or 16 b numbers.
    add_sizes({1, 2, 3, 4, 5, 31, 32, 33, b - 1, b, b + 1, 2 * b - 1, 2 * b, 2 * b + 1, 7919}, true);
    add_sizes({16 * b - 1, 16 * b, 16 * b + 3}, false);
    // Three levels of blocks in v1 to v6, and several tiles for each block of v7.
    add_sizes({65537, kEmulator ? 200003u : 10000019u}, false);
    return tests;
}
