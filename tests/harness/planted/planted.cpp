#include "planted.h"

#include "common/support/numbers.h"

Planted::Input Planted::make_input(const Options& options) const
{
    return random_floats(options.size, options.seed, 1, 2);
}

Planted::Output Planted::cpu(const Input& x) const
{
    Output y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        y[i] = 2 * x[i];
    return y;
}

Verdict Planted::check(const Output& got, const Output& want, const Input&) const
{
    return compare_exactly("element", got, want);
}
