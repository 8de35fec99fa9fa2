// The driver API is not supported. This header exists for programs that include it without need.
#pragma once

#include "cuda_runtime.h"

#define CUDA_VERSION CUDART_VERSION
