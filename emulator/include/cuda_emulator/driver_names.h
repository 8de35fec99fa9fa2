// The driver API's names of what the runtime API has under other names, as tables: their numbers are the same.
#pragma once

#include "cuda_emulator/driver_attributes.h"
#include "cuda_emulator/errors.h"

#define EMU_DRIVER_ERRORS(X)                                                            \
    X(CUDA_SUCCESS, cudaSuccess)                                                        \
    X(CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidValue)                                  \
    X(CUDA_ERROR_OUT_OF_MEMORY, cudaErrorMemoryAllocation)                              \
    X(CUDA_ERROR_NOT_INITIALIZED, cudaErrorInitializationError)                         \
    X(CUDA_ERROR_DEINITIALIZED, cudaErrorCudartUnloading)                               \
    X(CUDA_ERROR_PROFILER_DISABLED, cudaErrorProfilerDisabled)                          \
    X(CUDA_ERROR_PROFILER_NOT_INITIALIZED, cudaErrorProfilerNotInitialized)             \
    X(CUDA_ERROR_PROFILER_ALREADY_STARTED, cudaErrorProfilerAlreadyStarted)             \
    X(CUDA_ERROR_PROFILER_ALREADY_STOPPED, cudaErrorProfilerAlreadyStopped)             \
    X(CUDA_ERROR_STUB_LIBRARY, cudaErrorStubLibrary)                                    \
    X(CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, cudaErrorCallRequiresNewerDriver)          \
    X(CUDA_ERROR_DEVICE_UNAVAILABLE, cudaErrorDevicesUnavailable)                       \
    X(CUDA_ERROR_NO_DEVICE, cudaErrorNoDevice)                                          \
    X(CUDA_ERROR_INVALID_DEVICE, cudaErrorInvalidDevice)                                \
    X(CUDA_ERROR_DEVICE_NOT_LICENSED, cudaErrorDeviceNotLicensed)                       \
    X(CUDA_ERROR_INVALID_IMAGE, cudaErrorInvalidKernelImage)                            \
    X(CUDA_ERROR_INVALID_CONTEXT, cudaErrorDeviceUninitialized)                         \
    X(CUDA_ERROR_MAP_FAILED, cudaErrorMapBufferObjectFailed)                            \
    X(CUDA_ERROR_UNMAP_FAILED, cudaErrorUnmapBufferObjectFailed)                        \
    X(CUDA_ERROR_ARRAY_IS_MAPPED, cudaErrorArrayIsMapped)                               \
    X(CUDA_ERROR_ALREADY_MAPPED, cudaErrorAlreadyMapped)                                \
    X(CUDA_ERROR_NO_BINARY_FOR_GPU, cudaErrorNoKernelImageForDevice)                    \
    X(CUDA_ERROR_ALREADY_ACQUIRED, cudaErrorAlreadyAcquired)                            \
    X(CUDA_ERROR_NOT_MAPPED, cudaErrorNotMapped)                                        \
    X(CUDA_ERROR_NOT_MAPPED_AS_ARRAY, cudaErrorNotMappedAsArray)                        \
    X(CUDA_ERROR_NOT_MAPPED_AS_POINTER, cudaErrorNotMappedAsPointer)                    \
    X(CUDA_ERROR_ECC_UNCORRECTABLE, cudaErrorECCUncorrectable)                          \
    X(CUDA_ERROR_UNSUPPORTED_LIMIT, cudaErrorUnsupportedLimit)                          \
    X(CUDA_ERROR_CONTEXT_ALREADY_IN_USE, cudaErrorDeviceAlreadyInUse)                   \
    X(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, cudaErrorPeerAccessUnsupported)               \
    X(CUDA_ERROR_INVALID_PTX, cudaErrorInvalidPtx)                                      \
    X(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, cudaErrorInvalidGraphicsContext)             \
    X(CUDA_ERROR_NVLINK_UNCORRECTABLE, cudaErrorNvlinkUncorrectable)                    \
    X(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, cudaErrorJitCompilerNotFound)                  \
    X(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, cudaErrorUnsupportedPtxVersion)               \
    X(CUDA_ERROR_JIT_COMPILATION_DISABLED, cudaErrorJitCompilationDisabled)             \
    X(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, cudaErrorUnsupportedExecAffinity)           \
    X(CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC, cudaErrorUnsupportedDevSideSync)             \
    X(CUDA_ERROR_CONTAINED, cudaErrorContained)                                         \
    X(CUDA_ERROR_INVALID_SOURCE, cudaErrorInvalidSource)                                \
    X(CUDA_ERROR_FILE_NOT_FOUND, cudaErrorFileNotFound)                                 \
    X(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, cudaErrorSharedObjectSymbolNotFound)   \
    X(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, cudaErrorSharedObjectInitFailed)            \
    X(CUDA_ERROR_OPERATING_SYSTEM, cudaErrorOperatingSystem)                            \
    X(CUDA_ERROR_INVALID_HANDLE, cudaErrorInvalidResourceHandle)                        \
    X(CUDA_ERROR_ILLEGAL_STATE, cudaErrorIllegalState)                                  \
    X(CUDA_ERROR_LOSSY_QUERY, cudaErrorLossyQuery)                                      \
    X(CUDA_ERROR_NOT_FOUND, cudaErrorSymbolNotFound)                                    \
    X(CUDA_ERROR_NOT_READY, cudaErrorNotReady)                                          \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, cudaErrorIllegalAddress)                              \
    X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, cudaErrorLaunchOutOfResources)                \
    X(CUDA_ERROR_LAUNCH_TIMEOUT, cudaErrorLaunchTimeout)                                \
    X(CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, cudaErrorLaunchIncompatibleTexturing)   \
    X(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, cudaErrorPeerAccessAlreadyEnabled)        \
    X(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, cudaErrorPeerAccessNotEnabled)                \
    X(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, cudaErrorSetOnActiveProcess)                   \
    X(CUDA_ERROR_CONTEXT_IS_DESTROYED, cudaErrorContextIsDestroyed)                     \
    X(CUDA_ERROR_ASSERT, cudaErrorAssert)                                               \
    X(CUDA_ERROR_TOO_MANY_PEERS, cudaErrorTooManyPeers)                                 \
    X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cudaErrorHostMemoryAlreadyRegistered)  \
    X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cudaErrorHostMemoryNotRegistered)          \
    X(CUDA_ERROR_HARDWARE_STACK_ERROR, cudaErrorHardwareStackError)                     \
    X(CUDA_ERROR_ILLEGAL_INSTRUCTION, cudaErrorIllegalInstruction)                      \
    X(CUDA_ERROR_MISALIGNED_ADDRESS, cudaErrorMisalignedAddress)                        \
    X(CUDA_ERROR_INVALID_ADDRESS_SPACE, cudaErrorInvalidAddressSpace)                   \
    X(CUDA_ERROR_INVALID_PC, cudaErrorInvalidPc)                                        \
    X(CUDA_ERROR_LAUNCH_FAILED, cudaErrorLaunchFailure)                                 \
    X(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, cudaErrorCooperativeLaunchTooLarge)      \
    X(CUDA_ERROR_TENSOR_MEMORY_LEAK, cudaErrorTensorMemoryLeak)                         \
    X(CUDA_ERROR_NOT_PERMITTED, cudaErrorNotPermitted)                                  \
    X(CUDA_ERROR_NOT_SUPPORTED, cudaErrorNotSupported)                                  \
    X(CUDA_ERROR_SYSTEM_NOT_READY, cudaErrorSystemNotReady)                             \
    X(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, cudaErrorSystemDriverMismatch)                 \
    X(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, cudaErrorCompatNotSupportedOnDevice)   \
    X(CUDA_ERROR_MPS_CONNECTION_FAILED, cudaErrorMpsConnectionFailed)                   \
    X(CUDA_ERROR_MPS_RPC_FAILURE, cudaErrorMpsRpcFailure)                               \
    X(CUDA_ERROR_MPS_SERVER_NOT_READY, cudaErrorMpsServerNotReady)                      \
    X(CUDA_ERROR_MPS_MAX_CLIENTS_REACHED, cudaErrorMpsMaxClientsReached)                \
    X(CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED, cudaErrorMpsMaxConnectionsReached)        \
    X(CUDA_ERROR_MPS_CLIENT_TERMINATED, cudaErrorMpsClientTerminated)                   \
    X(CUDA_ERROR_CDP_NOT_SUPPORTED, cudaErrorCdpNotSupported)                           \
    X(CUDA_ERROR_CDP_VERSION_MISMATCH, cudaErrorCdpVersionMismatch)                     \
    X(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cudaErrorStreamCaptureUnsupported)         \
    X(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cudaErrorStreamCaptureInvalidated)         \
    X(CUDA_ERROR_STREAM_CAPTURE_MERGE, cudaErrorStreamCaptureMerge)                     \
    X(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, cudaErrorStreamCaptureUnmatched)             \
    X(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, cudaErrorStreamCaptureUnjoined)               \
    X(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, cudaErrorStreamCaptureIsolation)             \
    X(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, cudaErrorStreamCaptureImplicit)               \
    X(CUDA_ERROR_CAPTURED_EVENT, cudaErrorCapturedEvent)                                \
    X(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, cudaErrorStreamCaptureWrongThread)        \
    X(CUDA_ERROR_TIMEOUT, cudaErrorTimeout)                                             \
    X(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cudaErrorGraphExecUpdateFailure)            \
    X(CUDA_ERROR_EXTERNAL_DEVICE, cudaErrorExternalDevice)                              \
    X(CUDA_ERROR_INVALID_CLUSTER_SIZE, cudaErrorInvalidClusterSize)                     \
    X(CUDA_ERROR_FUNCTION_NOT_LOADED, cudaErrorFunctionNotLoaded)                       \
    X(CUDA_ERROR_INVALID_RESOURCE_TYPE, cudaErrorInvalidResourceType)                   \
    X(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, cudaErrorInvalidResourceConfiguration) \
    X(CUDA_ERROR_UNKNOWN, cudaErrorUnknown)

