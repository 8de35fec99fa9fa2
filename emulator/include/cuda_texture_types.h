// CUDA's name for what cuda_runtime.h includes: CUDA arrays, textures and surfaces.
#pragma once

#include "cuda_runtime.h"
