#include "planted.h"

#include <random>

Planted::Input Planted::make_input(const Options& options) const
{
    std::mt19937 random(static_cast<unsigned>(options.seed));
    std::uniform_real_distribution<float> uniform(1, 2);
    Input x(options.size);
    for (float& element : x)
        element = uniform(random);
    return x;
}

Planted::Output Planted::cpu(const Input& x) const
{
    Output y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        y[i] = 2 * x[i];
    return y;
}

Verdict Planted::check(const Output& got, const Output& want, const Input&, const Chain&) const
{
    return compare_exactly("element", got, want);
}

Verdict Planted::check_without_cpu(const Output& got, const Input& x, const Chain& chain) const
{
    return check(got, cpu(x), x, run);
}

std::vector<SelfTest<Planted::Input>> Planted::selftests(int) const
{
    std::vector<SelfTest<Input>> tests;
    for (const std::size_t n : {1, 33, 257})
        tests.push_back({"n = " + std::to_string(n), Input(n, 1.5f)});
    return tests;
}
