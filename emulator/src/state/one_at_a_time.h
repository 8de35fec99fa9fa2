// The emulator works for one thread of the host at a time: the others wait for the end of its call.
#pragma once

#include <mutex>

namespace emu {

// Recursive: a function that a stream calls may itself call CUDA.
inline std::recursive_mutex one_thread_of_the_host;

// At the beginning of a call.
class OneAtATime {
    const std::lock_guard<std::recursive_mutex> lock_{one_thread_of_the_host};
};

}  // namespace emu
