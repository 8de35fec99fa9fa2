#include "cuda_emulator/special_functions.h"

#include <cmath>
#include <limits>

namespace emu {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kTwoOverRootPi = 1.1283791670955126, kPi = 3.141592653589793;

// Where erfc is y < 1, to two digits: S. Winitzki, "A handy approximation for the error function and its inverse" (2008).
double erfcinv_roughly(double y)
{
    constexpr double a = 0.147;
    const double logarithm = std::log(y * (2 - y)), b = 2 / (kPi * a) + logarithm / 2;
    return std::sqrt(std::sqrt(b * b - logarithm / a) - b);
}

// Halley's step towards the root of f, of which `newton` is f / f' at x, for f = erf - y or erfc - y.
double halley(double x, double newton)
{
    return x - newton / (1 + x * newton);
}

// The sum of (x/2)^(2k + order) / (k! (k + order)!): all terms have one sign.
double bessel_series(int order, double x)
{
    const double quarter = x * x / 4;
    double term = order == 0 ? 1 : x / 2, sum = term;
    for (int k = 1; std::fabs(term) > 1e-17 * std::fabs(sum); ++k) {
        term *= quarter / (double(k) * (k + order));
        sum += term;
    }
    return sum;
}

// Abramowitz and Stegun 9.7.1: for large x, exp(x) / sqrt(2 pi x) times a series.
double bessel_asymptotic(int order, double x)
{
    double term = 1, sum = 1;
    for (int k = 1; k < 30; ++k) {
        const double factor = -(4.0 * order * order - (2.0 * k - 1) * (2.0 * k - 1)) / (8.0 * k * x);
        if (std::fabs(factor) >= 1)
            break;
        term *= factor;
        sum += term;
    }
    const double root = std::exp(x / 2);  // in two steps, since exp(x) may overflow where the result does not
    return root * (sum / std::sqrt(2 * kPi * x)) * root;
}

double bessel(int order, double x)
{
    constexpr double kLarge = 40;
    const double size = std::fabs(x);
    if (size > 720)
        return order == 1 ? std::copysign(kInfinity, x) : kInfinity;
    const double value = size < kLarge ? bessel_series(order, size) : bessel_asymptotic(order, size);
    return order == 1 && x < 0 ? -value : value;
}

}  // namespace

double erfinv(double y)
{
    if (!(std::fabs(y) <= 0.5))
        return std::copysign(erfcinv(1 - std::fabs(y)), y);
    double x = y / kTwoOverRootPi;
    for (int i = 0; i < 4; ++i)
        x = halley(x, (std::erf(x) - y) / (kTwoOverRootPi * std::exp(-x * x)));
    return x;
}

double erfcinv(double y)
{
    if (!(y > 0 && y < 2))
        return y == 0 ? kInfinity : y == 2 ? -kInfinity : kNaN;
    if (y >= 0.5)
        return y <= 1.5 ? erfinv(1 - y) : -erfcinv(2 - y);
    double x = erfcinv_roughly(y);
    for (int i = 0; i < 3; ++i)
        x = halley(x, (std::erfc(x) - y) / (-kTwoOverRootPi * std::exp(-x * x)));
    return x;
}

double normcdfinv(double y)
{
    return -std::sqrt(2.0) * erfcinv(2 * y);
}

double erfcx(double x)
{
    if (x < 0)
        return 2 * std::exp(x * x) - erfcx(-x);
    constexpr double kLarge = 26;
    if (!(x > kLarge)) {
        const double square = x * x, rest = std::fma(x, x, -square);  // of which the exponential is
        return std::exp(square) * std::erfc(x) * (1 + rest);
    }
    double sum = 1;  // 1 - r (1 - 3 r (1 - 5 r ...)), an asymptotic series
    for (int k = 13; k > 0; k -= 2)
        sum = 1 - k * sum / (2 * x * x);
    return kTwoOverRootPi / 2 / x * sum;
}

double cyl_bessel_i0(double x)
{
    return bessel(0, x);
}

double cyl_bessel_i1(double x)
{
    return bessel(1, x);
}

// Exact at multiples of one half.
double sinpi(double x)
{
    const double turn = std::remainder(x, 2.0);  // -1 to 1
    const double half = turn > 0.5 ? 1 - turn : turn < -0.5 ? -1 - turn : turn;
    return half == 0 ? std::copysign(0.0, x) : std::sin(kPi * half);
}

double cospi(double x)
{
    const double turn = std::fabs(std::remainder(x, 2.0));
    return turn < 0.25 ? std::cos(kPi * turn) : sinpi(0.5 - turn);
}

}  // namespace emu
