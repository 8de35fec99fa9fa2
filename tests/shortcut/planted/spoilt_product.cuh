// The right product, worked out on the host, with one element spoilt; a kernel only hands it over.
#pragma once

#include "shortcut/shortcut.h"

static __global__ void hand_over(const float* from, std::size_t n, float* to)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

// spoil: is handed one element of the product, r[1][2] or, if there is none, the last.
template <class F>
Shortcut::Output product_with_one_spoilt(const Shortcut::Input& in, Run& run, const F& spoil)
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

    const auto d_spoilt = run.upload(r);
    const auto d_r = run.array<float>(r.size());
    const Launch launch(hand_over, ceil_div(r.size(), 256), 256);
    run.kernel(launch,
               [&] { hand_over<<<launch.grid, launch.block>>>(d_spoilt.data(), r.size(), d_r.data()); });
    return run.download(d_r);
}
