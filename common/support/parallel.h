// Work over a range on all cores of the host: for checks that must not take as long as the sequential
// reference.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace ladders {

// Calls part(begin, end) for consecutive pieces of [0, n), one per core, at the same time; gives their
// results in order.
template <class F>
auto parallel_pieces(std::size_t n, F part) -> std::vector<decltype(part(n, n))>
{
    const std::size_t pieces =
        std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, std::max<std::size_t>(n, 1));
    std::vector<decltype(part(n, n))> results(pieces);
    std::vector<std::thread> threads;
    for (std::size_t p = 0; p < pieces; ++p)
        threads.emplace_back(
            [&, p] { results[p] = part(n / pieces * p, p + 1 == pieces ? n : n / pieces * (p + 1)); });
    for (std::thread& thread : threads)
        thread.join();
    return results;
}

}  // namespace ladders
