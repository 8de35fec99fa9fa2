// NVIDIA's libraries: their headers' names, so that programs that include them without need, or call them in a branch that
// is not taken, compile. There is no library: the first call prints one line, with its function and its place, and ends
// the program.
//
// A library's header defines EMU_STATUS, the type that its functions return, and lists their names: X(name), or
// EMU_SDCZ(X, cublas, gemm) for cublasSgemm, cublasDgemm, cublasCgemm and cublasZgemm. The arguments are not checked.
#pragma once

#include "cuda_emulator/host_defines.h"

EMU_EXTERN_C_BEGIN
__attribute__((noreturn)) void emu_end_at_library_call(const char* function);
EMU_EXTERN_C_END

#ifdef __cplusplus
#define EMU_LIBRARY_CALL_AS(result, name)   \
    template <class... Arguments>           \
    inline result name(const Arguments&...) \
    {                                       \
        emu_end_at_library_call(#name);     \
    }
#else
#define EMU_LIBRARY_CALL_AS(result, name) \
    static inline result name()           \
    {                                     \
        emu_end_at_library_call(#name);   \
    }
#endif
#define EMU_LIBRARY_CALL(name) EMU_LIBRARY_CALL_AS(EMU_STATUS, name)
#define EMU_LIBRARY_CALL_TEXT(name) EMU_LIBRARY_CALL_AS(const char*, name)
#define EMU_LIBRARY_CALL_SIZE(name) EMU_LIBRARY_CALL_AS(size_t, name)

#define EMU_SD(X, front, back) X(front##S##back) X(front##D##back)
#define EMU_SDCZ(X, front, back) EMU_SD(X, front, back) X(front##C##back) X(front##Z##back)
