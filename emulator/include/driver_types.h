// The types of the runtime API.
#pragma once

// Other people's headers ask whether CUDA's own were included by the names of their include guards.
#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__
#define CUDARTAPI

#include "cuda_emulator/device_attributes.h"
#include "cuda_emulator/errors.h"

#include <cstddef>

struct CUstream_st;
struct CUevent_st;
typedef CUstream_st* cudaStream_t;
typedef struct CUgraph_st* cudaGraph_t;
typedef struct CUgraphNode_st* cudaGraphNode_t;
typedef struct CUgraphExec_st* cudaGraphExec_t;
enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal = 0,
    cudaStreamCaptureModeThreadLocal = 1,
    cudaStreamCaptureModeRelaxed = 2
};
enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone = 0,
    cudaStreamCaptureStatusActive = 1,
    cudaStreamCaptureStatusInvalidated = 2
};
typedef CUevent_st* cudaEvent_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
};

enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};

enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
};

enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3
};

enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeNone = 0,
    cudaMemLocationTypeDevice = 1,
    cudaMemLocationTypeHost = 2,
    cudaMemLocationTypeHostNuma = 3,
    cudaMemLocationTypeHostNumaCurrent = 4
};
struct cudaMemLocation {
    cudaMemLocationType type;
    int id;
};

enum cudaLimit { cudaLimitStackSize = 0, cudaLimitPrintfFifoSize = 1, cudaLimitMallocHeapSize = 2 };

enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

struct cudaPointerAttributes {
    cudaMemoryType type;
    int device;
    void* devicePointer;
    void* hostPointer;
};

struct cudaFuncAttributes {
    std::size_t sharedSizeBytes;
    std::size_t constSizeBytes;
    std::size_t localSizeBytes;
    int maxThreadsPerBlock;
    int numRegs;
    int ptxVersion;
    int binaryVersion;
    int cacheModeCA;
    int maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
};

struct cudaDeviceProp {
    char name[256];
    std::size_t totalGlobalMem;
    std::size_t sharedMemPerBlock;
    int regsPerBlock;
    int warpSize;
    std::size_t memPitch;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int clockRate;
    std::size_t totalConstMem;
    int major;
    int minor;
    std::size_t textureAlignment;
    int deviceOverlap;
    int multiProcessorCount;
    int kernelExecTimeoutEnabled;
    int integrated;
    int pageableMemoryAccessUsesHostPageTables;
    int hostNativeAtomicSupported;
    int directManagedMemAccessFromHost;
    int singleToDoublePrecisionPerfRatio;
    int computePreemptionSupported;
    int canUseHostPointerForRegisteredMem;
    int cooperativeMultiDeviceLaunch;
    int accessPolicyMaxWindowSize;
    int tccDriver;
    int multiGpuBoardGroupID;
    int memoryPoolsSupported;
    int hostRegisterSupported;
    int clusterLaunch;
    std::size_t surfaceAlignment;
    std::size_t texturePitchAlignment;
    int maxTexture1D;
    int maxTexture2D[2];
    int maxTexture3D[3];
    int maxTexture1DLayered[2];
    int maxTexture2DLayered[3];
    int canMapHostMemory;
    int computeMode;
    int concurrentKernels;
    int ECCEnabled;
    int pciBusID;
    int pciDeviceID;
    int pciDomainID;
    int asyncEngineCount;
    int unifiedAddressing;
    int memoryClockRate;
    int memoryBusWidth;
    int l2CacheSize;
    int persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported;
    int globalL1CacheSupported;
    int localL1CacheSupported;
    std::size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor;
    int managedMemory;
    int isMultiGpuBoard;
    int pageableMemoryAccess;
    int concurrentManagedAccess;
    int cooperativeLaunch;
    std::size_t sharedMemPerBlockOptin;
    int maxBlocksPerMultiProcessor;
    std::size_t reservedSharedMemPerBlock;
};

enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6
};

// 3D memory: widths are in bytes.
struct cudaExtent {
    std::size_t width, height, depth;
};
struct cudaPos {
    std::size_t x, y, z;
};
struct cudaPitchedPtr {
    void* ptr;
    std::size_t pitch, xsize, ysize;
};
struct cudaMemcpy3DParms {
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};

inline cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth)
{
    return {width, height, depth};
}
inline cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z)
{
    return {x, y, z};
}
inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, std::size_t pitch, std::size_t width,
                                          std::size_t height)
{
    return {pointer, pitch, width, height};
}

#define CUDART_CB  // a calling convention, which matters on Windows
typedef void (*cudaHostFn_t)(void* user_data);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void* user_data);

constexpr unsigned cudaStreamDefault = 0;
constexpr unsigned cudaStreamNonBlocking = 1;
constexpr unsigned cudaEventDefault = 0;
constexpr unsigned cudaEventBlockingSync = 1;
constexpr unsigned cudaEventDisableTiming = 2;
constexpr unsigned cudaHostAllocDefault = 0;
constexpr unsigned cudaHostAllocPortable = 1;
constexpr unsigned cudaHostAllocMapped = 2;
constexpr unsigned cudaHostAllocWriteCombined = 4;
constexpr unsigned cudaHostRegisterDefault = 0;
constexpr unsigned cudaHostRegisterPortable = 1;
constexpr unsigned cudaHostRegisterMapped = 2;
constexpr unsigned cudaMemAttachGlobal = 1;
constexpr unsigned cudaMemAttachHost = 2;
constexpr unsigned cudaMemAttachSingle = 4;
constexpr unsigned cudaDeviceScheduleAuto = 0;
constexpr unsigned cudaDeviceScheduleSpin = 1;
constexpr unsigned cudaDeviceScheduleYield = 2;
constexpr unsigned cudaDeviceScheduleBlockingSync = 4;
constexpr unsigned cudaDeviceMapHost = 8;
constexpr int cudaOccupancyDefault = 0;
constexpr int cudaCpuDeviceId = -1;

inline const cudaStream_t cudaStreamLegacy = reinterpret_cast<cudaStream_t>(1);
inline const cudaStream_t cudaStreamPerThread = reinterpret_cast<cudaStream_t>(2);
