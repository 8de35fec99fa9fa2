#include "scan.h"

#include "common/support/numbers.h"

#include <cmath>

namespace {

template <class T>
std::vector<T> scan_on_cpu(const std::vector<T>& v, bool exclusive)
{
    std::vector<T> sums(v.size());
    T sum = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const T before = sum;
        sum += v[i];
        sums[i] = exclusive ? before : sum;
    }
    return sums;
}

// A sum in double, and the sum of the absolute values, for the error bound.
struct Sums {
    double sum = 0, absolute = 0;

    void add(double x, double size) { sum += x, absolute += size; }
};

// Whether each prefix sum is within what rounding can add up to. The reference, a sum in double, has a chain
// of n additions itself.
Verdict check_rounding(const Scan::Floats& got, const Scan::Floats& v, bool exclusive, const Chain& chain)
{
    if (got.size() != v.size())
        return another_size(got.size(), v.size());
    const double n = static_cast<double>(v.size()), rounding = chain.rounding<float>(n) + n * 0x1p-53;
    const auto pieces = parallel_pieces(v.size(), [&](std::size_t begin, std::size_t end) {
        Sums sums;
        for (std::size_t i = begin; i < end; ++i)
            sums.add(v[i], std::abs(v[i]));
        return std::pair(begin, sums);
    });
    const Verdict verdict = check_pieces(v.size(), [&](std::size_t begin, std::size_t end) {
        Sums sums;
        for (const auto& [start, part] : pieces)
            if (start < begin)
                sums.add(part.sum, part.absolute);
        for (std::size_t i = begin; i < end; ++i) {
            const Sums before = sums;
            sums.add(v[i], std::abs(v[i]));
            const auto [want, absolute] = exclusive ? before : sums;
            if (!(std::abs(got[i] - want) <= rounding * absolute))  // written so that NaN is wrong
                return compare_within("prefix sum " + std::to_string(i), got[i], want, rounding * absolute,
                                      chain.assumption(n));
        }
        return Verdict{};
    });
    if (verdict.right)
        return verdict;
    std::vector<double> wants, absolutes;
    Sums sums;
    for (const float x : v) {
        const Sums before = sums;
        sums.add(x, std::abs(x));
        wants.push_back((exclusive ? before : sums).sum);
        absolutes.push_back((exclusive ? before : sums).absolute);
    }
    return with_mismatch(verdict, compared(got, wants), [&](std::size_t i) {
        return std::abs(got[i] - wants[i]) <= rounding * absolutes[i];
    });
}

}  // namespace

void Scan::add_options(OptionList& options)
{
    options.choice("--type", type_, {"int", "float"}, "type of the numbers");
    options.choice("--dist", dist_, number_distributions(), "the numbers");
    options.flag("--exclusive", exclusive_, "each sum leaves out its own number");
}

Scan::Input Scan::make_input(const Options& options) const
{
    const auto make = [&]<class T>(T) -> Input {
        return {make_numbers<T>(dist_, options.size, options.seed), exclusive_,
                describe_numbers<T>(dist_, options.size, options.seed) +
                    (exclusive_ ? ", exclusive" : ", inclusive")};
    };
    return type_ == "float" ? make(float{}) : make(unsigned{});
}

Scan::Output Scan::cpu(const Input& in) const
{
    return std::visit([&](const auto& v) -> Output { return scan_on_cpu(v, in.exclusive); }, in.numbers);
}

Scan::Output Scan::run(const Version& version, const Input& in, Run& run) const
{
    return std::visit([&](const auto& v) -> Output { return version(v, in.exclusive, run); }, in.numbers);
}

Verdict Scan::check(const Output& got, const Output& want, const Input& in, const Chain& chain) const
{
    if (const auto* v =
            std::get_if<Floats>(&in.numbers))  // not against the CPU's sums, which are floats, too
        return check_rounding(std::get<Floats>(got), *v, in.exclusive, chain);
    return compare_exactly("prefix sum", std::get<Ints>(got), std::get<Ints>(want));
}

Work Scan::work(const Input& in) const
{
    const auto n = std::visit([](const auto& v) { return static_cast<double>(v.size()); }, in.numbers);
    return {.bytes = 2 * n * sizeof(float), .operations = n - 1};
}

std::vector<Shown> Scan::shown_inputs(const Input& in) const
{
    return {std::visit([](const auto& v) { return shown("numbers", v); }, in.numbers)};
}

void Scan::hide(Input& in, HiddenArrays& arrays) const
{
    std::visit([&](auto& v) { arrays.movable(v); }, in.numbers);
}

Figures Scan::figures(const Output& sums) const
{
    if (const auto* wrapped = std::get_if<Ints>(&sums))
        return {{"Last prefix sum", static_cast<int>(wrapped->back())}};
    return {{"Last prefix sum", std::get<Floats>(sums).back()}};
}

// How far the last prefix sum is from the exact one: the sequential sum has the longest chain of roundings.
std::vector<std::string> Scan::remarks(const Output& got, const Input& in) const
{
    const auto* v = std::get_if<Floats>(&in.numbers);
    if (!v)
        return {};
    double exact = 0;
    float sequential = 0;
    for (std::size_t i = 0; i < v->size() - in.exclusive; ++i)
        exact += (*v)[i], sequential += (*v)[i];
    return {
        format_text("Error of the last prefix sum against the exact one, %.17g: sequential %.3g, GPU %.3g",
                    exact, std::abs(sequential - exact), std::abs(std::get<Floats>(got).back() - exact))};
}

void Scan::selftests(SelfTests<Scan>& tests) const
{
    tests.add_to_plain_runs({"-n 4099", "-n 1027 --type float --exclusive", "-n 33 --exclusive"});
    // A thread takes 1, 2 or 16 numbers.
    const std::size_t b = tests.block(), large = 65537;
    std::vector<std::size_t> sizes = tests.sizes();
    std::erase(sizes, large);
    sizes.insert(sizes.end(), {4, 5, 2 * b - 1, 2 * b, 16 * b - 1, 16 * b, 16 * b + 3});
    for (const char* options :
         {"", "--exclusive --dist lecture", "--type float --exclusive", "--type float --dist alternating"})
        tests.add_sizes(sizes, options);
    // Whole tiles of v7 and of v8, three levels of blocks in v1, several tiles per block in v8.
    tests.add_sizes({49152, large, kEmulator ? 200003 : 10000019});
    tests.add_sizes({large}, "--type float --exclusive");
}
