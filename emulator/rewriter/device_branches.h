// __CUDA_ARCH__: nvcc compiles a file twice, for the host without this macro and for the device with it. The emulator
// compiles it once, so that functions for the device alone must come from the one text, and all else from the other.
#pragma once

#include <string>

namespace rewriter {

// Whether a file of the program's own names __CUDA_ARCH__, so that the text for the device may be another one.
bool may_have_device_branches(const std::string& host_text);

struct Branches {
    std::string text;
    std::string
        warning;  // of the first line outside of functions whose branch for the device is lost; else empty
};

// The text for the host, with the device's branches where only device code sees them: in functions that are __global__,
// or __device__ and not __host__, and around them. A function for both gets both bodies:
//
//   { if (... ::emu::runs_in_kernel()) { the device's } else { the host's } }
//
// Both are preprocessed texts of one file.
Branches with_device_branches(const std::string& host, const std::string& device);

}  // namespace rewriter
