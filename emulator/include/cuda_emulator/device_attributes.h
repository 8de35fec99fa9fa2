// The attributes of the emulated device: name, CUDA's number, value.
//
// The limits are those of compute capability 9.0. The device has 8 multiprocessors, few enough that the
// memory of all resident blocks fits. There is no clock, so rates have the smallest value that is not 0.
// Overlap, mapped memory and concurrent kernels are reported as present, since programs refuse to run without
// them.
#pragma once

#define EMU_DEVICE_ATTRIBUTES(X)                               \
    X(cudaDevAttrMaxThreadsPerBlock, 1, 1024)                  \
    X(cudaDevAttrMaxBlockDimX, 2, 1024)                        \
    X(cudaDevAttrMaxBlockDimY, 3, 1024)                        \
    X(cudaDevAttrMaxBlockDimZ, 4, 64)                          \
    X(cudaDevAttrMaxGridDimX, 5, 2147483647)                   \
    X(cudaDevAttrMaxGridDimY, 6, 65535)                        \
    X(cudaDevAttrMaxGridDimZ, 7, 65535)                        \
    X(cudaDevAttrMaxSharedMemoryPerBlock, 8, 49152)            \
    X(cudaDevAttrTotalConstantMemory, 9, 65536)                \
    X(cudaDevAttrWarpSize, 10, 32)                             \
    X(cudaDevAttrMaxPitch, 11, 2147483647)                     \
    X(cudaDevAttrMaxRegistersPerBlock, 12, 65536)              \
    X(cudaDevAttrClockRate, 13, 1)                             \
    X(cudaDevAttrTextureAlignment, 14, 512)                    \
    X(cudaDevAttrGpuOverlap, 15, 1)                            \
    X(cudaDevAttrMultiProcessorCount, 16, 8)                   \
    X(cudaDevAttrKernelExecTimeout, 17, 0)                     \
    X(cudaDevAttrIntegrated, 18, 0)                            \
    X(cudaDevAttrCanMapHostMemory, 19, 1)                      \
    X(cudaDevAttrComputeMode, 20, 0)                           \
    X(cudaDevAttrConcurrentKernels, 31, 1)                     \
    X(cudaDevAttrEccEnabled, 32, 0)                            \
    X(cudaDevAttrPciBusId, 33, 0)                              \
    X(cudaDevAttrPciDeviceId, 34, 0)                           \
    X(cudaDevAttrMemoryClockRate, 36, 1)                       \
    X(cudaDevAttrGlobalMemoryBusWidth, 37, 8)                  \
    X(cudaDevAttrL2CacheSize, 38, 0)                           \
    X(cudaDevAttrMaxThreadsPerMultiProcessor, 39, 2048)        \
    X(cudaDevAttrAsyncEngineCount, 40, 1)                      \
    X(cudaDevAttrUnifiedAddressing, 41, 1)                     \
    X(cudaDevAttrComputeCapabilityMajor, 75, 9)                \
    X(cudaDevAttrComputeCapabilityMinor, 76, 0)                \
    X(cudaDevAttrStreamPrioritiesSupported, 78, 0)             \
    X(cudaDevAttrGlobalL1CacheSupported, 79, 0)                \
    X(cudaDevAttrLocalL1CacheSupported, 80, 0)                 \
    X(cudaDevAttrMaxSharedMemoryPerMultiprocessor, 81, 233472) \
    X(cudaDevAttrMaxRegistersPerMultiprocessor, 82, 65536)     \
    X(cudaDevAttrManagedMemory, 83, 1)                         \
    X(cudaDevAttrIsMultiGpuBoard, 84, 0)                       \
    X(cudaDevAttrPageableMemoryAccess, 88, 0)                  \
    X(cudaDevAttrConcurrentManagedAccess, 89, 0)               \
    X(cudaDevAttrCooperativeLaunch, 95, 1)                     \
    X(cudaDevAttrMaxSharedMemoryPerBlockOptin, 97, 232448)     \
    X(cudaDevAttrMaxBlocksPerMultiprocessor, 106, 32)          \
    X(cudaDevAttrReservedSharedMemoryPerBlock, 111, 1024)      \
    X(cudaDevAttrMemoryPoolsSupported, 115, 0)                 \
    X(cudaDevAttrClusterLaunch, 120, 0)

#define EMU_ENUMERATOR(name, number, value) name = number,
typedef enum cudaDeviceAttr { EMU_DEVICE_ATTRIBUTES(EMU_ENUMERATOR) } cudaDeviceAttr;
#undef EMU_ENUMERATOR
