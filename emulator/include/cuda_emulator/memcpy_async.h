// What all forms of memcpy_async() share: the copy, whose parts the threads of a group do.
#pragma once

#include "cuda_emulator/async_copies.h"
#include "cuda_emulator/host_defines.h"
#include "cuda_emulator/vectors.h"

#include <cstddef>
#include <cstdint>

namespace cuda {

// A size whose pointers are aligned likewise.
template <::std::size_t alignment>
struct aligned_size_t {
    static constexpr ::std::size_t align = alignment;
    ::std::size_t value;

    __host__ __device__ explicit constexpr aligned_size_t(::std::size_t bytes) : value(bytes) {}
    __host__ __device__ constexpr operator ::std::size_t() const { return value; }
};

enum class async_contract_fulfillment { none, async };

}  // namespace cuda

namespace emu {

struct ThisThread {
    unsigned thread_rank() const { return 0; }
    unsigned size() const { return 1; }
    void sync() const {}
};

// barrier, file, line: of begin_copy().
template <class Group>
__forceinline__ void copy_by_group(const Group& group, void* to, const void* from, std::size_t bytes,
                                   const unsigned long long* barrier, const char* file, int line)
{
    const std::size_t first = group.thread_rank(), stride = group.size();
    const auto bits = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
    const auto copy = [&](auto* words, const auto* source) __attribute__((always_inline))
    {
        for (std::size_t i = first; i < bytes / sizeof *words; i += stride) {
            words[i] = source[i];
            begin_copy(words + i, sizeof *words, barrier, file, line);
        }
    };
    if (bits % 16 == 0)
        copy(static_cast<int4*>(to), static_cast<const int4*>(from));
    else if (bits % 8 == 0)
        copy(static_cast<int2*>(to), static_cast<const int2*>(from));
    else if (bits % 4 == 0)
        copy(static_cast<int*>(to), static_cast<const int*>(from));
    else
        copy(static_cast<char*>(to), static_cast<const char*>(from));
}

}  // namespace emu
