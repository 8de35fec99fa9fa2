// Work over a range on all cores of the host: for checks that must not take as long as the sequential
// reference.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace ladders {

// How many pieces parallel_pieces() cuts [0, n) into: one per core, but at most n and at least 1.
std::size_t count_pieces(std::size_t n);
// Calls part(p, begin, end) for each piece p of [0, n), all at the same time.
void for_each_piece(std::size_t n,
                    const std::function<void(std::size_t p, std::size_t begin, std::size_t end)>& part);

// Calls part(begin, end) for consecutive pieces of [0, n), one per core, at the same time; gives their
// results in order.
template <class F>
auto parallel_pieces(std::size_t n, F part) -> std::vector<decltype(part(n, n))>
{
    std::vector<decltype(part(n, n))> results(count_pieces(n));
    for_each_piece(n,
                   [&](std::size_t p, std::size_t begin, std::size_t end) { results[p] = part(begin, end); });
    return results;
}

}  // namespace ladders
