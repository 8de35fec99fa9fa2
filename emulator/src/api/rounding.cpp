// Operands and results pass through volatile variables, so that the compiler cannot move an operation across
// a change of the rounding mode.
#include "cuda_emulator/rounding.h"

#include <cfenv>
#include <cmath>

namespace emu {
namespace {

class InMode {
public:
    explicit InMode(Rounding rounding)
    {
        constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
        std::fesetround(kModes[int(rounding)]);
    }
    ~InMode() { std::fesetround(FE_TONEAREST); }
    InMode(const InMode&) = delete;
    InMode& operator=(const InMode&) = delete;
};

// The result of `operation` in this rounding mode.
template <class T, class Operation, class... Operands>
T rounded(Rounding rounding, Operation operation, Operands... operands)
{
    const InMode mode(rounding);
    const volatile T result = operation(*const_cast<const volatile Operands*>(&operands)...);
    return result;
}

template <class To>
To to_integer(double value, Rounding rounding, double low, double high, To lowest, To highest)
{
    if (value != value)
        return To(1ull << (8 * sizeof(To) - 1));
    const double whole = rounding == Rounding::zero   ? std::trunc(value)
                         : rounding == Rounding::down ? std::floor(value)
                         : rounding == Rounding::up   ? std::ceil(value)
                                                      : std::nearbyint(value);
    return whole < low ? lowest : whole >= high ? highest : To(whole);
}

}  // namespace

#define EMU_ROUNDED(T)                                                           \
    T rounded_add(T a, T b, Rounding rounding)                                   \
    {                                                                            \
        return rounded<T>(                                                       \
            rounding, [](T x, T y) { return x + y; }, a, b);                     \
    }                                                                            \
    T rounded_multiply(T a, T b, Rounding rounding)                              \
    {                                                                            \
        return rounded<T>(                                                       \
            rounding, [](T x, T y) { return x * y; }, a, b);                     \
    }                                                                            \
    T rounded_divide(T a, T b, Rounding rounding)                                \
    {                                                                            \
        return rounded<T>(                                                       \
            rounding, [](T x, T y) { return x / y; }, a, b);                     \
    }                                                                            \
    T rounded_fma(T a, T b, T c, Rounding rounding)                              \
    {                                                                            \
        return rounded<T>(                                                       \
            rounding, [](T x, T y, T z) { return std::fma(x, y, z); }, a, b, c); \
    }                                                                            \
    T rounded_sqrt(T a, Rounding rounding)                                       \
    {                                                                            \
        return rounded<T>(                                                       \
            rounding, [](T x) { return std::sqrt(x); }, a);                      \
    }
EMU_ROUNDED(float)
EMU_ROUNDED(double)
#undef EMU_ROUNDED

int to_int(float value, Rounding rounding)
{
    return value != value ? 0 : to_int(double(value), rounding);
}
int to_int(double value, Rounding rounding)
{
    return to_integer<int>(value, rounding, -0x1p31, 0x1p31, -2147483647 - 1, 2147483647);
}
unsigned to_unsigned(float value, Rounding rounding)
{
    return value != value ? 0 : to_unsigned(double(value), rounding);
}
unsigned to_unsigned(double value, Rounding rounding)
{
    return to_integer<unsigned>(value, rounding, 0, 0x1p32, 0, 0xffffffffu);
}
long long to_long_long(double value, Rounding rounding)
{
    return to_integer<long long>(value, rounding, -0x1p63, 0x1p63, -0x7fffffffffffffffll - 1,
                                 0x7fffffffffffffffll);
}
unsigned long long to_unsigned_long_long(double value, Rounding rounding)
{
    return to_integer<unsigned long long>(value, rounding, 0, 0x1p64, 0, ~0ull);
}

float to_float(double value, Rounding rounding)
{
    return rounded<float>(
        rounding, [](double x) { return float(x); }, value);
}
float to_float(long long value, Rounding rounding)
{
    return rounded<float>(
        rounding, [](long long x) { return float(x); }, value);
}
float to_float(unsigned long long value, Rounding rounding)
{
    return rounded<float>(
        rounding, [](unsigned long long x) { return float(x); }, value);
}
double to_double(long long value, Rounding rounding)
{
    return rounded<double>(
        rounding, [](long long x) { return double(x); }, value);
}
double to_double(unsigned long long value, Rounding rounding)
{
    return rounded<double>(
        rounding, [](unsigned long long x) { return double(x); }, value);
}

}  // namespace emu
