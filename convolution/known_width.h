// Kernels for masks whose width is known when they are compiled.
#pragma once

#include <type_traits>

// Returns choose(std::integral_constant<int, width>) for the common widths 3, 5 and 7, and
// choose(std::integral_constant<int, 0>) for all others. choose(width) returns an instance of a kernel
// template, say, whose loops over the mask are unrolled.
template <class Choose>
auto for_known_width(int width, Choose choose)
{
    switch (width) {
        case 3:
            return choose(std::integral_constant<int, 3>());
        case 5:
            return choose(std::integral_constant<int, 5>());
        case 7:
            return choose(std::integral_constant<int, 7>());
        default:
            return choose(std::integral_constant<int, 0>());
    }
}
