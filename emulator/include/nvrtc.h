// The names of the run-time compiler, which the emulator does not have: a kernel is compiled with the program.
#pragma once

#define __NVRTC_H__

#include "cuda_emulator/library_calls.h"

#include <stddef.h>

typedef struct _nvrtcProgram* nvrtcProgram;
typedef enum {
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_OUT_OF_MEMORY = 1,
    NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
    NVRTC_ERROR_INVALID_INPUT = 3,
    NVRTC_ERROR_INVALID_PROGRAM = 4,
    NVRTC_ERROR_INVALID_OPTION = 5,
    NVRTC_ERROR_COMPILATION = 6,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
    NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
    NVRTC_ERROR_INTERNAL_ERROR = 11,
    NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
    NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
    NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
    NVRTC_ERROR_PCH_CREATE = 15,
    NVRTC_ERROR_CANCELLED = 16,
    NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} nvrtcResult;

// clang-format off
#define EMU_NVRTC_CALLS(X) \
    X(nvrtcAddNameExpression) X(nvrtcCompileProgram) X(nvrtcCreateProgram) X(nvrtcDestroyProgram) \
    X(nvrtcGetCUBIN) X(nvrtcGetCUBINSize) X(nvrtcGetLTOIR) X(nvrtcGetLTOIRSize) X(nvrtcGetLoweredName) \
    X(nvrtcGetNumSupportedArchs) X(nvrtcGetOptiXIR) X(nvrtcGetOptiXIRSize) X(nvrtcGetPCHCreateStatus) \
    X(nvrtcGetPCHHeapSize) X(nvrtcGetPCHHeapSizeRequired) X(nvrtcGetPTX) X(nvrtcGetPTXSize) \
    X(nvrtcGetProgramLog) X(nvrtcGetProgramLogSize) X(nvrtcGetSupportedArchs) X(nvrtcGetTypeName) \
    X(nvrtcSetFlowCallback) X(nvrtcSetPCHHeapSize) X(nvrtcVersion)
// clang-format on

#define EMU_STATUS nvrtcResult
EMU_NVRTC_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
EMU_LIBRARY_CALL_TEXT(nvrtcGetErrorString)
