#include "common/support/check.h"

#include <cmath>

namespace ladders {

Verdict another_size(std::size_t got, std::size_t want, const char* elements)
{
    return {
        .right = false, .sized = false, .detail = format_text("%zu %s in place of %zu", got, elements, want)};
}

Verdict describe_mismatches(const std::vector<std::string>& first, std::size_t mismatches, std::size_t n)
{
    if (mismatches == 0)
        return {};
    std::string detail;
    for (const std::string& text : first)
        detail += (detail.empty() ? "" : "; ") + text;
    if (mismatches > first.size())
        detail += format_text("; %zu of %zu are wrong", mismatches, n);
    return Verdict::wrong(detail);
}

Verdict with_mismatch(Verdict verdict, Compared compared, const std::function<bool(std::size_t)>& right)
{
    if (!verdict.right) {
        compared.right = right;
        verdict.mismatch = std::make_shared<const Mismatch>(describe(compared));
    }
    return verdict;
}

std::string Chain::assumption(double n) const
{
    return format_text("a chain of %.10g additions, %s", of(n),
                       additions_ < 0 ? "the most there can be" : "as the version says");
}

std::string Chain::doubt() const
{
    constexpr double kWide = 0.01;
    if (additions_ >= 0 || widest_ <= kWide)
        return "";
    return format_text(
        "The check allows errors up to %.3g %%, as if one thread added all numbers: let the version call "
        "run.longest_chain(additions) if its chains are shorter",
        100 * widest_);
}

Verdict compare_within(const std::string& what, double got, double want, double bound, const std::string& why)
{
    const double error = std::abs(got - want);
    if (error <= bound)
        return {};
    return Verdict::wrong(
        format_text("%s: %.17g in place of %.17g, off by %.3g where rounding explains at most %.3g",
                    what.c_str(), got, want, error, bound) +
        (why.empty() ? "" : " (" + why + ")"));
}

}  // namespace ladders
