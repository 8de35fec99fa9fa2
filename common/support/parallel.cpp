#include "common/support/parallel.h"

#include <algorithm>
#include <exception>
#include <system_error>
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
    std::vector<std::exception_ptr> faults(
        pieces);  // a thread that ends by an exception would end the program
    const auto run = [&](std::size_t p) {
        try {
            part(p, n / pieces * p, p + 1 == pieces ? n : n / pieces * (p + 1));
        } catch (...) {
            faults[p] = std::current_exception();
        }
    };
    std::vector<std::thread> threads;
    threads.reserve(pieces);
    for (std::size_t p = 0; p < pieces; ++p)
        try {
            threads.emplace_back(run, p);
        } catch (const std::system_error&) {  // no memory for another thread
            run(p);
        }
    for (std::thread& thread : threads)
        thread.join();
    for (const std::exception_ptr& fault : faults)
        if (fault)
            std::rethrow_exception(fault);
}

}  // namespace ladders
