// The names of cuSOLVER for sparse matrices; library_calls.h says what a call does.
#pragma once

#define CUSOLVERSP_H_

#include "cusolver_common.h"
#include "cusparse.h"

typedef struct cusolverSpContext* cusolverSpHandle_t;
typedef struct csrqrInfo* csrqrInfo_t;

// clang-format off
#define EMU_CUSOLVERSP_CALLS(X) \
    X(cusolverSpCreate) X(cusolverSpCreateCsrqrInfo) X(cusolverSpDestroy) X(cusolverSpDestroyCsrqrInfo) \
    X(cusolverSpGetStream) X(cusolverSpSetStream) X(cusolverSpXcsrissymHost) X(cusolverSpXcsrmetisndHost) \
    X(cusolverSpXcsrpermHost) X(cusolverSpXcsrperm_bufferSizeHost) X(cusolverSpXcsrqrAnalysisBatched) \
    X(cusolverSpXcsrsymamdHost) X(cusolverSpXcsrsymmdqHost) X(cusolverSpXcsrsymrcmHost) \
    EMU_SDCZ(X, cusolverSp, csreigsHost) EMU_SDCZ(X, cusolverSp, csreigvsi) \
    EMU_SDCZ(X, cusolverSp, csreigvsiHost) EMU_SDCZ(X, cusolverSp, csrlsqvqrHost) \
    EMU_SDCZ(X, cusolverSp, csrlsvchol) EMU_SDCZ(X, cusolverSp, csrlsvcholHost) \
    EMU_SDCZ(X, cusolverSp, csrlsvluHost) EMU_SDCZ(X, cusolverSp, csrlsvqr) \
    EMU_SDCZ(X, cusolverSp, csrlsvqrHost) EMU_SDCZ(X, cusolverSp, csrqrBufferInfoBatched) \
    EMU_SDCZ(X, cusolverSp, csrqrsvBatched) EMU_SDCZ(X, cusolverSp, csrzfdHost)
// clang-format on

#define EMU_STATUS cusolverStatus_t
EMU_CUSOLVERSP_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
