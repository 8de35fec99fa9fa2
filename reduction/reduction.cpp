#include "reduction.h"

#include "common/support/numbers.h"

#include <cmath>

namespace {

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

// In long double: each piece is exact to about 2^-64 of the sum of its absolute values.
template <class T>
Reduction::Exact exact_sum(const std::vector<T>& v)
{
    struct Sums {
        unsigned wrapped = 0;
        long double sum = 0, absolute = 0;
    };
    const auto pieces = parallel_pieces(v.size(), [&](std::size_t begin, std::size_t end) {
        Sums sums;
        for (std::size_t i = begin; i < end; ++i)
            if constexpr (std::is_same_v<T, unsigned>) {
                sums.wrapped += v[i];
            } else {
                sums.sum += v[i];
                sums.absolute += std::abs(v[i]);
            }
        return sums;
    });
    Sums all;
    for (const Sums& piece : pieces)
        all = {all.wrapped + piece.wrapped, all.sum + piece.sum, all.absolute + piece.absolute};
    return {all.wrapped, static_cast<double>(all.sum), static_cast<double>(all.absolute)};
}

}  // namespace

void Reduction::add_options(OptionList& options)
{
    options.choice("--type", type_, {"int", "float", "double"}, "type of the numbers");
    options.choice("--dist", dist_, number_distributions(), "the numbers");
}

MemoryNeed Reduction::memory(const Options& options) const
{
    const double bytes =
        static_cast<double>(options.size) * (type_ == "double" ? sizeof(double) : sizeof(float));
    return {.host = bytes, .device = bytes};
}

Reduction::Input Reduction::make_input(const Options& options) const
{
    const auto make = [&]<class T>(T) -> Input {
        return {make_numbers<T>(dist_, options.size, options.seed),
                describe_numbers<T>(dist_, options.size, options.seed)};
    };
    return type_ == "float" ? make(float{}) : type_ == "double" ? make(double{}) : make(unsigned{});
}

Reduction::Output Reduction::cpu(const Input& in) const
{
    return std::visit([](const auto& v) -> Output { return sum_on_cpu(v); }, in.numbers);
}

Reduction::Exact Reduction::exact(const Input& in) const
{
    return std::visit([](const auto& v) { return exact_sum(v); }, in.numbers);
}

Reduction::Output Reduction::run(const Version& version, const Input& in, Run& run) const
{
    return std::visit([&](const auto& v) -> Output { return version(v, run); }, in.numbers);
}

Verdict Reduction::check(const Output& got, const Exact& want, const Input& in, const Chain& chain) const
{
    return std::visit(
        [&](const auto& v) {
            using T = typename std::decay_t<decltype(v)>::value_type;
            const T sum = std::get<T>(got);
            if constexpr (std::is_same_v<T, unsigned>)
                return compare_exactly("sum", static_cast<int>(sum), static_cast<int>(want.wrapped));
            const double n = static_cast<double>(v.size());
            return compare_within("sum", sum, want.sum, chain.rounding<T>(n) * want.absolute,
                                  chain.assumption(n));
        },
        in.numbers);
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

Figures Reduction::figures(const Output& sum) const
{
    if (const auto* wrapped = std::get_if<unsigned>(&sum))
        return {{"Sum", static_cast<int>(*wrapped)}};
    return {std::visit([](auto s) { return Figure("Sum", s); }, sum)};
}

std::vector<std::string> Reduction::remarks(const Output& got, const Input& in) const
{
    return std::visit(
        [&](const auto& v) -> std::vector<std::string> {
            using T = typename std::decay_t<decltype(v)>::value_type;
            if constexpr (std::is_same_v<T, unsigned>)
                return {};
            const double sum = exact_sum(v).sum;
            return {
                format_text("Error against the exact sum %.17g: sequential %.3g, Kahan %.3g, GPU tree %.3g",
                            sum, std::abs(sum_on_cpu(v) - sum), std::abs(kahan_sum(v) - sum),
                            std::abs(std::get<T>(got) - sum))};
        },
        in.numbers);
}

void Reduction::selftests(SelfTests<Reduction>& tests) const
{
    for (const std::string& dist : number_distributions())
        for (const char* type : {"int", "float", "double"})
            tests.add_sizes(tests.sizes(), std::string("--type ") + type + " --dist " + dist);
}
