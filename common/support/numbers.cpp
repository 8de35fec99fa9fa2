#include "common/support/numbers.h"

#include <cstdio>
#include <random>
#include <type_traits>

namespace ladders {

const std::vector<std::string>& number_distributions()
{
    static const std::vector<std::string> names{"lecture", "uniform", "alternating"};
    return names;
}

template <class T>
std::vector<T> make_numbers(const std::string& dist, std::size_t n, std::uint64_t seed)
{
    std::vector<T> v(n);
    std::mt19937_64 random(seed);
    // The upper bits of a draw as a number in [0, 1), exact in T.
    const auto unit = [&]() -> T {
        if constexpr (std::is_same_v<T, float>)
            return static_cast<T>(random() >> 40) * T(0x1p-24);
        else
            return static_cast<T>(random() >> 11) * T(0x1p-53);
    };
    if (dist == "lecture") {
        for (std::size_t i = 0; i < n; ++i)
            v[i] = static_cast<T>(i + 1);
    } else if constexpr (std::is_same_v<T, unsigned>) {
        for (std::size_t i = 0; i < n; ++i) {
            const auto draw = static_cast<unsigned>(random() >> 32);
            // A small random number, added to or taken from a large one.
            v[i] = dist == "uniform" ? draw
                   : i % 2           ? 0u - (1u << 30) - draw % 1024
                                     : (1u << 30) + draw % 1024;
        }
    } else {
        for (std::size_t i = 0; i < n; ++i)
            v[i] = dist == "uniform" ? unit() : i % 2 ? -1000 - unit() : 1000 + unit();
    }
    return v;
}

template <class T>
std::string describe_numbers(const std::string& dist, std::size_t n, std::uint64_t seed)
{
    const char* const type = std::is_same_v<T, unsigned> ? "int"
                             : std::is_same_v<T, float>  ? "float"
                                                         : "double";
    const std::string numbers = dist == "lecture" ? "v[i] = i + 1" : dist + ", seed " + std::to_string(seed);
    return "n = " + std::to_string(n) + " " + type + " (" + byte_text(double(n) * sizeof(T)) + "), " +
           numbers;
}

template std::vector<unsigned> make_numbers(const std::string&, std::size_t, std::uint64_t);
template std::vector<float> make_numbers(const std::string&, std::size_t, std::uint64_t);
template std::vector<double> make_numbers(const std::string&, std::size_t, std::uint64_t);
template std::string describe_numbers<unsigned>(const std::string&, std::size_t, std::uint64_t);
template std::string describe_numbers<float>(const std::string&, std::size_t, std::uint64_t);
template std::string describe_numbers<double>(const std::string&, std::size_t, std::uint64_t);

std::vector<float> random_floats(std::size_t n, std::uint64_t seed, float low, float high)
{
    std::vector<float> v = make_numbers<float>("uniform", n, seed);
    for (float& x : v)
        x = low + x * (high - low);
    return v;
}

}  // namespace ladders
