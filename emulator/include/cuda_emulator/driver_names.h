// The driver API's names of what the runtime API has under other names, as tables: their numbers are the same.
#pragma once

#include "cuda_emulator/device_attributes.h"
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
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, cudaDevAttrMaxTexture1DWidth)                             \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, cudaDevAttrMaxTexture2DWidth)                             \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, cudaDevAttrMaxTexture2DHeight)                           \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, cudaDevAttrMaxTexture3DWidth)                             \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT, cudaDevAttrMaxTexture3DHeight)                           \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH, cudaDevAttrMaxTexture3DDepth)                             \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH, cudaDevAttrMaxTexture2DLayeredWidth)              \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT, cudaDevAttrMaxTexture2DLayeredHeight)            \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS, cudaDevAttrMaxTexture2DLayeredLayers)            \
    X(CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, cudaDevAttrSurfaceAlignment)                                    \
    X(CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, cudaDevAttrConcurrentKernels)                                  \
    X(CU_DEVICE_ATTRIBUTE_ECC_ENABLED, cudaDevAttrEccEnabled)                                                \
    X(CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, cudaDevAttrPciBusId)                                                   \
    X(CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, cudaDevAttrPciDeviceId)                                             \
    X(CU_DEVICE_ATTRIBUTE_TCC_DRIVER, cudaDevAttrTccDriver)                                                  \
    X(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, cudaDevAttrMemoryClockRate)                                     \
    X(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, cudaDevAttrGlobalMemoryBusWidth)                          \
    X(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, cudaDevAttrL2CacheSize)                                             \
    X(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, cudaDevAttrMaxThreadsPerMultiProcessor)            \
    X(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, cudaDevAttrAsyncEngineCount)                                   \
    X(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, cudaDevAttrUnifiedAddressing)                                  \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH, cudaDevAttrMaxTexture1DLayeredWidth)              \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS, cudaDevAttrMaxTexture1DLayeredLayers)            \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH, cudaDevAttrMaxTexture2DGatherWidth)                \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT, cudaDevAttrMaxTexture2DGatherHeight)              \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE, cudaDevAttrMaxTexture3DWidthAlt)                \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE, cudaDevAttrMaxTexture3DHeightAlt)              \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE, cudaDevAttrMaxTexture3DDepthAlt)                \
    X(CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, cudaDevAttrPciDomainId)                                             \
    X(CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, cudaDevAttrTexturePitchAlignment)                         \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH, cudaDevAttrMaxTextureCubemapWidth)                   \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH, cudaDevAttrMaxTextureCubemapLayeredWidth)    \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS, cudaDevAttrMaxTextureCubemapLayeredLayers)  \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH, cudaDevAttrMaxSurface1DWidth)                             \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH, cudaDevAttrMaxSurface2DWidth)                             \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT, cudaDevAttrMaxSurface2DHeight)                           \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH, cudaDevAttrMaxSurface3DWidth)                             \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT, cudaDevAttrMaxSurface3DHeight)                           \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH, cudaDevAttrMaxSurface3DDepth)                             \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH, cudaDevAttrMaxSurface1DLayeredWidth)              \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS, cudaDevAttrMaxSurface1DLayeredLayers)            \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH, cudaDevAttrMaxSurface2DLayeredWidth)              \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT, cudaDevAttrMaxSurface2DLayeredHeight)            \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS, cudaDevAttrMaxSurface2DLayeredLayers)            \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH, cudaDevAttrMaxSurfaceCubemapWidth)                   \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH, cudaDevAttrMaxSurfaceCubemapLayeredWidth)    \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS, cudaDevAttrMaxSurfaceCubemapLayeredLayers)  \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, cudaDevAttrMaxTexture1DLinearWidth)                \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH, cudaDevAttrMaxTexture2DLinearWidth)                \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, cudaDevAttrMaxTexture2DLinearHeight)              \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH, cudaDevAttrMaxTexture2DLinearPitch)                \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, cudaDevAttrMaxTexture2DMipmappedWidth)          \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT, cudaDevAttrMaxTexture2DMipmappedHeight)        \
    X(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, cudaDevAttrComputeCapabilityMajor)                       \
    X(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, cudaDevAttrComputeCapabilityMinor)                       \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH, cudaDevAttrMaxTexture1DMipmappedWidth)          \
    X(CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, cudaDevAttrStreamPrioritiesSupported)                 \
    X(CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED, cudaDevAttrGlobalL1CacheSupported)                      \
    X(CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED, cudaDevAttrLocalL1CacheSupported)                        \
    X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, cudaDevAttrMaxSharedMemoryPerMultiprocessor) \
    X(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, cudaDevAttrMaxRegistersPerMultiprocessor)        \
    X(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, cudaDevAttrManagedMemory)                                          \
    X(CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD, cudaDevAttrIsMultiGpuBoard)                                       \
    X(CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID, cudaDevAttrMultiGpuBoardGroupID)                         \
    X(CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED, cudaDevAttrHostNativeAtomicSupported)                \
    X(CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO,                                             \
      cudaDevAttrSingleToDoublePrecisionPerfRatio)                                                           \
    X(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, cudaDevAttrPageableMemoryAccess)                           \
    X(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, cudaDevAttrConcurrentManagedAccess)                     \
    X(CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED, cudaDevAttrComputePreemptionSupported)               \
    X(CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM,                                           \
      cudaDevAttrCanUseHostPointerForRegisteredMem)                                                          \
    X(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, cudaDevAttrCooperativeLaunch)                                  \
    X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, cudaDevAttrMaxSharedMemoryPerBlockOptin)        \
    X(CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES, cudaDevAttrCanFlushRemoteWrites)                          \
    X(CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, cudaDevAttrHostRegisterSupported)                         \
    X(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES,                                      \
      cudaDevAttrPageableMemoryAccessUsesHostPageTables)                                                     \
    X(CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, cudaDevAttrDirectManagedMemAccessFromHost)    \
    X(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, cudaDevAttrMaxBlocksPerMultiprocessor)              \
    X(CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE, cudaDevAttrMaxPersistingL2CacheSize)                 \
    X(CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE, cudaDevAttrMaxAccessPolicyWindowSize)               \
    X(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, cudaDevAttrReservedSharedMemoryPerBlock)         \
    X(CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED, cudaDevAttrSparseCudaArraySupported)                  \
    X(CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED, cudaDevAttrHostRegisterReadOnlySupported)       \
    X(CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED,                                              \
      cudaDevAttrTimelineSemaphoreInteropSupported)                                                          \
    X(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, cudaDevAttrMemoryPoolsSupported)                           \
    X(CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED, cudaDevAttrGPUDirectRDMASupported)                      \
    X(CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS, cudaDevAttrGPUDirectRDMAFlushWritesOptions)  \
    X(CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING, cudaDevAttrGPUDirectRDMAWritesOrdering)           \
    X(CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES, cudaDevAttrMemoryPoolSupportedHandleTypes)         \
    X(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, cudaDevAttrClusterLaunch)                                          \
    X(CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED,                                             \
      cudaDevAttrDeferredMappingCudaArraySupported)                                                          \
    X(CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED, cudaDevAttrIpcEventSupport)                                   \
    X(CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT, cudaDevAttrMemSyncDomainCount)                              \
    X(CU_DEVICE_ATTRIBUTE_NUMA_CONFIG, cudaDevAttrNumaConfig)                                                \
    X(CU_DEVICE_ATTRIBUTE_NUMA_ID, cudaDevAttrNumaId)                                                        \
    X(CU_DEVICE_ATTRIBUTE_MPS_ENABLED, cudaDevAttrMpsEnabled)                                                \
    X(CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, cudaDevAttrHostNumaId)                                               \
    X(CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED, cudaDevAttrD3D12CigSupported)                                 \
    X(CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED, cudaDevAttrVulkanCigSupported)                               \
    X(CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID, cudaDevAttrGpuPciDeviceId)                                      \
    X(CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID, cudaDevAttrGpuPciSubsystemId)                                \
    X(CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED, cudaDevAttrHostNumaMemoryPoolsSupported)         \
    X(CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED, cudaDevAttrHostNumaMultinodeIpcSupported)       \
    X(CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED, cudaDevAttrHostMemoryPoolsSupported)                  \
    X(CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED,                                         \
      cudaDevAttrOnlyPartialHostNativeAtomicSupported)

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
