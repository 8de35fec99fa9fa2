// How a wrong array differs from the right one: in sentences, and as a picture of the elements.
#pragma once

#include "common/support/text.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace ladders {

// Numbers that can be shown: an array, or a matrix row by row.
struct Shown {
    std::string name;
    std::size_t n = 0;
    std::size_t columns = 0;                                       // of a matrix; 0: an array
    std::function<std::string(std::size_t i, int digits)> text{};  // of an element; digits: of a float
};

inline std::string short_text(std::integral auto x, int)
{
    return std::to_string(x);
}
inline std::string short_text(double x, int digits)
{
    return x != x ? "nan" : format_text("%.*g", digits, x);  // glibc prints a NaN's sign
}

// `numbers` must outlive the result.
template <class T>
requires std::is_arithmetic_v<T> Shown shown(const std::string& name, const std::vector<T>& numbers,
                                             std::size_t columns = 0)
{
    return {name, numbers.size(), columns,
            [&numbers](std::size_t i, int digits) { return short_text(numbers[i], digits); }};
}

// What a check compared, element by element.
struct Compared {
    Shown got, want;
    std::function<double(std::size_t)> got_value, want_value;
    std::function<bool(std::size_t)> untouched;  // whether all bytes of a result are 0xFF
    bool integral = false;                       // whether the results are whole numbers
    std::function<bool(std::size_t)> right{};    // what the check says of an element
};

// `got` and `want` must outlive the result. right() is set by who compares.
template <class Got, class Want>
Compared compared(const std::vector<Got>& got, const std::vector<Want>& want, std::size_t columns = 0)
{
    return {shown("got", got, columns),
            shown("expected", want, columns),
            [&got](std::size_t i) { return static_cast<double>(got[i]); },
            [&want](std::size_t i) { return static_cast<double>(want[i]); },
            [&got](std::size_t i) {
                unsigned char bytes[sizeof(Got)];
                std::memcpy(bytes, &got[i], sizeof(Got));
                return std::all_of(bytes, bytes + sizeof(Got),
                                   [](unsigned char byte) { return byte == 0xFF; });
            },
            std::is_integral_v<Got>};
}

// What is wrong with an array, kept after the array is gone.
struct Mismatch {
    std::size_t n = 0, columns = 0;
    std::size_t wrong = 0, first = 0, last = 0;  // how many; the indices of the first and the last
    std::vector<std::string> values;             // sentences about the wrong elements' values ...
    std::string if_written;                      // not empty: the first of them, if all elements were written
    std::vector<std::string> places;             // ... and about where they are, save for the next two
    bool contiguous = false;                     // whether all from first to last are wrong
    std::size_t stride = 0;                      // not 0: exactly first, first + stride, ... are wrong
    // A picture: elements begin to end - 1 of an array, or a part of a matrix.
    std::size_t begin = 0, end = 0;
    std::size_t row = 0, rows = 0, column = 0;  // end - begin columns from `column`
    std::vector<std::string> want_cells, got_cells;
    std::vector<char> wrong_cells;
};

// Of an array with at least one wrong element; looks at the first 4 Mi elements.
Mismatch describe(const Compared& compared);

// The elements of a Mismatch with a stride, as in "every 4th element: 1, 5, 9, ...".
std::string every_element(const std::vector<std::size_t>& where, std::size_t stride);

// What a wrong number looks like, if it is twice the right one, or 0xFF in all bytes; else empty.
std::string describe_number(double got, double want, bool untouched, bool integral);
// The same, if it is known that a kernel has stored it.
std::string describe_written_number(double got, double want, bool untouched, bool integral);

}  // namespace ladders
