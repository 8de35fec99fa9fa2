// The names of cuFFT for several GPUs and other types; library_calls.h says what a call does.
#pragma once

#define _CUFFTXT_H_

#include "cufft.h"

typedef enum {
    CUFFT_XT_FORMAT_INPUT = 0,
    CUFFT_XT_FORMAT_OUTPUT = 1,
    CUFFT_XT_FORMAT_INPLACE = 2,
    CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
    CUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5,
    CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6,
    CUFFT_FORMAT_UNDEFINED = 7
} cufftXtSubFormat;
typedef enum {
    CUFFT_COPY_HOST_TO_DEVICE = 0,
    CUFFT_COPY_DEVICE_TO_HOST = 1,
    CUFFT_COPY_DEVICE_TO_DEVICE = 2,
    CUFFT_COPY_UNDEFINED = 3
} cufftXtCopyType;
typedef enum { CUFFT_QUERY_1D_FACTORS = 0, CUFFT_QUERY_UNDEFINED = 1 } cufftXtQueryType;
typedef enum {
    CUFFT_WORKAREA_MINIMAL = 0,
    CUFFT_WORKAREA_USER = 1,
    CUFFT_WORKAREA_PERFORMANCE = 2
} cufftXtWorkAreaPolicy;
typedef enum {
    CUFFT_CB_LD_COMPLEX = 0,
    CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
    CUFFT_CB_LD_REAL = 2,
    CUFFT_CB_LD_REAL_DOUBLE = 3,
    CUFFT_CB_ST_COMPLEX = 4,
    CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
    CUFFT_CB_ST_REAL = 6,
    CUFFT_CB_ST_REAL_DOUBLE = 7,
    CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;
typedef enum {
    LIB_XT_COPY_HOST_TO_DEVICE = 0,
    LIB_XT_COPY_DEVICE_TO_HOST = 1,
    LIB_XT_COPY_DEVICE_TO_DEVICE = 2
} cudaXtCopyType_t;
typedef enum { LIB_FORMAT_CUFFT = 0, LIB_FORMAT_UNDEFINED = 1 } libFormat;

#define CUDA_XT_DESCRIPTOR_VERSION 0x01000000
#define MAX_CUDA_DESCRIPTOR_GPUS 64

typedef struct {
    int version;
    int nGPUs;
    int GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
    void* data[MAX_CUDA_DESCRIPTOR_GPUS];
    size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
    void* cudaXtState;
} cudaXtDesc;
typedef struct {
    int version;
    cudaXtDesc* descriptor;
    libFormat library;
    int subFormat;
    void* libDescriptor;
} cudaLibXtDesc;

// clang-format off
#define EMU_CUFFTXT_CALLS(X) \
    X(cufftXtClearCallback) X(cufftXtExec) X(cufftXtExecDescriptor) X(cufftXtExecDescriptorC2C) \
    X(cufftXtExecDescriptorC2R) X(cufftXtExecDescriptorD2Z) X(cufftXtExecDescriptorR2C) \
    X(cufftXtExecDescriptorZ2D) X(cufftXtExecDescriptorZ2Z) X(cufftXtFree) X(cufftXtGetSizeMany) \
    X(cufftXtMakePlanMany) X(cufftXtMalloc) X(cufftXtMemcpy) X(cufftXtQueryPlan) X(cufftXtSetCallback) \
    X(cufftXtSetCallbackSharedSize) X(cufftXtSetGPUs) X(cufftXtSetJITCallback) X(cufftXtSetWorkArea) \
    X(cufftXtSetWorkAreaPolicy)
// clang-format on

#define EMU_STATUS cufftResult
EMU_CUFFTXT_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
