// Asynchronous copies to shared memory. They are done at once, but a thread that does not wait for them is told.
#pragma once

#include "cuda_emulator/async_copies.h"
#include "cuda_runtime.h"

#include <cstddef>

// size: 4, 8 or 16 bytes, aligned. The last zero_fill bytes are set to zero and not read.
__forceinline__ void __pipeline_memcpy_async(void* to, const void* from, std::size_t size,
                                             std::size_t zero_fill = 0, const char* file = __builtin_FILE(),
                                             int line = __builtin_LINE())
{
    if (zero_fill > 0) {
        for (std::size_t i = 0; i < size; ++i)
            static_cast<char*>(to)[i] = i + zero_fill < size ? static_cast<const char*>(from)[i] : 0;
    } else if (size == 16) {
        *static_cast<int4*>(to) = *static_cast<const int4*>(from);
    } else if (size == 8) {
        *static_cast<int2*>(to) = *static_cast<const int2*>(from);
    } else {
        *static_cast<int*>(to) = *static_cast<const int*>(from);
    }
    emu::begin_copy(to, size, nullptr, file, line);
}
inline void __pipeline_commit()
{
    emu::commit_copies();
}
inline void __pipeline_wait_prior(std::size_t prior)
{
    emu::wait_for_copies(prior);
}
