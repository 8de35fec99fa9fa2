// The names of cuBLAS; library_calls.h says what a call does.
#pragma once

#define CUBLAS_API_H_
#define CUBLASAPI

#include "cuComplex.h"
#include "cuda_emulator/library_calls.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#define CUBLAS_VER_MAJOR 12

typedef struct cublasContext* cublasHandle_t;
typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum {
    CUBLAS_FILL_MODE_LOWER = 0,
    CUBLAS_FILL_MODE_UPPER = 1,
    CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
    CUBLAS_OP_N = 0,
    CUBLAS_OP_T = 1,
    CUBLAS_OP_C = 2,
    CUBLAS_OP_HERMITAN = 2,
    CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_ALGO1 = 1,
    CUBLAS_GEMM_ALGO2 = 2,
    CUBLAS_GEMM_ALGO3 = 3,
    CUBLAS_GEMM_ALGO4 = 4,
    CUBLAS_GEMM_ALGO5 = 5,
    CUBLAS_GEMM_ALGO6 = 6,
    CUBLAS_GEMM_ALGO7 = 7,
    CUBLAS_GEMM_ALGO8 = 8,
    CUBLAS_GEMM_ALGO9 = 9,
    CUBLAS_GEMM_ALGO10 = 10,
    CUBLAS_GEMM_ALGO11 = 11,
    CUBLAS_GEMM_ALGO12 = 12,
    CUBLAS_GEMM_ALGO13 = 13,
    CUBLAS_GEMM_ALGO14 = 14,
    CUBLAS_GEMM_ALGO15 = 15,
    CUBLAS_GEMM_ALGO16 = 16,
    CUBLAS_GEMM_ALGO17 = 17,
    CUBLAS_GEMM_ALGO18 = 18,
    CUBLAS_GEMM_ALGO19 = 19,
    CUBLAS_GEMM_ALGO20 = 20,
    CUBLAS_GEMM_ALGO21 = 21,
    CUBLAS_GEMM_ALGO22 = 22,
    CUBLAS_GEMM_ALGO23 = 23,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
    CUBLAS_GEMM_ALGO1_TENSOR_OP = 101,
    CUBLAS_GEMM_ALGO2_TENSOR_OP = 102,
    CUBLAS_GEMM_ALGO3_TENSOR_OP = 103,
    CUBLAS_GEMM_ALGO4_TENSOR_OP = 104,
    CUBLAS_GEMM_ALGO5_TENSOR_OP = 105,
    CUBLAS_GEMM_ALGO6_TENSOR_OP = 106,
    CUBLAS_GEMM_ALGO7_TENSOR_OP = 107,
    CUBLAS_GEMM_ALGO8_TENSOR_OP = 108,
    CUBLAS_GEMM_ALGO9_TENSOR_OP = 109,
    CUBLAS_GEMM_ALGO10_TENSOR_OP = 110,
    CUBLAS_GEMM_ALGO11_TENSOR_OP = 111,
    CUBLAS_GEMM_ALGO12_TENSOR_OP = 112,
    CUBLAS_GEMM_ALGO13_TENSOR_OP = 113,
    CUBLAS_GEMM_ALGO14_TENSOR_OP = 114,
    CUBLAS_GEMM_ALGO15_TENSOR_OP = 115,
    CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;

// clang-format off
#define EMU_CUBLAS_CALLS(X) \
    X(cublasAsumEx) X(cublasAxpyEx) X(cublasCdotc) X(cublasCdotu) X(cublasCgemm3m) \
    X(cublasCgemm3mBatched) X(cublasCgemm3mEx) X(cublasCgemm3mStridedBatched) X(cublasCgemmEx) \
    X(cublasCgerc) X(cublasCgeru) X(cublasChbmv) X(cublasChemm) X(cublasChemv) X(cublasCher) \
    X(cublasCher2) X(cublasCher2k) X(cublasCherk) X(cublasCherk3mEx) X(cublasCherkEx) X(cublasCherkx) \
    X(cublasChpmv) X(cublasChpr) X(cublasChpr2) X(cublasCopyEx) X(cublasCreate) X(cublasCsrot) \
    X(cublasCsscal) X(cublasCsyrk3mEx) X(cublasCsyrkEx) X(cublasDestroy) X(cublasDotEx) X(cublasDotcEx) \
    X(cublasDzasum) X(cublasDznrm2) X(cublasGemmBatchedEx) X(cublasGemmEx) X(cublasGemmGroupedBatchedEx) \
    X(cublasGemmStridedBatchedEx) X(cublasGetAtomicsMode) X(cublasGetCudartVersion) X(cublasGetMathMode) \
    X(cublasGetMatrix) X(cublasGetMatrixAsync) X(cublasGetPointerMode) X(cublasGetProperty) \
    X(cublasGetSmCountTarget) X(cublasGetStream) X(cublasGetVector) X(cublasGetVectorAsync) \
    X(cublasGetVersion) X(cublasHSHgemvBatched) X(cublasHSHgemvStridedBatched) X(cublasHSSgemvBatched) \
    X(cublasHSSgemvStridedBatched) X(cublasHgemm) X(cublasHgemmBatched) X(cublasHgemmStridedBatched) \
    X(cublasIamaxEx) X(cublasIaminEx) X(cublasIcamax) X(cublasIcamin) X(cublasIdamax) X(cublasIdamin) \
    X(cublasIsamax) X(cublasIsamin) X(cublasIzamax) X(cublasIzamin) X(cublasMigrateComputeType) \
    X(cublasNrm2Ex) X(cublasRotEx) X(cublasRotgEx) X(cublasRotmEx) X(cublasRotmgEx) X(cublasScalEx) \
    X(cublasScasum) X(cublasScnrm2) X(cublasSetAtomicsMode) X(cublasSetMathMode) X(cublasSetMatrix) \
    X(cublasSetMatrixAsync) X(cublasSetPointerMode) X(cublasSetSmCountTarget) X(cublasSetStream) \
    X(cublasSetVector) X(cublasSetVectorAsync) X(cublasSetWorkspace) X(cublasSgemmEx) X(cublasSwapEx) \
    X(cublasTSSgemvBatched) X(cublasTSSgemvStridedBatched) X(cublasTSTgemvBatched) \
    X(cublasTSTgemvStridedBatched) X(cublasUint8gemmBias) X(cublasXerbla) X(cublasZdotc) X(cublasZdotu) \
    X(cublasZdrot) X(cublasZdscal) X(cublasZgemm3m) X(cublasZgerc) X(cublasZgeru) X(cublasZhbmv) \
    X(cublasZhemm) X(cublasZhemv) X(cublasZher) X(cublasZher2) X(cublasZher2k) X(cublasZherk) \
    X(cublasZherkx) X(cublasZhpmv) X(cublasZhpr) X(cublasZhpr2) EMU_SDCZ(X, cublas, axpy) \
    EMU_SDCZ(X, cublas, copy) EMU_SDCZ(X, cublas, dgmm) EMU_SDCZ(X, cublas, gbmv) \
    EMU_SDCZ(X, cublas, geam) EMU_SDCZ(X, cublas, gelsBatched) EMU_SDCZ(X, cublas, gemm) \
    EMU_SDCZ(X, cublas, gemmBatched) EMU_SDCZ(X, cublas, gemmStridedBatched) EMU_SDCZ(X, cublas, gemv) \
    EMU_SDCZ(X, cublas, gemvBatched) EMU_SDCZ(X, cublas, gemvStridedBatched) \
    EMU_SDCZ(X, cublas, geqrfBatched) EMU_SDCZ(X, cublas, getrfBatched) EMU_SDCZ(X, cublas, getriBatched) \
    EMU_SDCZ(X, cublas, getrsBatched) EMU_SDCZ(X, cublas, matinvBatched) EMU_SDCZ(X, cublas, rot) \
    EMU_SDCZ(X, cublas, rotg) EMU_SDCZ(X, cublas, scal) EMU_SDCZ(X, cublas, swap) \
    EMU_SDCZ(X, cublas, symm) EMU_SDCZ(X, cublas, symv) EMU_SDCZ(X, cublas, syr) \
    EMU_SDCZ(X, cublas, syr2) EMU_SDCZ(X, cublas, syr2k) EMU_SDCZ(X, cublas, syrk) \
    EMU_SDCZ(X, cublas, syrkx) EMU_SDCZ(X, cublas, tbmv) EMU_SDCZ(X, cublas, tbsv) \
    EMU_SDCZ(X, cublas, tpmv) EMU_SDCZ(X, cublas, tpsv) EMU_SDCZ(X, cublas, tpttr) \
    EMU_SDCZ(X, cublas, trmm) EMU_SDCZ(X, cublas, trmv) EMU_SDCZ(X, cublas, trsm) \
    EMU_SDCZ(X, cublas, trsmBatched) EMU_SDCZ(X, cublas, trsv) EMU_SDCZ(X, cublas, trttp) \
    EMU_SD(X, cublas, asum) EMU_SD(X, cublas, dot) EMU_SD(X, cublas, gemmGroupedBatched) \
    EMU_SD(X, cublas, ger) EMU_SD(X, cublas, nrm2) EMU_SD(X, cublas, rotm) EMU_SD(X, cublas, rotmg) \
    EMU_SD(X, cublas, sbmv) EMU_SD(X, cublas, spmv) EMU_SD(X, cublas, spr) EMU_SD(X, cublas, spr2)
// clang-format on

#define EMU_STATUS cublasStatus_t
EMU_CUBLAS_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
EMU_LIBRARY_CALL_TEXT(cublasGetStatusName)
EMU_LIBRARY_CALL_TEXT(cublasGetStatusString)
