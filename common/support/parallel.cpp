#include "common/support/parallel.h"

#include <algorithm>
#include <thread>

namespace ladders {

std::size_t count_pieces(std::size_t n)
{
    return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, std::max<std::size_t>(n, 1));
}

void for_each_piece(std::size_t n,
                    const std::function<void(std::size_t p, std::size_t begin, std::size_t end)>& part)
{
    const std::size_t pieces = count_pieces(n);
    std::vector<std::thread> threads;
    for (std::size_t p = 0; p < pieces; ++p)
        threads.emplace_back([&, p] { part(p, n / pieces * p, p + 1 == pieces ? n : n / pieces * (p + 1)); });
    for (std::thread& thread : threads)
        thread.join();
}

}  // namespace ladders
