#include "counter.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <map>

namespace {

// The largest n up to which a counter of the type takes every step of one.
std::size_t most_countable(Counter::Type type)
{
    switch (type) {
        case Counter::Type::Float:
            return std::size_t{1} << 24;
        case Counter::Type::Int:
        case Counter::Type::Double:
            break;
    }
    return (std::size_t{1} << 31) - 1;
}

const char* name_of(Counter::Type type)
{
    return type == Counter::Type::Int ? "int" : type == Counter::Type::Float ? "float" : "double";
}

// Keeps the compiler from turning the loop into one multiplication; a sequential count is what is timed.
template <class T>
T count_one_by_one(std::size_t n)
{
    volatile T count = 0;
    for (std::size_t i = 0; i < n; ++i)
        count = count + 1;
    return count;
}

}  // namespace

void Counter::add_options(OptionList& options)
{
    static const std::map<std::string, Type> types{
        {"int", Type::Int}, {"float", Type::Float}, {"double", Type::Double}};
    app.add_option("--type", type_, "type of the counter: int, float, double (v3 only)")
        ->transform(CLI::CheckedTransformer(types))
        ->type_name("TYPE")
        ->option_text("TYPE (default int)");
}

MemoryNeed Counter::memory(const Options&) const
{
    return {.host = sizeof(double), .device = sizeof(double)};
}

Counter::Input Counter::make_input(const Options& options) const
{
    if (options.size > most_countable(type_))
        throw UsageError("--size " + std::to_string(options.size) + ": a counter of type " + name_of(type_) +
                         " counts one by one up to " + std::to_string(most_countable(type_)));
    return {options.size, type_};
}

std::string Counter::describe(const Input& in) const
{
    return "n = " + std::to_string(in.n) + " threads, one " + name_of(in.type) + " counter";
}

Counter::Output Counter::cpu(const Input& in) const
{
    switch (in.type) {
        case Type::Float:
            return count_one_by_one<float>(in.n);
        case Type::Double:
            return count_one_by_one<double>(in.n);
        case Type::Int:
            break;
    }
    return count_one_by_one<int>(in.n);
}

Counter::Output Counter::run(const Version& version, const Input& in, Run& run) const
{
    const auto refuse_null = [&](auto* count) {
        if (!count)
            throw UsageError(std::string("--type ") + name_of(in.type) + ": this version counts in int only");
        return count;
    };
    switch (in.type) {
        case Type::Float:
            return refuse_null(version.count_float)(in.n, run);
        case Type::Double:
            return refuse_null(version.count_double)(in.n, run);
        case Type::Int:
            break;
    }
    return version.count(in.n, run);
}

Verdict Counter::check(Output got, Output want, const Input&, const Chain&) const
{
    if (got == want)
        return {};
    char text[128];
    std::snprintf(text, sizeof text, "counted %.0f in place of %.0f", got, want);
    return Verdict::wrong(text);
}

Verdict Counter::check_without_cpu(Output got, const Input& in, const Chain& chain) const
{
    return check(got, static_cast<double>(in.n), in, run);
}

Work Counter::work(const Input& in) const
{
    return {.bytes = 8, .operations = static_cast<double>(in.n)};
}

Figures Counter::figures(Output count) const
{
    char text[64];
    std::snprintf(text, sizeof text, "%.0f", count);
    return {{"Count", text}};
}

std::vector<SelfTest<Counter::Input>> Counter::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<SelfTest<Input>> tests;
    for (const std::size_t n : {std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{33}, b, b + 1,
                                2 * b + 7, std::size_t{10007}})
        for (const Type type : {Type::Int, Type::Float, Type::Double})
            tests.push_back({"n = " + std::to_string(n) + ", " + name_of(type), {n, type}});
    return tests;
}
