#include "counter.h"

namespace {

// Keeps the compiler from turning the loop into one multiplication; a sequential count is what is timed.
template <class T>
double count_one_by_one(std::size_t n)
{
    volatile T count = 0;
    for (std::size_t i = 0; i < n; ++i)
        count = count + 1;
    return count;
}

}  // namespace

void Counter::add_options(OptionList& options)
{
    options.choice("--type", type_, {"int", "float", "double"},
                   "type of the counter (others than int: v3 only)");
}

Counter::Input Counter::make_input(const Options& options) const
{
    // A float takes every step of one up to here, the others further than an int counts.
    const std::size_t n = options.size, most = type_ == "float" ? 1u << 24 : (1u << 31) - 1;
    if (n > most)
        throw UsageError(format_text("--size %zu: a counter of type %s counts one by one up to %zu", n,
                                     type_.c_str(), most));
    return {n, type_, format_text("n = %zu threads, one %s counter", n, type_.c_str())};
}

Counter::Output Counter::cpu(const Input& in) const
{
    return in.type == "int"     ? count_one_by_one<int>(in.n)
           : in.type == "float" ? count_one_by_one<float>(in.n)
                                : count_one_by_one<double>(in.n);
}

Counter::Output Counter::run(const Version& version, const Input& in, Run& run) const
{
    if (in.type == "int")
        return version.count(in.n, run);
    if (!version.count_float)
        throw UsageError("--type " + in.type + ": this version counts in int only");
    return in.type == "float" ? version.count_float(in.n, run) : version.count_double(in.n, run);
}

Verdict Counter::check(Output got, const Input& in) const
{
    return compare_exactly("count", got, double(in.n));
}

Figures Counter::figures(Output count) const
{
    return {{"Count", count}};
}

void Counter::selftests(SelfTests<Counter>& tests) const
{
    tests.add_to_plain_runs({"-n 1027", "-n 70 --type float", "-n 33 --type double"});
    for (const char* type : {"int", "float", "double"})
        tests.add_sizes({1, 31, 32, 33, tests.block(), tests.block() + 1, 2 * tests.block() + 7, 10007},
                        std::string("--type ") + type);
}
