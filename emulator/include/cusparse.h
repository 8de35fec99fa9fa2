// The names of cuSPARSE; library_calls.h says what a call does.
#pragma once

#define CUSPARSE_H_
#define CUSPARSEAPI

#include "cuComplex.h"
#include "cuda_emulator/library_calls.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

typedef struct cusparseContext* cusparseHandle_t;
typedef struct cusparseMatDescr* cusparseMatDescr_t;
typedef struct cusparseSpVecDescr* cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr* cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr* cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr* cusparseDnMatDescr_t;
typedef struct cusparseSpSVDescr* cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr* cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr* cusparseSpGEMMDescr_t;
typedef struct cusparseSpMMOpPlan* cusparseSpMMOpPlan_t;
typedef const struct cusparseSpVecDescr* cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr* cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr* cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr* cusparseConstDnMatDescr_t;
typedef struct bsric02Info* bsric02Info_t;
typedef struct bsrilu02Info* bsrilu02Info_t;
typedef struct bsrsm2Info* bsrsm2Info_t;
typedef struct bsrsv2Info* bsrsv2Info_t;
typedef struct csric02Info* csric02Info_t;
typedef struct csrilu02Info* csrilu02Info_t;
typedef struct csru2csrInfo* csru2csrInfo_t;
typedef struct cusparseColorInfo* cusparseColorInfo_t;
typedef struct pruneInfo* pruneInfo_t;
typedef enum {
    CUSPARSE_STATUS_SUCCESS = 0,
    CUSPARSE_STATUS_NOT_INITIALIZED = 1,
    CUSPARSE_STATUS_ALLOC_FAILED = 2,
    CUSPARSE_STATUS_INVALID_VALUE = 3,
    CUSPARSE_STATUS_ARCH_MISMATCH = 4,
    CUSPARSE_STATUS_MAPPING_ERROR = 5,
    CUSPARSE_STATUS_EXECUTION_FAILED = 6,
    CUSPARSE_STATUS_INTERNAL_ERROR = 7,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSPARSE_STATUS_ZERO_PIVOT = 9,
    CUSPARSE_STATUS_NOT_SUPPORTED = 10,
    CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1 } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC = 0, CUSPARSE_ACTION_NUMERIC = 1 } cusparseAction_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
    CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
    CUSPARSE_OPERATION_TRANSPOSE = 1,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW = 0, CUSPARSE_DIRECTION_COLUMN = 1 } cusparseDirection_t;
typedef enum {
    CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0,
    CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1
} cusparseSolvePolicy_t;
typedef enum { CUSPARSE_COLOR_ALG0 = 0, CUSPARSE_COLOR_ALG1 = 1 } cusparseColorAlg_t;
typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1 } cusparseCsr2CscAlg_t;
typedef enum {
    CUSPARSE_FORMAT_CSR = 1,
    CUSPARSE_FORMAT_CSC = 2,
    CUSPARSE_FORMAT_COO = 3,
    CUSPARSE_FORMAT_BLOCKED_ELL = 5,
    CUSPARSE_FORMAT_BSR = 6,
    CUSPARSE_FORMAT_SLICED_ELLPACK = 7
} cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE = 0, CUSPARSE_SPMAT_DIAG_TYPE = 1 } cusparseSpMatAttribute_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } cusparseDenseToSparseAlg_t;
typedef enum {
    CUSPARSE_SPMV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_SPMV_CSR_ALG2 = 3,
    CUSPARSE_SPMV_COO_ALG1 = 1,
    CUSPARSE_SPMV_COO_ALG2 = 4,
    CUSPARSE_SPMV_SELL_ALG1 = 5,
    CUSPARSE_SPMV_BSR_ALG1 = 6
} cusparseSpMVAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT = 0 } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSV_UPDATE_GENERAL = 0, CUSPARSE_SPSV_UPDATE_DIAGONAL = 1 } cusparseSpSVUpdate_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum { CUSPARSE_SPSM_UPDATE_GENERAL = 0, CUSPARSE_SPSM_UPDATE_DIAGONAL = 1 } cusparseSpSMUpdate_t;
typedef enum {
    CUSPARSE_SPMM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_COO_ALG1 = 1,
    CUSPARSE_SPMM_COO_ALG2 = 2,
    CUSPARSE_SPMM_COO_ALG3 = 3,
    CUSPARSE_SPMM_COO_ALG4 = 5,
    CUSPARSE_SPMM_CSR_ALG1 = 4,
    CUSPARSE_SPMM_CSR_ALG2 = 6,
    CUSPARSE_SPMM_CSR_ALG3 = 12,
    CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13,
    CUSPARSE_SPMM_BSR_ALG1 = 14
} cusparseSpMMAlg_t;
typedef enum {
    CUSPARSE_SPGEMM_DEFAULT = 0,
    CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
    CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
    CUSPARSE_SPGEMM_ALG1 = 3,
    CUSPARSE_SPGEMM_ALG2 = 4,
    CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT = 0 } cusparseSDDMMAlg_t;
