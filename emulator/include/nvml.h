// The names of NVML, which asks the driver about devices; library_calls.h says what a call does.
#pragma once

#define __nvml_nvml_h__

#include "cuda_emulator/library_calls.h"

#include <stddef.h>

#define NVML_API_VERSION 12
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE 80
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32

typedef struct nvmlDevice_st* nvmlDevice_t;
typedef enum {
    NVML_SUCCESS = 0,
    NVML_ERROR_UNINITIALIZED = 1,
    NVML_ERROR_INVALID_ARGUMENT = 2,
    NVML_ERROR_NOT_SUPPORTED = 3,
    NVML_ERROR_NO_PERMISSION = 4,
    NVML_ERROR_ALREADY_INITIALIZED = 5,
    NVML_ERROR_NOT_FOUND = 6,
    NVML_ERROR_INSUFFICIENT_SIZE = 7,
    NVML_ERROR_INSUFFICIENT_POWER = 8,
    NVML_ERROR_DRIVER_NOT_LOADED = 9,
    NVML_ERROR_TIMEOUT = 10,
    NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;
typedef enum {
    NVML_CLOCK_GRAPHICS = 0,
    NVML_CLOCK_SM = 1,
    NVML_CLOCK_MEM = 2,
    NVML_CLOCK_VIDEO = 3
} nvmlClockType_t;
typedef enum { NVML_TEMPERATURE_GPU = 0 } nvmlTemperatureSensors_t;
typedef enum { NVML_FEATURE_DISABLED = 0, NVML_FEATURE_ENABLED = 1 } nvmlEnableState_t;
typedef enum { NVML_COMPUTEMODE_DEFAULT = 0, NVML_COMPUTEMODE_PROHIBITED = 2 } nvmlComputeMode_t;
typedef struct {
    unsigned long long total, free, used;
} nvmlMemory_t;
typedef struct {
    unsigned gpu, memory;
} nvmlUtilization_t;
typedef struct {
    char busIdLegacy[16];
    unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
} nvmlPciInfo_t;
typedef struct {
    unsigned pid;
    unsigned long long usedGpuMemory;
    unsigned gpuInstanceId, computeInstanceId;
} nvmlProcessInfo_t;

// clang-format off
#define EMU_NVML_CALLS(X) \
    X(nvmlInit) X(nvmlInit_v2) X(nvmlInitWithFlags) X(nvmlShutdown) X(nvmlSystemGetDriverVersion) \
    X(nvmlSystemGetNVMLVersion) X(nvmlSystemGetCudaDriverVersion) X(nvmlDeviceGetCount) \
    X(nvmlDeviceGetCount_v2) X(nvmlDeviceGetHandleByIndex) X(nvmlDeviceGetHandleByIndex_v2) \
    X(nvmlDeviceGetHandleByPciBusId) X(nvmlDeviceGetName) X(nvmlDeviceGetIndex) X(nvmlDeviceGetUUID) \
    X(nvmlDeviceGetSerial) X(nvmlDeviceGetPciInfo) X(nvmlDeviceGetUtilizationRates) \
    X(nvmlDeviceGetTemperature) X(nvmlDeviceGetFanSpeed) X(nvmlDeviceGetPowerUsage) \
    X(nvmlDeviceGetPowerManagementLimit) X(nvmlDeviceGetEnforcedPowerLimit) \
    X(nvmlDeviceGetTotalEnergyConsumption) X(nvmlDeviceGetClockInfo) X(nvmlDeviceGetMaxClockInfo) \
    X(nvmlDeviceGetApplicationsClock) X(nvmlDeviceSetApplicationsClocks) \
    X(nvmlDeviceResetApplicationsClocks) X(nvmlDeviceSetGpuLockedClocks) \
    X(nvmlDeviceResetGpuLockedClocks) X(nvmlDeviceGetPersistenceMode) X(nvmlDeviceSetPersistenceMode) \
    X(nvmlDeviceGetComputeMode) X(nvmlDeviceGetPerformanceState) X(nvmlDeviceGetComputeRunningProcesses) \
    X(nvmlDeviceGetCudaComputeCapability) X(nvmlDeviceGetCurrPcieLinkGeneration) \
    X(nvmlDeviceGetCurrPcieLinkWidth) X(nvmlDeviceGetPcieThroughput)
// clang-format on

#define EMU_STATUS nvmlReturn_t
EMU_NVML_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
EMU_LIBRARY_CALL_TEXT(nvmlErrorString)
