// Replaces CUDA's header of the same name.
//
// Host sources (.cpp) get the runtime API and the vector types. CUDA sources (.cu), for which
// emulator_cuda_target() defines __CUDACC__, also get what kernels use.
#pragma once

#define __CUDA_RUNTIME_H__

#ifndef CUDA_EMULATOR
#define CUDA_EMULATOR 1
#endif

#include "cuda_runtime_api.h"
#include "vector_functions.h"
#include "vector_types.h"

#ifdef __CUDACC__
// Before all that may declare its functions.
#include "cuda_emulator/string_functions.h"
// What kernels use.
#include "cuda_emulator/atomic_functions.h"
#include "cuda_emulator/cluster.h"
#include "cuda_emulator/device_runtime.h"
#include "cuda_emulator/integer_intrinsics.h"
#include "cuda_emulator/kernel_registry.h"
#include "cuda_emulator/launch.h"
#include "cuda_emulator/launch_api.h"
#include "cuda_emulator/math_functions.h"
#include "cuda_emulator/memory_functions.h"
#include "cuda_emulator/ptx.h"
#include "cuda_emulator/rounded_functions.h"
#include "cuda_emulator/simd_intrinsics.h"
#include "cuda_emulator/surface_functions.h"
#include "cuda_emulator/synchronization.h"
#include "cuda_emulator/texture_functions.h"
#include "cuda_emulator/thread_index.h"
#include "cuda_emulator/warp_functions.h"

// nvcc includes these without being asked.
#include <assert.h>
#include <cmath>
#include <cstdlib>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>
#endif
