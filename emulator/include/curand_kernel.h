// Random numbers in kernels: cuRAND's generators XORWOW, Philox and MRG32k3a, with cuRAND's sequences.
#pragma once

#define CURAND_KERNEL_H_

#include "cuda_emulator/random/mrg32k3a.h"
#include "cuda_emulator/random/philox.h"
#include "cuda_emulator/random/xorwow.h"
#include "cuda_runtime.h"
#include "curand.h"

#ifdef __CUDACC__
#include "cuda_emulator/random/distributions.h"
#endif
