// CUDA's name for what cuda_runtime.h includes: CUDA arrays, textures and surfaces.
#pragma once

#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime.h"
