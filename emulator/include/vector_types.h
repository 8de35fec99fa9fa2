// int4, float2, dim3 and the other vector types.
#pragma once

#include "cuda_emulator/vectors.h"
