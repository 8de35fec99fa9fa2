// An array with its wrong elements: what the sentences of mismatch.cpp are made from.
#pragma once

#include "common/support/mismatch.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace ladders {

constexpr std::size_t kMostCompared = std::size_t{1} << 22;  // elements that are looked at

// Whether two values are the same but for rounding.
inline bool near(double a, double b)
{
    return a == b || (std::isfinite(a) && std::isfinite(b) &&
                      std::abs(a - b) <= 1e-4 * std::max(std::abs(a), std::abs(b)));
}

inline bool is_twice(double got, double want)
{
    return want != 0 && std::isfinite(want) && near(got, 2 * want);
}
struct ComparedArray {
    std::size_t n = 0;
    std::vector<double> got, want;
    std::vector<char> wrong, untouched;
    std::vector<std::size_t> where;  // the wrong ones' indices
    bool integral = false;

    explicit ComparedArray(const Compared& c) : n(std::min(c.got.n, kMostCompared)), integral(c.integral)
    {
        for (std::size_t i = 0; i < n; ++i) {
            got.push_back(c.got_value(i));
            want.push_back(c.want_value(i));
            wrong.push_back(!c.right(i));
            untouched.push_back(c.untouched(i));
            if (wrong.back())
                where.push_back(i);
        }
    }
    template <class F>
    bool every_wrong(F holds) const
    {
        return std::all_of(where.begin(), where.end(), holds);
    }
    // Whether the results are the right ones at other places: element i that of from(i), where it is below n. A few
    // different values must agree. Results that were never written, or are NaN, may be among them.
    template <class F>
    bool moved(F from) const
    {
        std::size_t seen = 0, changes = 0;
        double before = 0;
        for (const std::size_t i : where) {
            const std::size_t j = from(i);
            if (j >= n || untouched[i] || (std::isnan(got[i]) && !std::isnan(want[j])))
                continue;
            if (!near(got[i], want[j]))
                return false;
            changes += seen > 0 && want[j] != before;
            before = want[j];
            ++seen;
        }
        return seen >= 2 && changes >= 1 && 2 * seen >= where.size();
    }
};

}  // namespace ladders
