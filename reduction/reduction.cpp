#include "reduction.h"

#include "common/support/numbers.h"

#include <cmath>

namespace {

// W. Kahan, "Further remarks on reducing truncation errors", 1965: what rounding cuts off is carried along.
template <class T>
T kahan_sum(const std::vector<T>& v)
{
    T sum = 0, carried = 0;
    for (const T x : v) {
        const T corrected = x - carried, next = sum + corrected;
        carried = (next - sum) - corrected;
        sum = next;
    }
    return sum;
}

}  // namespace

void Reduction::add_options(OptionList& options)
{
    options.choice("--type", type_, {"int", "float", "double"}, "type of the numbers");
    options.choice("--dist", dist_, number_distributions(), "the numbers");
}

MemoryNeed Reduction::memory(const Options& options) const
{
    const double bytes = double(options.size) * (type_ == "double" ? sizeof(double) : sizeof(float));
    return {.host = bytes, .device = bytes};
}

Reduction::Input Reduction::make_input(const Options& options) const
{
    const auto make = [&]<class T>(T) -> Input {
        return {double(options.size), make_numbers<T>(dist_, options.size, options.seed),
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
    const auto sums_of = []<class T>(const std::vector<T>& v) -> Exact {
        if constexpr (std::is_same_v<T, unsigned>) {
            const auto sum_of = [&](std::size_t begin, std::size_t end) {
                return std::accumulate(v.begin() + begin, v.begin() + end, 0u);
            };
            return {{}, sum_on_cpu(parallel_pieces(v.size(), sum_of))};
        } else {
            return {exact_sum(v.size(), [&](std::size_t i) { return v[i]; })};
        }
    };
    return std::visit(sums_of, in.numbers);
}

Reduction::Output Reduction::run(const Version& version, const Input& in, Run& run) const
{
    return std::visit([&](const auto& v) -> Output { return version(v, run); }, in.numbers);
}

Verdict Reduction::check(const Output& got, const Exact& want, const Input& in, const Chain& chain) const
{
    if (const auto* wrapped = std::get_if<unsigned>(&got))
        return compare_exactly("sum", static_cast<int>(*wrapped), static_cast<int>(want.wrapped));
    const auto compare = [&]<class T>(T sum) {
        return compare_sum("sum", sum, want, std::size_t(in.n), chain);
    };
    return std::visit(compare, got);
}

Work Reduction::work(const Input& in) const
{
    const auto bytes_of = []<class T>(const std::vector<T>&) { return sizeof(T); };
    return {.bytes = (in.n + 1) * std::visit(bytes_of, in.numbers), .operations = in.n - 1};
}

std::vector<Shown> Reduction::shown_inputs(const Input& in) const
{
    return {std::visit([](const auto& v) { return shown("numbers", v); }, in.numbers)};
}

void Reduction::hide(Input& in, HiddenArrays& arrays) const
{
    std::visit([&](auto& v) { arrays.movable(v); }, in.numbers);
}

Figures Reduction::figures(const Output& sum) const
{
    if (const auto* wrapped = std::get_if<unsigned>(&sum))
        return {{"Sum", static_cast<int>(*wrapped)}};
    return {std::visit([](auto s) { return Figure("Sum", s); }, sum)};
}

std::vector<std::string> Reduction::remarks(const Output& got, const Input& in) const
{
    if (std::holds_alternative<unsigned>(got))
        return {};
    const double sum = exact(in).sum;
    const auto remark = [&]<class T>(const std::vector<T>& v) {
        return format_text("Error against the exact sum %.17g: sequential %.3g, Kahan %.3g, GPU tree %.3g",
                           sum, std::abs(sum_on_cpu(v) - sum), std::abs(kahan_sum(v) - sum),
                           std::abs(std::get<T>(got) - sum));
    };
    return {std::visit(remark, in.numbers)};
}

void Reduction::selftests(SelfTests<Reduction>& tests) const
{
    tests.add_to_plain_runs(
        {"-n 4099 --dist uniform", "-n 33 --type float --dist uniform", "-n 1 --type double"});
    for (const std::string& dist : number_distributions()) {
        // The largest size takes long on the emulator: there with one distribution.
        const std::size_t most = kEmulator && dist != "uniform" ? 4099 : SIZE_MAX;
        for (const char* type : {"int", "float", "double"})
            tests.add_sizes(tests.sizes(most), std::string("--type ") + type + " --dist " + dist);
    }
}
