// The names of cuSOLVER for dense matrices; library_calls.h says what a call does.
#pragma once

#define CUSOLVERDN_H_

#include "cusolver_common.h"

typedef struct cusolverDnContext* cusolverDnHandle_t;
typedef struct syevjInfo* syevjInfo_t;
typedef struct gesvdjInfo* gesvdjInfo_t;
typedef struct cusolverDnIRSParams* cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos* cusolverDnIRSInfos_t;
typedef struct cusolverDnParams* cusolverDnParams_t;
typedef enum { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1, CUSOLVERDN_SYEVBATCHED = 2 } cusolverDnFunction_t;

// clang-format off
#define EMU_CUSOLVERDN_CALLS(X) \
    X(cusolverDnCCgels) X(cusolverDnCCgels_bufferSize) X(cusolverDnCCgesv) X(cusolverDnCCgesv_bufferSize) \
    X(cusolverDnCEgels) X(cusolverDnCEgels_bufferSize) X(cusolverDnCEgesv) X(cusolverDnCEgesv_bufferSize) \
    X(cusolverDnCKgels) X(cusolverDnCKgels_bufferSize) X(cusolverDnCKgesv) X(cusolverDnCKgesv_bufferSize) \
    X(cusolverDnCYgels) X(cusolverDnCYgels_bufferSize) X(cusolverDnCYgesv) X(cusolverDnCYgesv_bufferSize) \
    X(cusolverDnCheevd) X(cusolverDnCheevd_bufferSize) X(cusolverDnCheevdx) \
    X(cusolverDnCheevdx_bufferSize) X(cusolverDnCheevj) X(cusolverDnCheevjBatched) \
    X(cusolverDnCheevjBatched_bufferSize) X(cusolverDnCheevj_bufferSize) X(cusolverDnChegvd) \
    X(cusolverDnChegvd_bufferSize) X(cusolverDnChegvdx) X(cusolverDnChegvdx_bufferSize) \
    X(cusolverDnChegvj) X(cusolverDnChegvj_bufferSize) X(cusolverDnChetrd) X(cusolverDnChetrd_bufferSize) \
    X(cusolverDnCreate) X(cusolverDnCreateGesvdjInfo) X(cusolverDnCreateParams) \
    X(cusolverDnCreateSyevjInfo) X(cusolverDnCungbr) X(cusolverDnCungbr_bufferSize) X(cusolverDnCungqr) \
    X(cusolverDnCungqr_bufferSize) X(cusolverDnCungtr) X(cusolverDnCungtr_bufferSize) X(cusolverDnCunmqr) \
    X(cusolverDnCunmqr_bufferSize) X(cusolverDnCunmtr) X(cusolverDnCunmtr_bufferSize) X(cusolverDnDBgels) \
    X(cusolverDnDBgels_bufferSize) X(cusolverDnDBgesv) X(cusolverDnDBgesv_bufferSize) X(cusolverDnDDgels) \
    X(cusolverDnDDgels_bufferSize) X(cusolverDnDDgesv) X(cusolverDnDDgesv_bufferSize) X(cusolverDnDHgels) \
    X(cusolverDnDHgels_bufferSize) X(cusolverDnDHgesv) X(cusolverDnDHgesv_bufferSize) X(cusolverDnDSgels) \
    X(cusolverDnDSgels_bufferSize) X(cusolverDnDSgesv) X(cusolverDnDSgesv_bufferSize) X(cusolverDnDXgels) \
    X(cusolverDnDXgels_bufferSize) X(cusolverDnDXgesv) X(cusolverDnDXgesv_bufferSize) \
    X(cusolverDnDestroy) X(cusolverDnDestroyGesvdjInfo) X(cusolverDnDestroyParams) \
    X(cusolverDnDestroySyevjInfo) X(cusolverDnGetDeterministicMode) X(cusolverDnGetEmulationStrategy) \
    X(cusolverDnGetMathMode) X(cusolverDnGetStream) X(cusolverDnIRSInfosCreate) \
    X(cusolverDnIRSInfosDestroy) X(cusolverDnIRSInfosGetMaxIters) X(cusolverDnIRSInfosGetNiters) \
    X(cusolverDnIRSInfosGetOuterNiters) X(cusolverDnIRSInfosGetResidualHistory) \
    X(cusolverDnIRSInfosRequestResidual) X(cusolverDnIRSParamsCreate) X(cusolverDnIRSParamsDestroy) \
    X(cusolverDnIRSParamsDisableFallback) X(cusolverDnIRSParamsEnableFallback) \
    X(cusolverDnIRSParamsGetMaxIters) X(cusolverDnIRSParamsSetMaxIters) \
    X(cusolverDnIRSParamsSetMaxItersInner) X(cusolverDnIRSParamsSetRefinementSolver) \
    X(cusolverDnIRSParamsSetSolverLowestPrecision) X(cusolverDnIRSParamsSetSolverMainPrecision) \
    X(cusolverDnIRSParamsSetSolverPrecisions) X(cusolverDnIRSParamsSetTol) \
    X(cusolverDnIRSParamsSetTolInner) X(cusolverDnIRSXgels) X(cusolverDnIRSXgels_bufferSize) \
    X(cusolverDnIRSXgesv) X(cusolverDnIRSXgesv_bufferSize) X(cusolverDnSBgels) \
    X(cusolverDnSBgels_bufferSize) X(cusolverDnSBgesv) X(cusolverDnSBgesv_bufferSize) X(cusolverDnSHgels) \
    X(cusolverDnSHgels_bufferSize) X(cusolverDnSHgesv) X(cusolverDnSHgesv_bufferSize) X(cusolverDnSSgels) \
    X(cusolverDnSSgels_bufferSize) X(cusolverDnSSgesv) X(cusolverDnSSgesv_bufferSize) X(cusolverDnSXgels) \
    X(cusolverDnSXgels_bufferSize) X(cusolverDnSXgesv) X(cusolverDnSXgesv_bufferSize) \
    X(cusolverDnSetAdvOptions) X(cusolverDnSetDeterministicMode) X(cusolverDnSetEmulationStrategy) \
    X(cusolverDnSetMathMode) X(cusolverDnSetStream) X(cusolverDnXgeev) X(cusolverDnXgeev_bufferSize) \
    X(cusolverDnXgeqrf) X(cusolverDnXgeqrf_bufferSize) X(cusolverDnXgesvd) X(cusolverDnXgesvd_bufferSize) \
    X(cusolverDnXgesvdjGetResidual) X(cusolverDnXgesvdjGetSweeps) X(cusolverDnXgesvdjSetMaxSweeps) \
    X(cusolverDnXgesvdjSetSortEig) X(cusolverDnXgesvdjSetTolerance) X(cusolverDnXgesvdp) \
    X(cusolverDnXgesvdp_bufferSize) X(cusolverDnXgesvdr) X(cusolverDnXgesvdr_bufferSize) \
    X(cusolverDnXgetrf) X(cusolverDnXgetrf_bufferSize) X(cusolverDnXgetrs) X(cusolverDnXlarft) \
    X(cusolverDnXlarft_bufferSize) X(cusolverDnXpotrf) X(cusolverDnXpotrf_bufferSize) X(cusolverDnXpotrs) \
    X(cusolverDnXsyevBatched) X(cusolverDnXsyevBatched_bufferSize) X(cusolverDnXsyevd) \
    X(cusolverDnXsyevd_bufferSize) X(cusolverDnXsyevdx) X(cusolverDnXsyevdx_bufferSize) \
    X(cusolverDnXsyevjGetResidual) X(cusolverDnXsyevjGetSweeps) X(cusolverDnXsyevjSetMaxSweeps) \
    X(cusolverDnXsyevjSetSortEig) X(cusolverDnXsyevjSetTolerance) X(cusolverDnXsytrs) \
    X(cusolverDnXsytrs_bufferSize) X(cusolverDnXtrtri) X(cusolverDnXtrtri_bufferSize) X(cusolverDnZCgels) \
    X(cusolverDnZCgels_bufferSize) X(cusolverDnZCgesv) X(cusolverDnZCgesv_bufferSize) X(cusolverDnZEgels) \
    X(cusolverDnZEgels_bufferSize) X(cusolverDnZEgesv) X(cusolverDnZEgesv_bufferSize) X(cusolverDnZKgels) \
    X(cusolverDnZKgels_bufferSize) X(cusolverDnZKgesv) X(cusolverDnZKgesv_bufferSize) X(cusolverDnZYgels) \
    X(cusolverDnZYgels_bufferSize) X(cusolverDnZYgesv) X(cusolverDnZYgesv_bufferSize) X(cusolverDnZZgels) \
    X(cusolverDnZZgels_bufferSize) X(cusolverDnZZgesv) X(cusolverDnZZgesv_bufferSize) X(cusolverDnZheevd) \
    X(cusolverDnZheevd_bufferSize) X(cusolverDnZheevdx) X(cusolverDnZheevdx_bufferSize) \
    X(cusolverDnZheevj) X(cusolverDnZheevjBatched) X(cusolverDnZheevjBatched_bufferSize) \
    X(cusolverDnZheevj_bufferSize) X(cusolverDnZhegvd) X(cusolverDnZhegvd_bufferSize) \
    X(cusolverDnZhegvdx) X(cusolverDnZhegvdx_bufferSize) X(cusolverDnZhegvj) \
    X(cusolverDnZhegvj_bufferSize) X(cusolverDnZhetrd) X(cusolverDnZhetrd_bufferSize) X(cusolverDnZungbr) \
    X(cusolverDnZungbr_bufferSize) X(cusolverDnZungqr) X(cusolverDnZungqr_bufferSize) X(cusolverDnZungtr) \
    X(cusolverDnZungtr_bufferSize) X(cusolverDnZunmqr) X(cusolverDnZunmqr_bufferSize) X(cusolverDnZunmtr) \
    X(cusolverDnZunmtr_bufferSize) X(cusolverGetProperty) X(cusolverGetVersion) \
    EMU_SDCZ(X, cusolverDn, gebrd) EMU_SDCZ(X, cusolverDn, gebrd_bufferSize) \
    EMU_SDCZ(X, cusolverDn, geqrf) EMU_SDCZ(X, cusolverDn, geqrf_bufferSize) \
    EMU_SDCZ(X, cusolverDn, gesvd) EMU_SDCZ(X, cusolverDn, gesvd_bufferSize) \
    EMU_SDCZ(X, cusolverDn, gesvdaStridedBatched) \
    EMU_SDCZ(X, cusolverDn, gesvdaStridedBatched_bufferSize) EMU_SDCZ(X, cusolverDn, gesvdj) \
    EMU_SDCZ(X, cusolverDn, gesvdjBatched) EMU_SDCZ(X, cusolverDn, gesvdjBatched_bufferSize) \
    EMU_SDCZ(X, cusolverDn, gesvdj_bufferSize) EMU_SDCZ(X, cusolverDn, getrf) \
    EMU_SDCZ(X, cusolverDn, getrf_bufferSize) EMU_SDCZ(X, cusolverDn, getrs) \
    EMU_SDCZ(X, cusolverDn, laswp) EMU_SDCZ(X, cusolverDn, lauum) \
    EMU_SDCZ(X, cusolverDn, lauum_bufferSize) EMU_SDCZ(X, cusolverDn, potrf) \
    EMU_SDCZ(X, cusolverDn, potrfBatched) EMU_SDCZ(X, cusolverDn, potrf_bufferSize) \
    EMU_SDCZ(X, cusolverDn, potri) EMU_SDCZ(X, cusolverDn, potri_bufferSize) \
    EMU_SDCZ(X, cusolverDn, potrs) EMU_SDCZ(X, cusolverDn, potrsBatched) EMU_SDCZ(X, cusolverDn, sytrf) \
    EMU_SDCZ(X, cusolverDn, sytrf_bufferSize) EMU_SDCZ(X, cusolverDn, sytri) \
    EMU_SDCZ(X, cusolverDn, sytri_bufferSize) EMU_SD(X, cusolverDn, orgbr) \
    EMU_SD(X, cusolverDn, orgbr_bufferSize) EMU_SD(X, cusolverDn, orgqr) \
    EMU_SD(X, cusolverDn, orgqr_bufferSize) EMU_SD(X, cusolverDn, orgtr) \
    EMU_SD(X, cusolverDn, orgtr_bufferSize) EMU_SD(X, cusolverDn, ormqr) \
    EMU_SD(X, cusolverDn, ormqr_bufferSize) EMU_SD(X, cusolverDn, ormtr) \
    EMU_SD(X, cusolverDn, ormtr_bufferSize) EMU_SD(X, cusolverDn, syevd) \
    EMU_SD(X, cusolverDn, syevd_bufferSize) EMU_SD(X, cusolverDn, syevdx) \
    EMU_SD(X, cusolverDn, syevdx_bufferSize) EMU_SD(X, cusolverDn, syevj) \
    EMU_SD(X, cusolverDn, syevjBatched) EMU_SD(X, cusolverDn, syevjBatched_bufferSize) \
    EMU_SD(X, cusolverDn, syevj_bufferSize) EMU_SD(X, cusolverDn, sygvd) \
    EMU_SD(X, cusolverDn, sygvd_bufferSize) EMU_SD(X, cusolverDn, sygvdx) \
    EMU_SD(X, cusolverDn, sygvdx_bufferSize) EMU_SD(X, cusolverDn, sygvj) \
    EMU_SD(X, cusolverDn, sygvj_bufferSize) EMU_SD(X, cusolverDn, sytrd) \
    EMU_SD(X, cusolverDn, sytrd_bufferSize)
// clang-format on

#define EMU_STATUS cusolverStatus_t
EMU_CUSOLVERDN_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
