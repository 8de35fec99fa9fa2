// int4, float2, dim3 and the other vector types.
#pragma once

#define __VECTOR_TYPES_H__

#ifdef __cplusplus
#include "cuda_emulator/vectors.h"
#else
#include "cuda_emulator/c_vectors.h"
#endif
