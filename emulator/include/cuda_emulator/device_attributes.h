// The attributes of the emulated device: name, CUDA's number, value.
//
// The limits are those of compute capability 9.0. The device has 8 multiprocessors, few enough that the
// memory of all resident blocks fits. There is no clock, so rates have the smallest value that is not 0.
// Overlap, mapped memory and concurrent kernels are reported as present, since programs refuse to run without
// them.
#pragma once

#define EMU_DEVICE_ATTRIBUTES(X)                                 \
    X(cudaDevAttrMaxThreadsPerBlock, 1, 1024)                    \
    X(cudaDevAttrMaxBlockDimX, 2, 1024)                          \
    X(cudaDevAttrMaxBlockDimY, 3, 1024)                          \
    X(cudaDevAttrMaxBlockDimZ, 4, 64)                            \
    X(cudaDevAttrMaxGridDimX, 5, 2147483647)                     \
    X(cudaDevAttrMaxGridDimY, 6, 65535)                          \
    X(cudaDevAttrMaxGridDimZ, 7, 65535)                          \
    X(cudaDevAttrMaxSharedMemoryPerBlock, 8, 49152)              \
    X(cudaDevAttrTotalConstantMemory, 9, 65536)                  \
    X(cudaDevAttrWarpSize, 10, 32)                               \
    X(cudaDevAttrMaxPitch, 11, 2147483647)                       \
    X(cudaDevAttrMaxRegistersPerBlock, 12, 65536)                \
    X(cudaDevAttrClockRate, 13, 1)                               \
    X(cudaDevAttrTextureAlignment, 14, 512)                      \
    X(cudaDevAttrGpuOverlap, 15, 1)                              \
    X(cudaDevAttrMultiProcessorCount, 16, 8)                     \
    X(cudaDevAttrKernelExecTimeout, 17, 0)                       \
    X(cudaDevAttrIntegrated, 18, 0)                              \
    X(cudaDevAttrCanMapHostMemory, 19, 1)                        \
    X(cudaDevAttrComputeMode, 20, 0)                             \
    X(cudaDevAttrMaxTexture1DWidth, 21, 131072)                  \
    X(cudaDevAttrMaxTexture2DWidth, 22, 131072)                  \
    X(cudaDevAttrMaxTexture2DHeight, 23, 65536)                  \
    X(cudaDevAttrMaxTexture3DWidth, 24, 16384)                   \
    X(cudaDevAttrMaxTexture3DHeight, 25, 16384)                  \
    X(cudaDevAttrMaxTexture3DDepth, 26, 16384)                   \
    X(cudaDevAttrMaxTexture2DLayeredWidth, 27, 32768)            \
    X(cudaDevAttrMaxTexture2DLayeredHeight, 28, 32768)           \
    X(cudaDevAttrMaxTexture2DLayeredLayers, 29, 2048)            \
    X(cudaDevAttrSurfaceAlignment, 30, 512)                      \
    X(cudaDevAttrConcurrentKernels, 31, 1)                       \
    X(cudaDevAttrEccEnabled, 32, 0)                              \
    X(cudaDevAttrPciBusId, 33, 0)                                \
    X(cudaDevAttrPciDeviceId, 34, 0)                             \
    X(cudaDevAttrTccDriver, 35, 0)                               \
    X(cudaDevAttrMemoryClockRate, 36, 1)                         \
    X(cudaDevAttrGlobalMemoryBusWidth, 37, 8)                    \
    X(cudaDevAttrL2CacheSize, 38, 0)                             \
    X(cudaDevAttrMaxThreadsPerMultiProcessor, 39, 2048)          \
    X(cudaDevAttrAsyncEngineCount, 40, 1)                        \
    X(cudaDevAttrUnifiedAddressing, 41, 1)                       \
    X(cudaDevAttrMaxTexture1DLayeredWidth, 42, 32768)            \
    X(cudaDevAttrMaxTexture1DLayeredLayers, 43, 2048)            \
    X(cudaDevAttrMaxTexture2DGatherWidth, 45, 32768)             \
    X(cudaDevAttrMaxTexture2DGatherHeight, 46, 32768)            \
    X(cudaDevAttrMaxTexture3DWidthAlt, 47, 8192)                 \
    X(cudaDevAttrMaxTexture3DHeightAlt, 48, 8192)                \
    X(cudaDevAttrMaxTexture3DDepthAlt, 49, 32768)                \
    X(cudaDevAttrPciDomainId, 50, 0)                             \
    X(cudaDevAttrTexturePitchAlignment, 51, 32)                  \
    X(cudaDevAttrMaxTextureCubemapWidth, 52, 32768)              \
    X(cudaDevAttrMaxTextureCubemapLayeredWidth, 53, 32768)       \
    X(cudaDevAttrMaxTextureCubemapLayeredLayers, 54, 2046)       \
    X(cudaDevAttrMaxSurface1DWidth, 55, 32768)                   \
    X(cudaDevAttrMaxSurface2DWidth, 56, 131072)                  \
    X(cudaDevAttrMaxSurface2DHeight, 57, 65536)                  \
    X(cudaDevAttrMaxSurface3DWidth, 58, 16384)                   \
    X(cudaDevAttrMaxSurface3DHeight, 59, 16384)                  \
    X(cudaDevAttrMaxSurface3DDepth, 60, 16384)                   \
    X(cudaDevAttrMaxSurface1DLayeredWidth, 61, 32768)            \
    X(cudaDevAttrMaxSurface1DLayeredLayers, 62, 2048)            \
    X(cudaDevAttrMaxSurface2DLayeredWidth, 63, 32768)            \
    X(cudaDevAttrMaxSurface2DLayeredHeight, 64, 32768)           \
    X(cudaDevAttrMaxSurface2DLayeredLayers, 65, 2048)            \
    X(cudaDevAttrMaxSurfaceCubemapWidth, 66, 32768)              \
    X(cudaDevAttrMaxSurfaceCubemapLayeredWidth, 67, 32768)       \
    X(cudaDevAttrMaxSurfaceCubemapLayeredLayers, 68, 2046)       \
    X(cudaDevAttrMaxTexture1DLinearWidth, 69, 268435456)         \
    X(cudaDevAttrMaxTexture2DLinearWidth, 70, 131072)            \
    X(cudaDevAttrMaxTexture2DLinearHeight, 71, 65000)            \
    X(cudaDevAttrMaxTexture2DLinearPitch, 72, 2097120)           \
    X(cudaDevAttrMaxTexture2DMipmappedWidth, 73, 32768)          \
    X(cudaDevAttrMaxTexture2DMipmappedHeight, 74, 32768)         \
    X(cudaDevAttrComputeCapabilityMajor, 75, 9)                  \
    X(cudaDevAttrComputeCapabilityMinor, 76, 0)                  \
    X(cudaDevAttrMaxTexture1DMipmappedWidth, 77, 32768)          \
    X(cudaDevAttrStreamPrioritiesSupported, 78, 0)               \
    X(cudaDevAttrGlobalL1CacheSupported, 79, 0)                  \
    X(cudaDevAttrLocalL1CacheSupported, 80, 0)                   \
    X(cudaDevAttrMaxSharedMemoryPerMultiprocessor, 81, 233472)   \
    X(cudaDevAttrMaxRegistersPerMultiprocessor, 82, 65536)       \
    X(cudaDevAttrManagedMemory, 83, 1)                           \
    X(cudaDevAttrIsMultiGpuBoard, 84, 0)                         \
    X(cudaDevAttrMultiGpuBoardGroupID, 85, 0)                    \
    X(cudaDevAttrHostNativeAtomicSupported, 86, 0)               \
    X(cudaDevAttrSingleToDoublePrecisionPerfRatio, 87, 2)        \
    X(cudaDevAttrPageableMemoryAccess, 88, 0)                    \
    X(cudaDevAttrConcurrentManagedAccess, 89, 0)                 \
    X(cudaDevAttrComputePreemptionSupported, 90, 1)              \
    X(cudaDevAttrCanUseHostPointerForRegisteredMem, 91, 1)       \
    X(cudaDevAttrCooperativeLaunch, 95, 1)                       \
    X(cudaDevAttrMaxSharedMemoryPerBlockOptin, 97, 232448)       \
    X(cudaDevAttrCanFlushRemoteWrites, 98, 0)                    \
    X(cudaDevAttrHostRegisterSupported, 99, 1)                   \
    X(cudaDevAttrPageableMemoryAccessUsesHostPageTables, 100, 0) \
    X(cudaDevAttrDirectManagedMemAccessFromHost, 101, 0)         \
    X(cudaDevAttrMaxBlocksPerMultiprocessor, 106, 32)            \
    X(cudaDevAttrMaxPersistingL2CacheSize, 108, 0)               \
    X(cudaDevAttrMaxAccessPolicyWindowSize, 109, 0)              \
    X(cudaDevAttrReservedSharedMemoryPerBlock, 111, 1024)        \
    X(cudaDevAttrSparseCudaArraySupported, 112, 0)               \
    X(cudaDevAttrHostRegisterReadOnlySupported, 113, 0)          \
    X(cudaDevAttrTimelineSemaphoreInteropSupported, 114, 0)      \
    X(cudaDevAttrMemoryPoolsSupported, 115, 1)                   \
    X(cudaDevAttrGPUDirectRDMASupported, 116, 0)                 \
    X(cudaDevAttrGPUDirectRDMAFlushWritesOptions, 117, 0)        \
    X(cudaDevAttrGPUDirectRDMAWritesOrdering, 118, 0)            \
    X(cudaDevAttrMemoryPoolSupportedHandleTypes, 119, 0)         \
    X(cudaDevAttrClusterLaunch, 120, 1)                          \
    X(cudaDevAttrDeferredMappingCudaArraySupported, 121, 0)      \
    X(cudaDevAttrIpcEventSupport, 125, 0)                        \
    X(cudaDevAttrMemSyncDomainCount, 126, 1)                     \
    X(cudaDevAttrNumaConfig, 130, 0)                             \
    X(cudaDevAttrNumaId, 131, -1)                                \
    X(cudaDevAttrMpsEnabled, 133, 0)                             \
    X(cudaDevAttrHostNumaId, 134, -1)                            \
    X(cudaDevAttrD3D12CigSupported, 135, 0)                      \
    X(cudaDevAttrVulkanCigSupported, 138, 0)                     \
    X(cudaDevAttrGpuPciDeviceId, 139, 0)                         \
    X(cudaDevAttrGpuPciSubsystemId, 140, 0)                      \
    X(cudaDevAttrHostNumaMemoryPoolsSupported, 142, 0)           \
    X(cudaDevAttrHostNumaMultinodeIpcSupported, 143, 0)          \
    X(cudaDevAttrHostMemoryPoolsSupported, 144, 0)               \
    X(cudaDevAttrOnlyPartialHostNativeAtomicSupported, 147, 0)

#define EMU_ENUMERATOR(name, number, value) name = number,
typedef enum cudaDeviceAttr { EMU_DEVICE_ATTRIBUTES(EMU_ENUMERATOR) } cudaDeviceAttr;
#undef EMU_ENUMERATOR
