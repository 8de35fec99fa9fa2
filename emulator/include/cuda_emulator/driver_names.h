// The driver API's names of what the runtime API has under other names, as tables: their numbers are the same.
#pragma once

#include "cuda_emulator/device_attributes.h"
#include "cuda_emulator/errors.h"

#define EMU_DRIVER_ERRORS(X)                                                           \
    X(CUDA_SUCCESS, cudaSuccess)                                                       \
    X(CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidValue)                                 \
    X(CUDA_ERROR_OUT_OF_MEMORY, cudaErrorMemoryAllocation)                             \
    X(CUDA_ERROR_NOT_INITIALIZED, cudaErrorInitializationError)                        \
    X(CUDA_ERROR_DEINITIALIZED, cudaErrorCudartUnloading)                              \
    X(CUDA_ERROR_STUB_LIBRARY, cudaErrorStubLibrary)                                   \
    X(CUDA_ERROR_NO_DEVICE, cudaErrorNoDevice)                                         \
    X(CUDA_ERROR_INVALID_DEVICE, cudaErrorInvalidDevice)                               \
    X(CUDA_ERROR_INVALID_IMAGE, cudaErrorInvalidKernelImage)                           \
    X(CUDA_ERROR_INVALID_CONTEXT, cudaErrorDeviceUninitialized)                        \
    X(CUDA_ERROR_NO_BINARY_FOR_GPU, cudaErrorNoKernelImageForDevice)                   \
    X(CUDA_ERROR_ECC_UNCORRECTABLE, cudaErrorECCUncorrectable)                         \
    X(CUDA_ERROR_UNSUPPORTED_LIMIT, cudaErrorUnsupportedLimit)                         \
    X(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, cudaErrorPeerAccessUnsupported)              \
    X(CUDA_ERROR_INVALID_PTX, cudaErrorInvalidPtx)                                     \
    X(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, cudaErrorJitCompilerNotFound)                 \
    X(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, cudaErrorUnsupportedPtxVersion)              \
    X(CUDA_ERROR_INVALID_SOURCE, cudaErrorInvalidSource)                               \
    X(CUDA_ERROR_FILE_NOT_FOUND, cudaErrorFileNotFound)                                \
    X(CUDA_ERROR_INVALID_HANDLE, cudaErrorInvalidResourceHandle)                       \
    X(CUDA_ERROR_ILLEGAL_STATE, cudaErrorIllegalState)                                 \
    X(CUDA_ERROR_NOT_FOUND, cudaErrorSymbolNotFound)                                   \
    X(CUDA_ERROR_NOT_READY, cudaErrorNotReady)                                         \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, cudaErrorIllegalAddress)                             \
    X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, cudaErrorLaunchOutOfResources)               \
    X(CUDA_ERROR_LAUNCH_TIMEOUT, cudaErrorLaunchTimeout)                               \
    X(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, cudaErrorPeerAccessAlreadyEnabled)       \
    X(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, cudaErrorPeerAccessNotEnabled)               \
    X(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, cudaErrorSetOnActiveProcess)                  \
    X(CUDA_ERROR_CONTEXT_IS_DESTROYED, cudaErrorContextIsDestroyed)                    \
    X(CUDA_ERROR_ASSERT, cudaErrorAssert)                                              \
    X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cudaErrorHostMemoryAlreadyRegistered) \
    X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cudaErrorHostMemoryNotRegistered)         \
    X(CUDA_ERROR_HARDWARE_STACK_ERROR, cudaErrorHardwareStackError)                    \
    X(CUDA_ERROR_ILLEGAL_INSTRUCTION, cudaErrorIllegalInstruction)                     \
    X(CUDA_ERROR_MISALIGNED_ADDRESS, cudaErrorMisalignedAddress)                       \
    X(CUDA_ERROR_INVALID_ADDRESS_SPACE, cudaErrorInvalidAddressSpace)                  \
    X(CUDA_ERROR_INVALID_PC, cudaErrorInvalidPc)                                       \
    X(CUDA_ERROR_LAUNCH_FAILED, cudaErrorLaunchFailure)                                \
    X(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, cudaErrorCooperativeLaunchTooLarge)     \
    X(CUDA_ERROR_NOT_PERMITTED, cudaErrorNotPermitted)                                 \
    X(CUDA_ERROR_NOT_SUPPORTED, cudaErrorNotSupported)                                 \
    X(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cudaErrorStreamCaptureUnsupported)        \
    X(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cudaErrorStreamCaptureInvalidated)        \
    X(CUDA_ERROR_STREAM_CAPTURE_MERGE, cudaErrorStreamCaptureMerge)                    \
    X(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, cudaErrorStreamCaptureUnmatched)            \
    X(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, cudaErrorStreamCaptureUnjoined)              \
    X(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, cudaErrorStreamCaptureIsolation)            \
    X(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, cudaErrorStreamCaptureImplicit)              \
    X(CUDA_ERROR_UNKNOWN, cudaErrorUnknown)

