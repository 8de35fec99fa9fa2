#include "allreduce.h"

#include "common/support/numbers.h"

#include <cmath>

void AllReduce::add_options(OptionList& options)
{
    gpus_.add_to(options);
    options.describe("--weak", "refused: each GPU has as many numbers as --size says in any case");
    options.choice("--type", type_, {"float", "int"}, "what the numbers are");
    options.describe("--size", "numbers of each GPU; Ki, Mi and Gi may follow");
}

MemoryNeed AllReduce::memory(const Options& options) const
{
    if (gpus_.weak)
        throw UsageError(
            "--weak: each GPU has as many numbers as --size says in any case, and one GPU alone adds "
            "nothing");
    const double bytes = 4.0 * options.size, gpus = gpus_.count();
    // Host: the numbers, the reference, what a version computes with, and all GPUs' results. Device: numbers and sums; on the
    // first, all GPUs' numbers for the comparison with one GPU.
    return {.host = (4 + gpus) * bytes, .device = (3 + gpus) * bytes};
}

AllReduce::Input AllReduce::make_input(const Options& options) const
{
    const std::size_t n = options.size;
    const int gpus = gpus_.count();
    Input in{.summands = {},
             .n = n,
             .gpus = gpus,
             .description = format_text("n = %zu %s of each GPU, seed %llu, ", n, type_.c_str(),
                                        static_cast<unsigned long long>(options.seed)) +
                            gpus_.describe()};
    if (type_ == "float")
        in.summands = Summands<float>{random_floats(n + gpus, options.seed, -1, 1), n, gpus};
    else
        in.summands = Summands<unsigned>{make_numbers<unsigned>("uniform", n + gpus, options.seed), n, gpus};
    return in;
}

AllReduce::Output AllReduce::run(const Version& version, const Input& in, Run& run) const
{
    const Team team(first_gpus(in.gpus));
    run.spread_over(team);
    return std::visit([&](const auto& summands) -> Output { return version(summands, run); }, in.summands);
}

AllReduce::Output AllReduce::sums(const Input& in, bool all_cores)
{
    return std::visit(
        [&]<class T>(const Summands<T>& summands) -> Output {
            std::vector<T> sums(summands.n);
            const auto add = [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    T sum = summands.of(0)[i];
                    for (int gpu = 1; gpu < summands.gpus; ++gpu)
                        sum += summands.of(gpu)[i];
                    sums[i] = sum;
                }
                return 0;
            };
            if (all_cores)
                parallel_pieces(summands.n, add);
            else
                add(0, summands.n);
            return sums;
        },
        in.summands);
}

Verdict AllReduce::check(const Output& got, const Output& want, const Input& in) const
{
    return std::visit(
        [&]<class T>(const Summands<T>& summands) {
            const auto &sums = std::get<std::vector<T>>(got), &right = std::get<std::vector<T>>(want);
            const std::size_t n = in.n;
            if (sums.size() != n * in.gpus)
                return another_size(sums.size(), n * in.gpus);
            const auto same = [&](std::size_t at) {
                const std::size_t i = at % n;
                if (sums[at] == right[i])
                    return true;
                if constexpr (std::is_same_v<T, float>) {
                    double absolute = 0;
                    for (int gpu = 0; gpu < in.gpus; ++gpu)
                        absolute += std::abs(summands.of(gpu)[i]);
                    return std::abs(double{sums[at]} - right[i]) <= 2.0 * (in.gpus - 1) * 0x1p-24 * absolute;
                }
                return false;
            };
            return compare_each(sums.size(), same, [&](std::size_t at) {
                return format_text("sum %zu of GPU %zu: ", at % n, at / n) + number_text(sums[at]) +
                       " in place of " + number_text(right[at % n]);
            });
        },
        in.summands);
}

Work AllReduce::work(const Input& in) const
{
    const double n = static_cast<double>(in.n), others = in.gpus - 1;
    return {.bytes = (in.gpus == 1 ? 1 : 2 * others / in.gpus) * n * sizeof(float), .operations = n * others};
}

void AllReduce::hide(Input& in, HiddenArrays& arrays) const
{
    std::visit([&](auto& s) { arrays.movable(s.numbers); }, in.summands);
}

Figures AllReduce::figures(const Output& sums) const
{
    if (const auto* wrapped = std::get_if<std::vector<unsigned>>(&sums))
        return {{"Last sum", static_cast<int>(wrapped->back())}};
    return {{"Last sum", std::get<std::vector<float>>(sums).back()}};
}

std::vector<std::string> AllReduce::remarks(const Output&, const Input& in) const
{
    if (in.gpus == 1)
        return {kNothingToExchange};
    return {};
}

void AllReduce::selftests(SelfTests<AllReduce>& tests) const
{
    for (const int gpus : tested_gpu_counts())
        for (const char* type : {"float", "int"}) {
            // Fewer numbers than GPUs; shares that are uneven, empty, or no multiple of four.
            const std::vector<std::size_t> sizes =
                kEmulator ? std::vector<std::size_t>{1, 2, 3, 7, 31, 32, 33, 257, 1027} : tests.sizes();
            tests.add_sizes(sizes, "--gpus " + std::to_string(gpus) + " --type " + type);
        }
    tests.add_to_plain_runs({"-n 33 --type int", "-n 1027"});
}
