// cuda::std is the standard library's std: on the emulator, kernels are compiled by the C++ compiler, and may use what is in
// its headers. Only the atomics are the emulator's own (cuda_atomic.h).
#pragma once

#include "cuda_runtime.h"

namespace cuda::std {
using namespace ::std;
}
