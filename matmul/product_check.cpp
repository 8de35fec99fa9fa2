#include "product_check.h"

#include "common/support/parallel.h"
#include "product_bounds.h"

#include <array>
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

// An element of a row-major matrix if each of its tiles is transposed. What lies outside is 0.
double in_tiles(const std::vector<float>& x, std::size_t rows, std::size_t columns, std::size_t i,
                std::size_t j, std::size_t tile)
{
    const std::size_t row = i / tile * tile + j % tile, column = j / tile * tile + i % tile;
    return row < rows && column < columns ? x[row * columns + column] : 0;
}

}  // namespace

// Tensor cores take matrices in tiles, and a tile that is loaded or stored in the wrong layout is transposed. NaN tells
// nothing: it is what a transposed tile finds outside of the matrix.
std::string product::Mismatches::wrong_layout(const Factors& f, const Rounding& rounding) const
{
    struct Tiles {
        const char* of;
        bool a, b, c;
        const char* question;
    };
    constexpr const char* kLoaded =
        "is a tile or a fragment loaded in the wrong layout (row_major, col_major, .trans)?";
    const std::array kAll{
        Tiles{"A", true, false, false, kLoaded}, Tiles{"B", false, true, false, kLoaded},
        Tiles{"A and of B", true, true, false, kLoaded},
        Tiles{"C", false, false, true,
              "is a tile or a fragment stored in the wrong layout (mem_row_major, mem_col_major)?"}};
    for (const std::size_t tile : {16, 8, 32})
        for (const Tiles& tiles : kAll) {
            const auto size_if = [&](bool transposed) { return transposed ? tile : 1; };
            const std::size_t of_c = size_if(tiles.c);
            std::size_t fit = 0, differ = 0;
            for (const Seen& each : seen_) {
                const std::size_t row = each.row / of_c * of_c + each.column % of_c,
                                  column = each.column / of_c * of_c + each.row % of_c;
                double sum = 0, magnitude = 0;
                for (std::size_t l = 0; l < f.k; ++l) {
                    const double product = in_tiles(f.a, f.m, f.k, row, l, size_if(tiles.a)) *
                                           in_tiles(f.b, f.k, f.n, l, column, size_if(tiles.b));
                    sum += product;
                    magnitude += std::abs(product);
                }
                const bool fits = is_right(each.got, sum, worst_case(f.k, magnitude, sum, rounding));
                fit += fits && sum != 0;
                differ += !fits && !std::isnan(each.got);
            }
            if (fit >= 2 && differ == 0 && 2 * fit >= seen_.size())
                return ladders::format_text("; they are right if each %zu x %zu tile of %s is transposed: %s",
                                            tile, tile, tiles.of, tiles.question);
        }
    return "";
}

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
            mismatches.verdict(f, rounding), ladders::compared(c, exact.c, f.n),
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
