// Arithmetic in a given rounding mode, for rounded_functions.h.
#pragma once

namespace emu {

enum class Rounding : unsigned char { nearest, zero, down, up };

float rounded_add(float a, float b, Rounding rounding);
float rounded_multiply(float a, float b, Rounding rounding);
float rounded_divide(float a, float b, Rounding rounding);
float rounded_fma(float a, float b, float c, Rounding rounding);
float rounded_sqrt(float a, Rounding rounding);
double rounded_add(double a, double b, Rounding rounding);
double rounded_multiply(double a, double b, Rounding rounding);
double rounded_divide(double a, double b, Rounding rounding);
double rounded_fma(double a, double b, double c, Rounding rounding);
double rounded_sqrt(double a, Rounding rounding);

// Conversions to integers, as on a GPU: values out of range become the nearest value of the type. NaN becomes 0 if it is
// a float and the result has 32 bits; else the highest bit alone is set.
int to_int(float value, Rounding rounding);
int to_int(double value, Rounding rounding);
unsigned to_unsigned(float value, Rounding rounding);
unsigned to_unsigned(double value, Rounding rounding);
long long to_long_long(double value, Rounding rounding);
unsigned long long to_unsigned_long_long(double value, Rounding rounding);

float to_float(double value, Rounding rounding);
float to_float(long long value, Rounding rounding);
float to_float(unsigned long long value, Rounding rounding);
double to_double(long long value, Rounding rounding);
double to_double(unsigned long long value, Rounding rounding);

}  // namespace emu
