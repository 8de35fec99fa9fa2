// The names of cuFFT; library_calls.h says what a call does.
#pragma once

#define _CUFFT_H_
#define CUFFTAPI

#include "cuComplex.h"
#include "cuda_emulator/library_calls.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

typedef enum {
    CUFFT_SUCCESS = 0,
    CUFFT_INVALID_PLAN = 1,
    CUFFT_ALLOC_FAILED = 2,
    CUFFT_INVALID_TYPE = 3,
    CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5,
    CUFFT_EXEC_FAILED = 6,
    CUFFT_SETUP_FAILED = 7,
    CUFFT_INVALID_SIZE = 8,
    CUFFT_UNALIGNED_DATA = 9,
    CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
    CUFFT_INVALID_DEVICE = 11,
    CUFFT_PARSE_ERROR = 12,
    CUFFT_NO_WORKSPACE = 13,
    CUFFT_NOT_IMPLEMENTED = 14,
    CUFFT_LICENSE_ERROR = 15,
    CUFFT_NOT_SUPPORTED = 16,
    CUFFT_MISSING_DEPENDENCY = 17,
    CUFFT_NVRTC_FAILURE = 18,
    CUFFT_NVJITLINK_FAILURE = 19,
    CUFFT_NVSHMEM_FAILURE = 20
} cufftResult;
typedef enum {
    CUFFT_R2C = 42,
    CUFFT_C2R = 44,
    CUFFT_C2C = 41,
    CUFFT_D2Z = 106,
    CUFFT_Z2D = 108,
    CUFFT_Z2Z = 105
} cufftType;
typedef enum { CUFFT_COMPATIBILITY_FFTW_PADDING = 1 } cufftCompatibility;
typedef cufftResult cufftResult_t;
typedef cufftType cufftType_t;
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1

// clang-format off
#define EMU_CUFFT_CALLS(X) \
    X(cufftCreate) X(cufftDestroy) X(cufftEstimate1d) X(cufftEstimate2d) X(cufftEstimate3d) \
    X(cufftEstimateMany) X(cufftExecC2C) X(cufftExecC2R) X(cufftExecD2Z) X(cufftExecR2C) X(cufftExecZ2D) \
    X(cufftExecZ2Z) X(cufftGetPlanPropertyInt64) X(cufftGetProperty) X(cufftGetSize) X(cufftGetSize1d) \
    X(cufftGetSize2d) X(cufftGetSize3d) X(cufftGetSizeMany) X(cufftGetSizeMany64) X(cufftGetVersion) \
    X(cufftMakePlan1d) X(cufftMakePlan2d) X(cufftMakePlan3d) X(cufftMakePlanMany) X(cufftMakePlanMany64) \
    X(cufftPlan1d) X(cufftPlan2d) X(cufftPlan3d) X(cufftPlanMany) X(cufftResetPlanProperty) \
    X(cufftSetAutoAllocation) X(cufftSetPlanPropertyInt64) X(cufftSetStream) X(cufftSetWorkArea)
// clang-format on

#define EMU_STATUS cufftResult
EMU_CUFFT_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
