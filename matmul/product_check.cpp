#include "product_check.h"

#include "common/support/parallel.h"
#include "product_bounds.h"

#include <cmath>
#include <sstream>
#include <string>

using ladders::another_size;
using ladders::Verdict;

namespace {

std::string short_number(double value)
{
    std::ostringstream text;
    text.precision(3);
    text << value;
    return text.str();
}

}  // namespace

ExactProduct exact_product(const Factors& f)
{
    ExactProduct exact;
    exact.c.resize(f.m * f.n);
    exact.magnitude.resize(f.m * f.n);
    const auto parts = ladders::parallel_pieces(f.m, [&](std::size_t begin, std::size_t end) {
        double all_squares = 0;
        for (std::size_t row = begin; row < end; ++row)
            product::exact_row(f, row, 0, f.n,
                               [&](std::size_t column, double sum, double magnitude, double squares) {
                                   exact.c[row * f.n + column] = sum;
                                   exact.magnitude[row * f.n + column] = static_cast<float>(magnitude);
                                   all_squares += std::isfinite(squares) ? squares : 0;
                               });
        return all_squares;
    });
    for (const double part : parts)
        exact.squares += part;
    return exact;
}

Verdict check_product(const std::vector<float>& c, const ExactProduct& exact, const Factors& f,
                      const Rounding& rounding)
{
    if (c.size() != exact.c.size())
        return another_size(c.size(), exact.c.size(), "elements");
    product::Mismatches mismatches;
    const auto bound_of = [&](std::size_t i) {
        return product::worst_case(f.k, exact.magnitude[i], exact.c[i], rounding);
    };
    double squared_errors = 0, squares = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
        if (!product::is_right(c[i], exact.c[i], bound_of(i))) {
            mismatches.add(i / f.n, i % f.n, c[i], exact.c[i], bound_of(i));
        } else if (std::isfinite(exact.c[i])) {
            squared_errors += (c[i] - exact.c[i]) * (c[i] - exact.c[i]);
            squares += exact.c[i] * exact.c[i];
        }
    if (mismatches.count() > 0)
        return ladders::with_mismatch(
            mismatches.verdict(), ladders::compared(c, exact.c, f.n),
            [&](std::size_t i) { return product::is_right(c[i], exact.c[i], bound_of(i)); });

    const double error = std::sqrt(squared_errors);
    const double bound = (product::kOutOfReach + product::cuts(f.k, rounding)) * product::kUnitRoundoff *
                             std::sqrt(exact.squares) +
                         product::kOutOfReach * rounding.result * std::sqrt(squares);
    if (!(error <= bound))
        return Verdict::wrong(
            "each element is within its worst case, but the Frobenius norm of the errors is " +
            short_number(error) + " where rounding explains " + short_number(bound));
    Verdict verdict;
    verdict.error = squares > 0 ? error / std::sqrt(squares) : 0;
    return verdict;
}