#define EMU_DRIVER_ATTRIBUTES(X)                                                                             \
    X(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, cudaDevAttrMaxThreadsPerBlock)                              \
    X(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, cudaDevAttrMaxBlockDimX)                                          \
    X(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, cudaDevAttrMaxBlockDimY)                                          \
    X(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, cudaDevAttrMaxBlockDimZ)                                          \
    X(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, cudaDevAttrMaxGridDimX)                                            \
    X(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, cudaDevAttrMaxGridDimY)                                            \
    X(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, cudaDevAttrMaxGridDimZ)                                            \
    X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, cudaDevAttrMaxSharedMemoryPerBlock)                   \
    X(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, cudaDevAttrTotalConstantMemory)                             \
    X(CU_DEVICE_ATTRIBUTE_WARP_SIZE, cudaDevAttrWarpSize)                                                    \
    X(CU_DEVICE_ATTRIBUTE_MAX_PITCH, cudaDevAttrMaxPitch)                                                    \
    X(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, cudaDevAttrMaxRegistersPerBlock)                          \
    X(CU_DEVICE_ATTRIBUTE_CLOCK_RATE, cudaDevAttrClockRate)                                                  \
    X(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, cudaDevAttrTextureAlignment)                                    \
    X(CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, cudaDevAttrGpuOverlap)                                                \
    X(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, cudaDevAttrMultiProcessorCount)                              \
    X(CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT, cudaDevAttrKernelExecTimeout)                                 \
    X(CU_DEVICE_ATTRIBUTE_INTEGRATED, cudaDevAttrIntegrated)                                                 \
    X(CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, cudaDevAttrCanMapHostMemory)                                  \
    X(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, cudaDevAttrComputeMode)                                              \
    X(CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, cudaDevAttrConcurrentKernels)                                  \
    X(CU_DEVICE_ATTRIBUTE_ECC_ENABLED, cudaDevAttrEccEnabled)                                                \
    X(CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, cudaDevAttrPciBusId)                                                   \
    X(CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, cudaDevAttrPciDeviceId)                                             \
    X(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, cudaDevAttrMemoryClockRate)                                     \
    X(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, cudaDevAttrGlobalMemoryBusWidth)                          \
    X(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, cudaDevAttrL2CacheSize)                                             \
    X(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, cudaDevAttrMaxThreadsPerMultiProcessor)            \
    X(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, cudaDevAttrAsyncEngineCount)                                   \
    X(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, cudaDevAttrUnifiedAddressing)                                  \
    X(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, cudaDevAttrComputeCapabilityMajor)                       \
    X(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, cudaDevAttrComputeCapabilityMinor)                       \
    X(CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, cudaDevAttrStreamPrioritiesSupported)                 \
    X(CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED, cudaDevAttrGlobalL1CacheSupported)                      \
    X(CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED, cudaDevAttrLocalL1CacheSupported)                        \
    X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, cudaDevAttrMaxSharedMemoryPerMultiprocessor) \
    X(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, cudaDevAttrMaxRegistersPerMultiprocessor)        \
    X(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, cudaDevAttrManagedMemory)                                          \
    X(CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD, cudaDevAttrIsMultiGpuBoard)                                       \
    X(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, cudaDevAttrPageableMemoryAccess)                           \
    X(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, cudaDevAttrConcurrentManagedAccess)                     \
    X(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, cudaDevAttrCooperativeLaunch)                                  \
    X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, cudaDevAttrMaxSharedMemoryPerBlockOptin)        \
    X(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, cudaDevAttrMaxBlocksPerMultiprocessor)              \
    X(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, cudaDevAttrReservedSharedMemoryPerBlock)         \
    X(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, cudaDevAttrMemoryPoolsSupported)                           \
    X(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, cudaDevAttrClusterLaunch)

