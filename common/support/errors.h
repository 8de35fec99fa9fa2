// The ways a program ends. Each error type stands for one exit code; main() catches them once, prints one
// line to stderr and returns the code. See exit_code_of_program().
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace ladders {

enum ExitCode : int {
    kExitRight = 0,
    kExitWrongAnswer = 1,
    kExitUsage = 2,
    kExitBadInput = 3,
    kExitCudaError = 4,
    kExitOutOfMemory = 5,
    kExitNoGpu = 77,
};

// A wrong option or value, or a size that a version cannot handle.
struct UsageError : std::runtime_error {
    using runtime_error::runtime_error;
};

// What a version needs was not there when it was built.
struct NotBuilt : std::runtime_error {
    using runtime_error::runtime_error;
};

// A missing, unreadable or malformed input file.
struct InputError : std::runtime_error {
    using runtime_error::runtime_error;
};

// A failed CUDA call or kernel launch.
struct CudaError : std::runtime_error {
    using runtime_error::runtime_error;
};

// Host or device memory does not suffice; the text holds both figures.
struct OutOfMemory : std::runtime_error {
    using runtime_error::runtime_error;
};

// No CUDA device that this program could run on.
struct NoGpu : std::runtime_error {
    using runtime_error::runtime_error;
};

// Runs a program's body, which gives the exit code. Every exception ends here: it becomes one line on stderr,
// after the program's name, and the exit code that stands for it.
int exit_code_of_program(const std::string& program, const std::function<int()>& body);

}  // namespace ladders
