// The driver API's names of a device's attributes, as a table: their numbers are those of the runtime API.
#pragma once

#include "cuda_emulator/device_attributes.h"

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