typedef enum { CUSPARSE_SPMM_OP_ALG_DEFAULT = 0 } cusparseSpMMOpAlg_t;

// clang-format off
#define EMU_CUSPARSE_CALLS(X) \
    X(cusparseAxpby) X(cusparseBlockedEllGet) X(cusparseBsrSetStridedBatch) X(cusparseConstBlockedEllGet) \
    X(cusparseConstCooGet) X(cusparseConstCscGet) X(cusparseConstCsrGet) X(cusparseConstDnMatGet) \
    X(cusparseConstDnMatGetValues) X(cusparseConstDnVecGet) X(cusparseConstDnVecGetValues) \
    X(cusparseConstSpMatGetValues) X(cusparseConstSpVecGet) X(cusparseConstSpVecGetValues) \
    X(cusparseCooGet) X(cusparseCooSetPointers) X(cusparseCooSetStridedBatch) X(cusparseCreate) \
    X(cusparseCreateBlockedEll) X(cusparseCreateBsr) X(cusparseCreateBsric02Info) \
    X(cusparseCreateBsrilu02Info) X(cusparseCreateBsrsm2Info) X(cusparseCreateBsrsv2Info) \
    X(cusparseCreateColorInfo) X(cusparseCreateConstBlockedEll) X(cusparseCreateConstBsr) \
    X(cusparseCreateConstCoo) X(cusparseCreateConstCsc) X(cusparseCreateConstCsr) \
    X(cusparseCreateConstDnMat) X(cusparseCreateConstDnVec) X(cusparseCreateConstSlicedEll) \
    X(cusparseCreateConstSpVec) X(cusparseCreateCoo) X(cusparseCreateCsc) X(cusparseCreateCsr) \
    X(cusparseCreateCsric02Info) X(cusparseCreateCsrilu02Info) X(cusparseCreateCsru2csrInfo) \
    X(cusparseCreateDnMat) X(cusparseCreateDnVec) X(cusparseCreateIdentityPermutation) \
    X(cusparseCreateMatDescr) X(cusparseCreatePruneInfo) X(cusparseCreateSlicedEll) \
    X(cusparseCreateSpVec) X(cusparseCscGet) X(cusparseCscSetPointers) X(cusparseCsr2cscEx2) \
    X(cusparseCsr2cscEx2_bufferSize) X(cusparseCsrGet) X(cusparseCsrSetPointers) \
    X(cusparseCsrSetStridedBatch) X(cusparseDenseToSparse_analysis) X(cusparseDenseToSparse_bufferSize) \
    X(cusparseDenseToSparse_convert) X(cusparseDestroy) X(cusparseDestroyBsric02Info) \
    X(cusparseDestroyBsrilu02Info) X(cusparseDestroyBsrsm2Info) X(cusparseDestroyBsrsv2Info) \
    X(cusparseDestroyColorInfo) X(cusparseDestroyCsric02Info) X(cusparseDestroyCsrilu02Info) \
    X(cusparseDestroyCsru2csrInfo) X(cusparseDestroyDnMat) X(cusparseDestroyDnVec) \
    X(cusparseDestroyMatDescr) X(cusparseDestroyPruneInfo) X(cusparseDestroySpMat) \
    X(cusparseDestroySpVec) X(cusparseDnMatGet) X(cusparseDnMatGetStridedBatch) X(cusparseDnMatGetValues) \
    X(cusparseDnMatSetStridedBatch) X(cusparseDnMatSetValues) X(cusparseDnVecGet) \
    X(cusparseDnVecGetValues) X(cusparseDnVecSetValues) X(cusparseGather) X(cusparseGetMatDiagType) \
    X(cusparseGetMatFillMode) X(cusparseGetMatIndexBase) X(cusparseGetMatType) X(cusparseGetPointerMode) \
    X(cusparseGetProperty) X(cusparseGetStream) X(cusparseGetVersion) X(cusparseHpruneCsr2csr) \
    X(cusparseHpruneCsr2csrByPercentage) X(cusparseHpruneCsr2csrByPercentage_bufferSizeExt) \
    X(cusparseHpruneCsr2csrNnz) X(cusparseHpruneCsr2csrNnzByPercentage) \
    X(cusparseHpruneCsr2csr_bufferSizeExt) X(cusparseHpruneDense2csr) \
    X(cusparseHpruneDense2csrByPercentage) X(cusparseHpruneDense2csrByPercentage_bufferSizeExt) \
    X(cusparseHpruneDense2csrNnz) X(cusparseHpruneDense2csrNnzByPercentage) \
    X(cusparseHpruneDense2csr_bufferSizeExt) X(cusparseRot) X(cusparseSDDMM) X(cusparseSDDMM_bufferSize) \
    X(cusparseSDDMM_preprocess) X(cusparseScatter) X(cusparseSetMatDiagType) X(cusparseSetMatFillMode) \
    X(cusparseSetMatIndexBase) X(cusparseSetMatType) X(cusparseSetPointerMode) X(cusparseSetStream) \
    X(cusparseSpGEMM_compute) X(cusparseSpGEMM_copy) X(cusparseSpGEMM_createDescr) \
    X(cusparseSpGEMM_destroyDescr) X(cusparseSpGEMM_estimateMemory) X(cusparseSpGEMM_getNumProducts) \
    X(cusparseSpGEMM_workEstimation) X(cusparseSpGEMMreuse_compute) X(cusparseSpGEMMreuse_copy) \
    X(cusparseSpGEMMreuse_nnz) X(cusparseSpGEMMreuse_workEstimation) X(cusparseSpMM) X(cusparseSpMMOp) \
    X(cusparseSpMMOp_createPlan) X(cusparseSpMMOp_destroyPlan) X(cusparseSpMM_bufferSize) \
    X(cusparseSpMM_preprocess) X(cusparseSpMV) X(cusparseSpMV_bufferSize) X(cusparseSpMV_preprocess) \
    X(cusparseSpMatGetAttribute) X(cusparseSpMatGetFormat) X(cusparseSpMatGetIndexBase) \
    X(cusparseSpMatGetSize) X(cusparseSpMatGetStridedBatch) X(cusparseSpMatGetValues) \
    X(cusparseSpMatSetAttribute) X(cusparseSpMatSetValues) X(cusparseSpSM_analysis) \
    X(cusparseSpSM_bufferSize) X(cusparseSpSM_createDescr) X(cusparseSpSM_destroyDescr) \
    X(cusparseSpSM_solve) X(cusparseSpSM_updateMatrix) X(cusparseSpSV_analysis) \
    X(cusparseSpSV_bufferSize) X(cusparseSpSV_createDescr) X(cusparseSpSV_destroyDescr) \
    X(cusparseSpSV_solve) X(cusparseSpSV_updateMatrix) X(cusparseSpVV) X(cusparseSpVV_bufferSize) \
    X(cusparseSpVecGet) X(cusparseSpVecGetIndexBase) X(cusparseSpVecGetValues) X(cusparseSpVecSetValues) \
    X(cusparseSparseToDense) X(cusparseSparseToDense_bufferSize) X(cusparseXbsric02_zeroPivot) \
    X(cusparseXbsrilu02_zeroPivot) X(cusparseXbsrsm2_zeroPivot) X(cusparseXbsrsv2_zeroPivot) \
    X(cusparseXcoo2csr) X(cusparseXcoosortByColumn) X(cusparseXcoosortByRow) \
    X(cusparseXcoosort_bufferSizeExt) X(cusparseXcscsort) X(cusparseXcscsort_bufferSizeExt) \
    X(cusparseXcsr2bsrNnz) X(cusparseXcsr2coo) X(cusparseXcsr2gebsrNnz) X(cusparseXcsrgeam2Nnz) \
    X(cusparseXcsric02_zeroPivot) X(cusparseXcsrilu02_zeroPivot) X(cusparseXcsrsort) \
    X(cusparseXcsrsort_bufferSizeExt) X(cusparseXgebsr2csr) X(cusparseXgebsr2gebsrNnz) \
    EMU_SDCZ(X, cusparse, bsr2csr) EMU_SDCZ(X, cusparse, bsric02) EMU_SDCZ(X, cusparse, bsric02_analysis) \
    EMU_SDCZ(X, cusparse, bsric02_bufferSize) EMU_SDCZ(X, cusparse, bsric02_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, bsrilu02) EMU_SDCZ(X, cusparse, bsrilu02_analysis) \
    EMU_SDCZ(X, cusparse, bsrilu02_bufferSize) EMU_SDCZ(X, cusparse, bsrilu02_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, bsrilu02_numericBoost) EMU_SDCZ(X, cusparse, bsrmm) \
    EMU_SDCZ(X, cusparse, bsrmv) EMU_SDCZ(X, cusparse, bsrsm2_analysis) \
    EMU_SDCZ(X, cusparse, bsrsm2_bufferSize) EMU_SDCZ(X, cusparse, bsrsm2_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, bsrsm2_solve) EMU_SDCZ(X, cusparse, bsrsv2_analysis) \
    EMU_SDCZ(X, cusparse, bsrsv2_bufferSize) EMU_SDCZ(X, cusparse, bsrsv2_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, bsrsv2_solve) EMU_SDCZ(X, cusparse, bsrxmv) EMU_SDCZ(X, cusparse, csr2bsr) \
    EMU_SDCZ(X, cusparse, csr2csr_compress) EMU_SDCZ(X, cusparse, csr2csru) \
    EMU_SDCZ(X, cusparse, csr2gebsr) EMU_SDCZ(X, cusparse, csr2gebsr_bufferSize) \
    EMU_SDCZ(X, cusparse, csr2gebsr_bufferSizeExt) EMU_SDCZ(X, cusparse, csrcolor) \
    EMU_SDCZ(X, cusparse, csrgeam2) EMU_SDCZ(X, cusparse, csrgeam2_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, csric02) EMU_SDCZ(X, cusparse, csric02_analysis) \
    EMU_SDCZ(X, cusparse, csric02_bufferSize) EMU_SDCZ(X, cusparse, csric02_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, csrilu02) EMU_SDCZ(X, cusparse, csrilu02_analysis) \
    EMU_SDCZ(X, cusparse, csrilu02_bufferSize) EMU_SDCZ(X, cusparse, csrilu02_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, csrilu02_numericBoost) EMU_SDCZ(X, cusparse, csru2csr) \
    EMU_SDCZ(X, cusparse, csru2csr_bufferSizeExt) EMU_SDCZ(X, cusparse, gebsr2csr) \
    EMU_SDCZ(X, cusparse, gebsr2gebsc) EMU_SDCZ(X, cusparse, gebsr2gebsc_bufferSize) \
    EMU_SDCZ(X, cusparse, gebsr2gebsc_bufferSizeExt) EMU_SDCZ(X, cusparse, gebsr2gebsr) \
    EMU_SDCZ(X, cusparse, gebsr2gebsr_bufferSize) EMU_SDCZ(X, cusparse, gebsr2gebsr_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, gemvi) EMU_SDCZ(X, cusparse, gemvi_bufferSize) \
    EMU_SDCZ(X, cusparse, gpsvInterleavedBatch) EMU_SDCZ(X, cusparse, gpsvInterleavedBatch_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, gtsv2) EMU_SDCZ(X, cusparse, gtsv2StridedBatch) \
    EMU_SDCZ(X, cusparse, gtsv2StridedBatch_bufferSizeExt) EMU_SDCZ(X, cusparse, gtsv2_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, gtsv2_nopivot) EMU_SDCZ(X, cusparse, gtsv2_nopivot_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, gtsvInterleavedBatch) EMU_SDCZ(X, cusparse, gtsvInterleavedBatch_bufferSizeExt) \
    EMU_SDCZ(X, cusparse, nnz) EMU_SDCZ(X, cusparse, nnz_compress) EMU_SD(X, cusparse, pruneCsr2csr) \
    EMU_SD(X, cusparse, pruneCsr2csrByPercentage) \
    EMU_SD(X, cusparse, pruneCsr2csrByPercentage_bufferSizeExt) EMU_SD(X, cusparse, pruneCsr2csrNnz) \
    EMU_SD(X, cusparse, pruneCsr2csrNnzByPercentage) EMU_SD(X, cusparse, pruneCsr2csr_bufferSizeExt) \
    EMU_SD(X, cusparse, pruneDense2csr) EMU_SD(X, cusparse, pruneDense2csrByPercentage) \
    EMU_SD(X, cusparse, pruneDense2csrByPercentage_bufferSizeExt) EMU_SD(X, cusparse, pruneDense2csrNnz) \
    EMU_SD(X, cusparse, pruneDense2csrNnzByPercentage) EMU_SD(X, cusparse, pruneDense2csr_bufferSizeExt)
// clang-format on

#define EMU_STATUS cusparseStatus_t
EMU_CUSPARSE_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
EMU_LIBRARY_CALL_TEXT(cusparseGetErrorName)
EMU_LIBRARY_CALL_TEXT(cusparseGetErrorString)
