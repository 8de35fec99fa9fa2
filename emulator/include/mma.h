// nvcuda::wmma: fragments of matrices, held by the lanes of a warp together.
#pragma once

#include "cuda_bf16.h"
#include "cuda_emulator/wmma_fragment.h"
#include "cuda_emulator/wmma_functions.h"
#include "cuda_fp16.h"
