// The names of cuBLASXt; library_calls.h says what a call does.
#pragma once

#define CUBLAS_XT_H_

#include "cublas_api.h"

typedef struct cublasXtContext* cublasXtHandle_t;
typedef enum { CUBLASXT_PINNING_DISABLED = 0, CUBLASXT_PINNING_ENABLED = 1 } cublasXtPinnedMemMode_t;
typedef enum {
    CUBLASXT_FLOAT = 0,
    CUBLASXT_DOUBLE = 1,
    CUBLASXT_COMPLEX = 2,
    CUBLASXT_DOUBLECOMPLEX = 3
} cublasXtOpType_t;
typedef enum {
    CUBLASXT_GEMM = 0,
    CUBLASXT_SYRK = 1,
    CUBLASXT_HERK = 2,
    CUBLASXT_SYMM = 3,
    CUBLASXT_HEMM = 4,
    CUBLASXT_TRSM = 5,
    CUBLASXT_SYR2K = 6,
    CUBLASXT_HER2K = 7,
    CUBLASXT_SPMM = 8,
    CUBLASXT_SYRKX = 9,
    CUBLASXT_HERKX = 10,
    CUBLASXT_TRMM = 11,
    CUBLASXT_ROUTINE_MAX = 12
} cublasXtBlasOp_t;

// clang-format off
#define EMU_CUBLASXT_CALLS(X) \
    X(cublasXtChemm) X(cublasXtCher2k) X(cublasXtCherk) X(cublasXtCherkx) X(cublasXtCreate) \
    X(cublasXtDestroy) X(cublasXtDeviceSelect) X(cublasXtGetBlockDim) X(cublasXtGetNumBoards) \
    X(cublasXtGetPinningMemMode) X(cublasXtMaxBoards) X(cublasXtSetBlockDim) X(cublasXtSetCpuRatio) \
    X(cublasXtSetCpuRoutine) X(cublasXtSetPinningMemMode) X(cublasXtZhemm) X(cublasXtZher2k) \
    X(cublasXtZherk) X(cublasXtZherkx) EMU_SDCZ(X, cublasXt, gemm) EMU_SDCZ(X, cublasXt, spmm) \
    EMU_SDCZ(X, cublasXt, symm) EMU_SDCZ(X, cublasXt, syr2k) EMU_SDCZ(X, cublasXt, syrk) \
    EMU_SDCZ(X, cublasXt, syrkx) EMU_SDCZ(X, cublasXt, trmm) EMU_SDCZ(X, cublasXt, trsm)
// clang-format on

#define EMU_STATUS cublasStatus_t
EMU_CUBLASXT_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
