// half: its type, conversions and arithmetic.
#pragma once

#include "cuda_emulator/small_float_functions.h"
#include "cuda_runtime.h"

#ifdef __CUDACC__
#include "cuda_emulator/small_float_atomics.h"
#endif

using __half = emu::SmallFloat<emu::HalfFormat>;
using __half2 = emu::SmallFloat2<emu::HalfFormat>;

#define EMU_TYPE __half
#define EMU_TYPE2 __half2
#define EMU_NAME(a, b) a##half##b
#define EMU_NAME2(a, b) a##half2##b
#define EMU_TO_PAIR __half2half2
#include "cuda_emulator/small_float_names.h"
#undef EMU_TYPE
#undef EMU_TYPE2
#undef EMU_NAME
#undef EMU_NAME2
#undef EMU_TO_PAIR

using half = __half;
using half2 = __half2;
