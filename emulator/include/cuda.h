// The driver API is not supported; programs that include its header for no need compile all the same.
#pragma once

#include "cuda_runtime.h"

#define CUDA_VERSION CUDART_VERSION
