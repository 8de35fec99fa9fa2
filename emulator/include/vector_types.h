// int4, float2, dim3 and their kin.
#pragma once

#include "cuda_emulator/vectors.h"
