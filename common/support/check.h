// Verdicts on a version's result, and the comparisons that topics use to reach them.
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

// Whether two numbers are equal.
template <class T>
Verdict compare_exactly(const std::string& what, const T& got, const T& want)
{
    if (got == want)
        return {};
    std::ostringstream detail;
    detail.precision(17);
    detail << what << ": " << +got << " in place of " << +want;
    return Verdict::wrong(detail.str());
}

// The longest chain of dependent floating-point additions in a version's result: each rounds once, so the chain's length
// decides how far a right result may be from the exact one. (N. J. Higham, Accuracy and Stability of Numerical
// Algorithms, 2002, section 4.2.)
class Chain {
public:
    Chain() = default;  // the version did not say
    explicit Chain(double additions) : additions_(additions) {}

    // The chain to reckon with in a sum of n numbers: as the version said, else all n additions.
    double of(double n) const { return additions_ < 0 ? n : additions_; }
    // How far a sum of n numbers of type T may be from the exact one, relative to the sum of their absolute values. The
    // factor 2 covers the higher orders and the rounding of the exact sum itself.
    template <class T>
    double rounding(double n) const
    {
        return 2 * (of(n) + 1) * (sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53);
    }
    // For a verdict that the bound decides: which chain was assumed.
    std::string assumption(double n) const;

private:
    double additions_ = -1;
};

// Whether |got - want| <= bound. NaN never passes. why: what the bound rests on, as Chain::assumption().
template <class T>
Verdict compare_within(const std::string& what, T got, double want, double bound, const std::string& why = "")
{
    const double error = std::abs(static_cast<double>(got) - want);
    if (error <= bound)
        return {};
    std::ostringstream detail;
    detail.precision(17);
    detail << what << ": " << +got << " in place of " << want << ", off by ";
    detail.precision(3);
    detail << error << " where rounding explains at most " << bound << (why.empty() ? "" : " (" + why + ")");
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
