// plain_differences: a whole CUDA program that computes the differences of adjacent numbers. main() is there; write
// the kernel, and the function that calls it.
//
// Check it with: scripts/lab check plain_differences
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// TODO: a function or macro that ends the program with a message if a CUDA call failed
// TODO: the kernel, with a thread per difference

// The differences of adjacent numbers, one fewer than there are numbers.
static std::vector<int> differences(const std::vector<int>& v)
{
    std::vector<int> d(v.size() - 1);
    // TODO: device memory, copy v there, launch, copy d back, release. Check every call.
    return d;
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    if (n < 1 || n > 1000000) {
        std::fprintf(stderr, "usage: %s N, with N from 1 to 1000000\n", argv[0]);
        return 2;
    }
    std::vector<int> v(n);
    for (int i = 0; i < n; ++i)
        v[i] = static_cast<int>(i * 7919LL % 1009);

    const std::vector<int> d = differences(v);

    std::printf("%d numbers, %d differences\n", n, static_cast<int>(d.size()));
    long long rises = 0;
    for (int difference : d)
        rises += difference > 0;
    if (!d.empty())
        std::printf("first %d, last %d, rises %lld\n", d.front(), d.back(), rises);
}
