// The least that a rewritten program needs: every launch runs its kernel once for each thread, one after
// another.
#pragma once
#include <cstddef>
#include <string_view>
#include <utility>

#define __global__ __attribute__(()) __attribute__(())
#define __shared__ __emu_shared__
#define __align__(n) __attribute__((aligned(n)))

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    constexpr unsigned threads() const { return x * y * z; }
};

namespace emu {

inline void enter_kernel(const char*) {}

struct RegisteredKernel {
    template <class Kernel>
    RegisteredKernel(Kernel*, const char*)
    {
    }
};

// What the last launch was.
inline std::string_view kernel;
inline unsigned threads;
inline std::size_t shared_bytes;

template <class T>
T& argument(T& argument)
{
    return argument;
}
template <class... Arguments>
void leave_kernel(Arguments&...)
{
}

inline void* dynamic_shared()
{
    alignas(128) static char bytes[4096];
    return bytes;
}

template <class Body>
auto launch(Body body, const char* name, dim3 grid, dim3 block, std::size_t shared = 0, void* = nullptr)
{
    kernel = name;
    threads = grid.threads() * block.threads();
    shared_bytes = shared;
    return [body](auto... arguments) {
        for (unsigned i = 0; i < threads; ++i)
            body(arguments...);
    };
}

}  // namespace emu
