// bfloat16: its type, conversions and arithmetic.
#pragma once

#include "cuda_emulator/small_float_functions.h"
#include "cuda_runtime.h"

#ifdef __CUDACC__
#include "cuda_emulator/small_float_atomics.h"
#endif

using __nv_bfloat16 = emu::SmallFloat<emu::Bfloat16Format>;
using __nv_bfloat162 = emu::SmallFloat2<emu::Bfloat16Format>;

#define EMU_TYPE __nv_bfloat16
#define EMU_TYPE2 __nv_bfloat162
#define EMU_NAME(a, b) a##bfloat16##b
#define EMU_NAME2(a, b) a##bfloat162##b
#define EMU_TO_PAIR __bfloat162bfloat162
#include "cuda_emulator/small_float_names.h"
#undef EMU_TYPE
#undef EMU_TYPE2
#undef EMU_NAME
#undef EMU_NAME2
#undef EMU_TO_PAIR

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
