// Asynchronous copies to shared memory, as the checks see them. The bytes are copied at once, but until the copy has been
// waited for, a read of them is an error.
#pragma once

#include <cstddef>

namespace emu {

// The calling thread has begun a copy to these bytes. barrier: the state of the cuda::barrier whose current phase the copy
// ends with; null: the copy is of the thread's current batch.
void begin_copy(const void* to, std::size_t bytes, const unsigned long long* barrier, const char* file,
                int line);

// Of the calling thread: closes the current batch; waits for all closed batches but the latest `prior`.
void commit_copies();
void wait_for_copies(std::size_t prior);

// The phase of the barrier is over.
void end_copies_of(const unsigned long long* barrier);

}  // namespace emu
