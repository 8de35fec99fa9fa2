// Asynchronous copies to shared memory that no wait has ended yet. Their bytes count as not written, so that a read of
// them takes the path of an error.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

struct AsyncCopy {
    uintptr_t low;
    unsigned bytes;
    uint32_t batch;                     // of its thread, if it has no barrier
    const unsigned long long* barrier;  // or null
    const char* file;
    int line;
};

// All of these are of the running block. Fibers may call them.
void note_copy(int thread, uintptr_t low, std::size_t bytes, const unsigned long long* barrier,
               const char* file, int line);
void close_batch(int thread);
void end_batches(int thread, std::size_t prior);
void end_copies_at(const unsigned long long* barrier);

// The copy that is going on at this address; null: there is none. thread: whose it is; -1: it ends with a barrier.
const AsyncCopy* find_copy(uintptr_t address, int* thread);

}  // namespace emu
