// Verdicts on a version's result, and the comparisons that topics use to reach them.
#pragma once

#include "common/support/mismatch.h"
#include "common/support/parallel.h"
#include "common/support/text.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ladders {

struct Verdict {
    bool right = true;
    bool sized = true;                                   // the result has as many elements as it must
    std::string detail;                                  // if wrong: where and how, one line
    std::shared_ptr<const Mismatch> mismatch = nullptr;  // of a wrong array: what to show of it
    // Of a wrong number: a sentence about it, or empty; and if it is known that kernels have stored all of the result.
    std::string hint = {}, hint_if_written = {};
    // If right, and if the topic's check tells it: the norm of the rounding errors over that of the result. Else below 0.
    double error = -1;

    static Verdict wrong(const std::string& detail) { return {.right = false, .detail = detail}; }
};

// "5 results in place of 6". Nobody may look at the elements of such a result.
Verdict another_size(std::size_t got, std::size_t want, const char* elements = "results");
// A wrong verdict with what there is to show of the two arrays. right(i) tells whether element i is right.
Verdict with_mismatch(Verdict verdict, Compared compared, const std::function<bool(std::size_t)>& right);
// What is wrong with the first elements, in words, then that `mismatches` of `n` are.
Verdict describe_mismatches(const std::vector<std::string>& first, std::size_t mismatches, std::size_t n);

// Judges elements 0 to n - 1, on all cores: same(i) tells whether one is right, text(i) says what is wrong with it, as in
// "bin 7: 11 in place of 12". The first three are named.
template <class Same, class Text>
Verdict compare_each(std::size_t n, Same same, Text text)
{
    constexpr std::size_t kNamed = 3;
    struct Found {
        std::size_t mismatches = 0;
        std::vector<std::string> first;
    } all;
    const auto judge = [&](std::size_t begin, std::size_t end) {
        Found found;
        for (std::size_t i = begin; i < end; ++i)
            if (!same(i) && ++found.mismatches <= kNamed)
                found.first.push_back(text(i));
        return found;
    };
    for (const Found& found : parallel_pieces(n, judge)) {
        all.mismatches += found.mismatches;
        for (const std::string& text : found.first)
            if (all.first.size() < kNamed)
                all.first.push_back(text);
    }
    return describe_mismatches(all.first, all.mismatches, n);
}

// The same, and what there is to show of the two arrays: compared(got, want).
template <class Same, class Text>
Verdict compare_each(std::size_t n, Same same, Text text, const Compared& arrays)
{
    return with_mismatch(compare_each(n, same, text), arrays, same);
}

// Whether all elements are equal. what: the element's name in the text; text(element): how it is written there.
template <class T, class Text>
Verdict compare_exactly(const std::string& what, const std::vector<T>& got, const std::vector<T>& want,
                        Text text)
{
    if (got.size() != want.size())
        return another_size(got.size(), want.size());
    const auto same = [&](std::size_t i) { return got[i] == want[i]; };
    const Verdict verdict = compare_each(want.size(), same, [&](std::size_t i) {
        return what + " " + std::to_string(i) + ": " + text(got[i]) + " in place of " + text(want[i]);
    });
    if constexpr (std::is_arithmetic_v<T>)
        return with_mismatch(verdict, compared(got, want), same);
    else
        return verdict;
}

template <class T>
Verdict compare_exactly(const std::string& what, const std::vector<T>& got, const std::vector<T>& want)
{
    return compare_exactly(what, got, want, [](const T& element) { return number_text(element); });
}

// Says what a wrong number looks like, if the verdict is wrong.
template <class T, class Want>
Verdict with_hint(Verdict verdict, T got, Want want)
{
    if (!verdict.right) {
        const std::vector<T> alone{got};
        const bool untouched = compared(alone, alone).untouched(0);
        const auto x = static_cast<double>(got), y = static_cast<double>(want);
        verdict.hint = describe_number(x, y, untouched, std::is_integral_v<T>);
        verdict.hint_if_written = describe_written_number(x, y, untouched, std::is_integral_v<T>);
    }
    return verdict;
}

// Whether two numbers are equal.
template <class T>
Verdict compare_exactly(const std::string& what, const T& got, const T& want)
{
    if (got == want)
        return {};
    return with_hint(Verdict::wrong(what + ": " + number_text(got) + " in place of " + number_text(want)),
                     got, want);
}

// The longest chain of dependent floating-point additions in a version's result: each rounds once, so the chain's length
// decides how far a right result may be from the exact one. (N. J. Higham, Accuracy and Stability of Numerical
// Algorithms, 2002, section 4.2.)
class Chain {
public:
    Chain() = default;  // the version did not say
    explicit Chain(double additions) : additions_(additions) {}

    double claimed() const { return additions_; }  // below 0: the version did not say
    // The chain to reckon with in a sum of n numbers: as the version said, else all n additions.
    double of(double n) const { return additions_ < 0 ? n : additions_; }
    // How far a sum of n numbers of type T may be from the exact one, relative to the sum of their absolute values. The
    // factor 2 covers the higher orders and the rounding of the exact sum itself.
    template <class T>
    double rounding(double n) const
    {
        widest_ = 2 * (of(n) + 1) * (sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53);
        return widest_;
    }
    // For a verdict that the bound decides: which chain was assumed.
    std::string assumption(double n) const;
    // If the version did not say, and what rounding() gave is so much that errors may hide in it: a line that tells the
    // user. Else empty.
    std::string doubt() const;

private:
    double additions_ = -1;
    mutable double widest_ = 0;
};

// Whether |got - want| <= bound. NaN never passes. why: what the bound rests on, as Chain::assumption().
Verdict compare_within(const std::string& what, double got, double want, double bound,
                       const std::string& why = "");

// What a sum of floating-point numbers is held against: the exact sum, and that of the terms' absolute values.
struct ExactSum {
    double sum = 0, absolute = 0;
};

// Of term(0) to term(n - 1), in long double on all cores: exact to about 2^-64 of the absolute values.
template <class F>
ExactSum exact_sum(std::size_t n, F term)
{
    struct Sums {
        long double sum = 0, absolute = 0;
    } all;
    const auto add_up = [&](std::size_t begin, std::size_t end) {
        Sums sums;
        for (std::size_t i = begin; i < end; ++i) {
            const long double value = term(i);
            sums.sum += value;
            sums.absolute += value < 0 ? -value : value;
        }
        return sums;
    };
    for (const Sums& piece : parallel_pieces(n, add_up))
        all = {all.sum + piece.sum, all.absolute + piece.absolute};
    return {static_cast<double>(all.sum), static_cast<double>(all.absolute)};
}

// Whether `got` is the sum of n terms but for rounding.
template <class T>
Verdict compare_sum(const std::string& what, T got, const ExactSum& want, std::size_t n, const Chain& chain)
{
    const auto terms = static_cast<double>(n);
    return with_hint(compare_within(what, got, want.sum, chain.rounding<T>(terms) * want.absolute,
                                    chain.assumption(terms)),
                     got, want.sum);
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
