#include "reduction.h"

#include "common/support/numbers.h"
#include "common/support/parallel.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>

namespace {

template <class T>
constexpr const char* name_of()
{
    return std::is_same_v<T, unsigned> ? "int" : std::is_same_v<T, float> ? "float" : "double";
}

// W. Kahan, "Further remarks on reducing truncation errors", 1965: the part that rounding cuts off is carried
// along.
template <class T>
T kahan_sum(const std::vector<T>& v)
{
    T sum = 0, carried = 0;
    for (const T x : v) {
        const T corrected = x - carried;
        const T next = sum + corrected;
        carried = (next - sum) - corrected;
        sum = next;
    }
    return sum;
}

template <class T>
Reduction::Input make_typed(const std::string& dist, std::size_t n, std::uint64_t seed)
{
    Reduction::Input in;
    const auto v = make_numbers<T>(dist, n, seed);
    if constexpr (std::is_floating_point_v<T>) {
        // Sums of pieces in long double; each is exact to about 2^-64 of the sum of its absolute values.
        struct Sums {
            long double sum = 0, absolute = 0;
        };
        const auto parts = ladders::parallel_pieces(n, [&](std::size_t begin, std::size_t end) {
            Sums sums;
            for (std::size_t i = begin; i < end; ++i) {
                sums.sum += v[i];
                sums.absolute += std::abs(v[i]);
            }
            return sums;
        });
        Sums all;
        for (const Sums& part : parts)
            all = {all.sum + part.sum, all.absolute + part.absolute};
        in.exact = static_cast<double>(all.sum);
        in.absolute = static_cast<double>(all.absolute);
    }
    in.numbers = std::move(v);
    in.description = "n = " + std::to_string(n) + " " + name_of<T>() + " (" +
                     byte_text(double(n) * sizeof(T)) + "), " + describe_numbers(dist, seed);
    return in;
}

// What rounding can add up to: each addition of a chain rounds once, by at most half a unit in the last place
// of its result. (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2.) The
// factor 2 covers the higher orders, and the rounding of the exact sum itself.
template <class T>
Verdict check_rounding(T got, const Reduction::Input& in, double longest_chain)
{
    const double half_ulp = std::is_same_v<T, float> ? 0x1p-24 : 0x1p-53;
    return compare_within("sum", got, in.exact, 2 * (longest_chain + 1) * half_ulp * in.absolute);
}

Verdict check_int(unsigned got, unsigned want)
{
    if (got == want)
        return {};
    return Verdict::wrong("sum: " + std::to_string(static_cast<int>(got)) + " in place of " +
                          std::to_string(static_cast<int>(want)));
}

}  // namespace

void Reduction::add_options(CLI::App& app)
{
    app.add_option("--type", type_, "type of the numbers")
        ->check(CLI::IsMember({"int", "float", "double"}))
        ->capture_default_str();
    app.add_option("--dist", dist_, "the numbers")
        ->check(CLI::IsMember(number_distributions()))
        ->capture_default_str();
}

MemoryNeed Reduction::memory(const Options& options) const
{
    const std::size_t each = type_ == "double" ? sizeof(double) : sizeof(float);
    require_countable(options.size, each);
    return {.host = options.size * each, .device = options.size * each};
}

Reduction::Input Reduction::make_input(const Options& options) const
{
    if (type_ == "float")
        return make_typed<float>(dist_, options.size, options.seed);
    if (type_ == "double")
        return make_typed<double>(dist_, options.size, options.seed);
    return make_typed<unsigned>(dist_, options.size, options.seed);
}

Reduction::Output Reduction::cpu(const Input& in) const
{
    return std::visit([](const auto& v) -> Output { return sum_on_cpu(v); }, in.numbers);
}

Reduction::Output Reduction::run(const Version& version, const Input& in, Stopwatch& clock) const
{
    if (const auto* v = std::get_if<Numbers<float>>(&in.numbers))
        return version.sum_float(*v, clock);
    if (const auto* v = std::get_if<Numbers<double>>(&in.numbers))
        return version.sum_double(*v, clock);
    return version.sum_int(std::get<Numbers<unsigned>>(in.numbers), clock);
}

Verdict Reduction::check(const Output& got, const Output& want, const Input& in, const Stopwatch& clock) const
{
    if (const auto* sum = std::get_if<float>(&got))
        return check_rounding(*sum, in, clock.longest_chain());
    if (const auto* sum = std::get_if<double>(&got))
        return check_rounding(*sum, in, clock.longest_chain());
    return check_int(std::get<unsigned>(got), std::get<unsigned>(want));
}

Verdict Reduction::check_without_cpu(const Output& got, const Input& in, const Stopwatch& clock) const
{
    const auto* v = std::get_if<Numbers<unsigned>>(&in.numbers);
    if (!v)
        return check(got, got, in,
                     clock);  // floats are held against in.exact, not against the CPU's float sum
    const auto parts = ladders::parallel_pieces(v->size(), [&](std::size_t begin, std::size_t end) {
        return std::accumulate(v->begin() + begin, v->begin() + end, 0u);
    });
    return check(got, sum_on_cpu(parts), in, clock);
}

Work Reduction::work(const Input& in) const
{
    return std::visit(
        [](const auto& v) {
            const double n = static_cast<double>(v.size());
            return Work{.bytes = (n + 1) * sizeof(v[0]), .operations = n - 1};
        },
        in.numbers);
}

Ladder::Figures Reduction::figures(const Output& sum) const
{
    char text[64];
    if (const auto* s = std::get_if<unsigned>(&sum))
        std::snprintf(text, sizeof text, "%d", static_cast<int>(*s));
    else if (const auto* s = std::get_if<float>(&sum))
        std::snprintf(text, sizeof text, "%.9g", *s);
    else
        std::snprintf(text, sizeof text, "%.17g", std::get<double>(sum));
    return {{"Sum", text}};
}

std::vector<std::string> Reduction::remarks(const Output& got, const Input& in) const
{
    return std::visit(
        [&](const auto& v) -> std::vector<std::string> {
            using T = typename std::decay_t<decltype(v)>::value_type;
            if constexpr (std::is_floating_point_v<T>) {
                char text[200];
                std::snprintf(text, sizeof text,
                              "Error against the exact sum %.17g: sequential %.3g, Kahan %.3g, GPU tree %.3g",
                              in.exact, std::abs(sum_on_cpu(v) - in.exact), std::abs(kahan_sum(v) - in.exact),
                              std::abs(std::get<T>(got) - in.exact));
                return {text};
            } else {
                return {};
            }
        },
        in.numbers);
}

std::vector<SelfTest<Reduction::Input>> Reduction::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<SelfTest<Input>> tests;
    const auto add = [&](Input in) {
        std::string name = in.description;
        tests.push_back({std::move(name), std::move(in)});
    };
    for (const std::string& dist : number_distributions())
        for (const std::size_t n : {std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{33}, b - 1,
                                    b, b + 1, 2 * b + 1, std::size_t{4099}, std::size_t{65537}}) {
            if (n == 0)
                continue;
            add(make_typed<unsigned>(dist, n, n));
            add(make_typed<float>(dist, n, n));
            if (n % 2 == 1)
                add(make_typed<double>(dist, n, n));
        }
    return tests;
}
