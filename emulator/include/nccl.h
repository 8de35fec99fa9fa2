// The names of NCCL; library_calls.h says what a call does.
#pragma once

#define NCCL_H_

#include "cuda_emulator/library_calls.h"
#include "cuda_runtime_api.h"

#define NCCL_MAJOR 2
#define NCCL_UNIQUE_ID_BYTES 128

typedef struct ncclComm* ncclComm_t;
typedef struct {
    char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;
typedef enum {
    ncclSuccess = 0,
    ncclUnhandledCudaError = 1,
    ncclSystemError = 2,
    ncclInternalError = 3,
    ncclInvalidArgument = 4,
    ncclInvalidUsage = 5,
    ncclRemoteError = 6,
    ncclInProgress = 7,
    ncclNumResults = 8
} ncclResult_t;
typedef enum {
    ncclInt8 = 0,
    ncclChar = 0,
    ncclUint8 = 1,
    ncclInt32 = 2,
    ncclInt = 2,
    ncclUint32 = 3,
    ncclInt64 = 4,
    ncclUint64 = 5,
    ncclFloat16 = 6,
    ncclHalf = 6,
    ncclFloat32 = 7,
    ncclFloat = 7,
    ncclFloat64 = 8,
    ncclDouble = 8,
    ncclBfloat16 = 9,
    ncclFloat8e4m3 = 10,
    ncclFloat8e5m2 = 11,
    ncclNumTypes = 12
} ncclDataType_t;
typedef enum { ncclScalarDevice = 0, ncclScalarHostImmediate = 1 } ncclScalarResidence_t;
typedef enum { ncclSum = 0, ncclProd = 1, ncclMax = 2, ncclMin = 3, ncclAvg = 4 } ncclRedOp_t;

// clang-format off
#define EMU_NCCL_CALLS(X) \
    X(ncclAllGather) X(ncclAllReduce) X(ncclAlltoAll) X(ncclBcast) X(ncclBroadcast) X(ncclCommAbort) \
    X(ncclCommCount) X(ncclCommCuDevice) X(ncclCommDeregister) X(ncclCommDestroy) X(ncclCommFinalize) \
    X(ncclCommGetAsyncError) X(ncclCommInitAll) X(ncclCommInitRank) X(ncclCommInitRankConfig) \
    X(ncclCommInitRankScalable) X(ncclCommRegister) X(ncclCommRevoke) X(ncclCommShrink) X(ncclCommSplit) \
    X(ncclCommUserRank) X(ncclCommWindowDeregister) X(ncclCommWindowRegister) X(ncclGather) \
    X(ncclGetUniqueId) X(ncclGetVersion) X(ncclGroupEnd) X(ncclGroupSimulateEnd) X(ncclGroupStart) \
    X(ncclMemAlloc) X(ncclMemFree) X(ncclRecv) X(ncclRedOpCreatePreMulSum) X(ncclRedOpDestroy) \
    X(ncclReduce) X(ncclReduceScatter) X(ncclResetDebugInit) X(ncclScatter) X(ncclSend)
// clang-format on

#define EMU_STATUS ncclResult_t
EMU_NCCL_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
EMU_LIBRARY_CALL_TEXT(ncclGetErrorString)
EMU_LIBRARY_CALL_TEXT(ncclGetLastError)
