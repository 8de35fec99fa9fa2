// Verdicts on a version's result, and the comparisons that topics make them of.
#pragma once

#include "common/support/parallel.h"

#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace ladders {

struct Verdict {
    bool right = true;
    std::string detail;  // if wrong: where and how, one line

    static Verdict wrong(const std::string& detail) { return {false, detail}; }
};

// Whether all elements are equal. what: the element's name in the text, as "bin" in "bin 7: 11 in place of
// 12"; text(element): how it is written there.
template <class T, class Text>
Verdict compare_exactly(const std::string& what, const std::vector<T>& got, const std::vector<T>& want,
                        Text text)
{
    if (got.size() != want.size())
        return Verdict::wrong(std::to_string(got.size()) + " results in place of " +
                              std::to_string(want.size()));
    std::size_t mismatches = 0;
    std::ostringstream detail;
    for (std::size_t i = 0; i < want.size(); ++i) {
        if (got[i] == want[i])
            continue;
        if (++mismatches <= 3)
            detail << (mismatches > 1 ? "; " : "") << what << ' ' << i << ": " << text(got[i])
                   << " in place of " << text(want[i]);
    }
    if (mismatches == 0)
        return {};
    if (mismatches > 3)
        detail << "; " << mismatches << " of " << want.size() << " are wrong";
    return Verdict::wrong(detail.str());
}

template <class T>
Verdict compare_exactly(const std::string& what, const std::vector<T>& got, const std::vector<T>& want)
{
    return compare_exactly(what, got, want, [](const T& element) { return +element; });
}

// Whether |got - want| <= bound. NaN never passes.
template <class T>
Verdict compare_within(const std::string& what, T got, double want, double bound)
{
    const double error = std::abs(static_cast<double>(got) - want);
    if (error <= bound)
        return {};
    std::ostringstream detail;
    detail.precision(17);
    detail << what << ": " << +got << " in place of " << want << ", off by ";
    detail.precision(3);
    detail << error << " where rounding explains at most " << bound;
    return Verdict::wrong(detail.str());
}

// check(begin, end) judges the elements of a piece of [0, n); on all cores. Gives the first wrong verdict.
template <class F>
Verdict check_pieces(std::size_t n, F check)
{
    for (const Verdict& verdict : parallel_pieces(n, check))
        if (!verdict.right)
            return verdict;
    return {};
}

}  // namespace ladders
