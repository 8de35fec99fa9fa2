// NCCL: communicators of several devices and several processes. src/nccl/ defines the calls. Those at the end of this
// file are only names; library_calls.h says what a call of them does.
#pragma once

#define NCCL_H_

#include "cuda_emulator/library_calls.h"
#include "cuda_runtime_api.h"

#include <limits.h>
#include <stddef.h>

#define NCCL_MAJOR 2
#define NCCL_MINOR 28
#define NCCL_PATCH 9
#define NCCL_SUFFIX ""
#define NCCL_VERSION(major, minor, patch) ((major)*10000 + (minor)*100 + (patch))
#define NCCL_VERSION_CODE NCCL_VERSION(NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH)
#define NCCL_UNIQUE_ID_BYTES 128
#define NCCL_COMM_NULL NULL
#define NCCL_SPLIT_NOCOLOR -1
#define NCCL_CONFIG_UNDEF_INT INT_MIN
#define NCCL_CONFIG_UNDEF_PTR NULL

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
typedef enum { ncclSum = 0, ncclProd = 1, ncclMax = 2, ncclMin = 3, ncclAvg = 4, ncclNumOps = 5 } ncclRedOp_t;

// The emulator reads none of the settings: a call returns when the communicator is ready.
typedef struct {
    int blocking, cgaClusterSize, minCTAs, maxCTAs;
    const char* netName;
    int splitShare, trafficClass;
    const char* commName;
    int collnetEnable, CTAPolicy, shrinkShare, nvlsCTAs;
} ncclConfig_t;
#define EMU_UNDEF NCCL_CONFIG_UNDEF_INT
#define NCCL_CONFIG_INITIALIZER                                                                             \
    {                                                                                                       \
        EMU_UNDEF, EMU_UNDEF, EMU_UNDEF, EMU_UNDEF, NULL, EMU_UNDEF, EMU_UNDEF, NULL, EMU_UNDEF, EMU_UNDEF, \
            EMU_UNDEF, EMU_UNDEF                                                                            \
    }

EMU_EXTERN_C_BEGIN

ncclResult_t ncclGetVersion(int* version);
ncclResult_t ncclGetUniqueId(ncclUniqueId* id);
const char* ncclGetErrorString(ncclResult_t result);
const char* ncclGetLastError(ncclComm_t comm);

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices);
ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank);
ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank,
                                    ncclConfig_t* config);
ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t* part, ncclConfig_t* config);
ncclResult_t ncclCommFinalize(ncclComm_t comm);
ncclResult_t ncclCommDestroy(ncclComm_t comm);
ncclResult_t ncclCommAbort(ncclComm_t comm);
ncclResult_t ncclCommCount(ncclComm_t comm, int* count);
ncclResult_t ncclCommCuDevice(ncclComm_t comm, int* device);
ncclResult_t ncclCommUserRank(ncclComm_t comm, int* rank);
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error);
ncclResult_t ncclCommRegister(ncclComm_t comm, void* buffer, size_t bytes, void** handle);
ncclResult_t ncclCommDeregister(ncclComm_t comm, void* handle);
ncclResult_t ncclMemAlloc(void** pointer, size_t bytes);
ncclResult_t ncclMemFree(void* pointer);

ncclResult_t ncclGroupStart(void);
ncclResult_t ncclGroupEnd(void);

// Each count is of elements: of the whole buffer, but in all-gather of what a rank sends, and in reduce-scatter of what
// it receives. Sums of floating-point numbers are made in the order of the ranks.
ncclResult_t ncclAllReduce(const void* send, void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op,
                           ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclReduce(const void* send, void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op,
                        int root, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclBroadcast(const void* send, void* receive, size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclBcast(void* buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream);
ncclResult_t ncclAllGather(const void* send, void* receive, size_t send_count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclReduceScatter(const void* send, void* receive, size_t receive_count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclSend(const void* buffer, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream);
ncclResult_t ncclRecv(void* buffer, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream);

EMU_EXTERN_C_END

// clang-format off
#define EMU_NCCL_CALLS(X) \
    X(ncclAlltoAll) X(ncclCommInitRankScalable) X(ncclCommRevoke) X(ncclCommShrink) X(ncclCommWindowDeregister) \
    X(ncclCommWindowRegister) X(ncclGather) X(ncclGroupSimulateEnd) X(ncclRedOpCreatePreMulSum) \
    X(ncclRedOpDestroy) X(ncclResetDebugInit) X(ncclScatter)
// clang-format on

#define EMU_STATUS ncclResult_t
EMU_NCCL_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