// The functions that work, for cudaGetDriverEntryPoint() and for emulator/README.md.
#define EMU_DRIVER_FUNCTIONS(X)                    \
    X(cuInit)                                      \
    X(cuDriverGetVersion)                          \
    X(cuGetErrorName)                              \
    X(cuGetErrorString)                            \
    X(cuDeviceGetCount)                            \
    X(cuDeviceGet)                                 \
    X(cuDeviceGetName)                             \
    X(cuDeviceTotalMem)                            \
    X(cuDeviceGetAttribute)                        \
    X(cuDeviceComputeCapability)                   \
    X(cuDeviceGetUuid)                             \
    X(cuDeviceGetPCIBusId)                         \
    X(cuDeviceCanAccessPeer)                       \
    X(cuDevicePrimaryCtxRetain)                    \
    X(cuDevicePrimaryCtxRelease)                   \
    X(cuDevicePrimaryCtxReset)                     \
    X(cuDevicePrimaryCtxGetState)                  \
    X(cuDevicePrimaryCtxSetFlags)                  \
    X(cuCtxCreate)                                 \
    X(cuCtxDestroy)                                \
    X(cuCtxPushCurrent)                            \
    X(cuCtxPopCurrent)                             \
    X(cuCtxSetCurrent)                             \
    X(cuCtxGetCurrent)                             \
    X(cuCtxGetDevice)                              \
    X(cuCtxGetFlags)                               \
    X(cuCtxGetApiVersion)                          \
    X(cuCtxSynchronize)                            \
    X(cuCtxSetLimit)                               \
    X(cuCtxGetLimit)                               \
    X(cuCtxSetCacheConfig)                         \
    X(cuCtxGetStreamPriorityRange)                 \
    X(cuMemGetInfo)                                \
    X(cuMemAlloc)                                  \
    X(cuMemAllocPitch)                             \
    X(cuMemAllocManaged)                           \
    X(cuMemFree)                                   \
    X(cuMemAllocAsync)                             \
    X(cuMemFreeAsync)                              \
    X(cuMemAllocHost)                              \
    X(cuMemHostAlloc)                              \
    X(cuMemFreeHost)                               \
    X(cuMemHostGetDevicePointer)                   \
    X(cuMemHostRegister)                           \
    X(cuMemHostUnregister)                         \
    X(cuMemcpy)                                    \
    X(cuMemcpyHtoD)                                \
    X(cuMemcpyDtoH)                                \
    X(cuMemcpyDtoD)                                \
    X(cuMemcpyAsync)                               \
    X(cuMemcpyHtoDAsync)                           \
    X(cuMemcpyDtoHAsync)                           \
    X(cuMemcpyDtoDAsync)                           \
    X(cuMemsetD8)                                  \
    X(cuMemsetD16)                                 \
    X(cuMemsetD32)                                 \
    X(cuMemsetD8Async)                             \
    X(cuMemsetD16Async)                            \
    X(cuMemsetD32Async)                            \
    X(cuStreamCreate)                              \
    X(cuStreamCreateWithPriority)                  \
    X(cuStreamDestroy)                             \
    X(cuStreamSynchronize)                         \
    X(cuStreamQuery)                               \
    X(cuStreamWaitEvent)                           \
    X(cuStreamGetFlags)                            \
    X(cuStreamGetPriority)                         \
    X(cuLaunchHostFunc)                            \
    X(cuEventCreate)                               \
    X(cuEventDestroy)                              \
    X(cuEventRecord)                               \
    X(cuEventSynchronize)                          \
    X(cuEventQuery)                                \
    X(cuEventElapsedTime)                          \
    X(cuModuleLoad)                                \
    X(cuModuleLoadData)                            \
    X(cuModuleLoadDataEx)                          \
    X(cuModuleUnload)                              \
    X(cuModuleGetFunction)                         \
    X(cuModuleGetGlobal)                           \
    X(cuLaunchKernel)                              \
    X(cuLaunchCooperativeKernel)                   \
    X(cuFuncGetAttribute)                          \
    X(cuFuncSetAttribute)                          \
    X(cuFuncSetCacheConfig)                        \
    X(cuFuncGetModule)                             \
    X(cuFuncGetName)                               \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor) \
    X(cuOccupancyMaxPotentialBlockSize)