// The functions that work, for cudaGetDriverEntryPoint() and for emulator/README.md.
#define EMU_DRIVER_FUNCTIONS(X)    \
    X(cuInit)                      \
    X(cuDriverGetVersion)          \
    X(cuGetErrorName)              \
    X(cuGetErrorString)            \
    X(cuDeviceGetCount)            \
    X(cuDeviceGet)                 \
    X(cuDeviceGetName)             \
    X(cuDeviceTotalMem)            \
    X(cuDeviceGetAttribute)        \
    X(cuDeviceComputeCapability)   \
    X(cuDeviceGetUuid)             \
    X(cuDeviceGetPCIBusId)         \
    X(cuDeviceCanAccessPeer)       \
    X(cuDevicePrimaryCtxRetain)    \
    X(cuDevicePrimaryCtxRelease)   \
    X(cuDevicePrimaryCtxReset)     \
    X(cuDevicePrimaryCtxGetState)  \
    X(cuDevicePrimaryCtxSetFlags)  \
    X(cuCtxCreate)                 \
    X(cuCtxDestroy)                \
    X(cuCtxPushCurrent)            \
    X(cuCtxPopCurrent)             \
    X(cuCtxSetCurrent)             \
    X(cuCtxGetCurrent)             \
    X(cuCtxGetDevice)              \
    X(cuCtxGetFlags)               \
    X(cuCtxGetApiVersion)          \
    X(cuCtxSynchronize)            \
    X(cuCtxSetLimit)               \
    X(cuCtxGetLimit)               \
    X(cuCtxSetCacheConfig)         \
    X(cuCtxGetStreamPriorityRange) \
    X(cuMemGetInfo)                \
    X(cuMemAlloc)                  \
    X(cuMemAllocPitch)             \
    X(cuMemAllocManaged)           \
    X(cuMemFree)                   \
    X(cuMemAllocAsync)             \
    X(cuMemFreeAsync)              \
    X(cuMemAllocHost)              \
    X(cuMemHostAlloc)              \
    X(cuMemFreeHost)               \
    X(cuMemHostGetDevicePointer)   \
    X(cuMemHostRegister)           \
    X(cuMemHostUnregister)         \
    X(cuMemcpy)                    \
    X(cuMemcpyHtoD)                \
    X(cuMemcpyDtoH)                \
    X(cuMemcpyDtoD)                \
    X(cuMemcpyAsync)               \
    X(cuMemcpyHtoDAsync)           \
    X(cuMemcpyDtoHAsync)           \
    X(cuMemcpyDtoDAsync)           \
    X(cuMemsetD8)                  \
    X(cuMemsetD16)                 \
    X(cuMemsetD32)                 \
    X(cuMemsetD8Async)             \
    X(cuMemsetD16Async)            \
    X(cuMemsetD32Async)            \
    X(cuStreamCreate)              \
    X(cuStreamCreateWithPriority)  \
    X(cuStreamDestroy)             \
    X(cuStreamSynchronize)         \
    X(cuStreamQuery)               \
    X(cuStreamWaitEvent)           \
    X(cuStreamGetFlags)            \
    X(cuStreamGetPriority)         \
    X(cuLaunchHostFunc)            \
    X(cuEventCreate)               \
    X(cuEventDestroy)              \
    X(cuEventRecord)               \
    X(cuEventSynchronize)          \
    X(cuEventQuery)                \
    X(cuEventElapsedTime)
