// EMU_FRAME: where the caller's frame ends, for functions that kernels call. It is the same for all calls that a function
// makes, however much of the stack the called ones use.
#pragma once

#ifdef __aarch64__
// The frame pointer points below what the called function has on the stack.
#define EMU_FRAME __builtin_dwarf_cfa()
#else
#define EMU_FRAME __builtin_frame_address(0)
#endif
