// The right product, worked out on the host, with one element spoilt.
#pragma once

#include "shortcut/shortcut.h"

// spoil: is handed one element of the product, r[1][2] or, if there is none, the last.
template <class F>
Shortcut::Output product_with_one_spoilt(const Shortcut::Input& in, const F& spoil)
{
    const auto& [n, d, description] = in;
    Shortcut::Output r(n * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            float least = d[i * n] + d[j];
            for (std::size_t k = 1; k < n; ++k)
                least = minimum(least, d[i * n + k] + d[k * n + j]);
            r[i * n + j] = least;
        }
    spoil(r[n > 2 ? n + 2 : n * n - 1]);
    return r;
}
