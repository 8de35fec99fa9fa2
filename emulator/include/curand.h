// The names of cuRAND's host API; library_calls.h says what a call does. curand_kernel.h has the generators for kernels.
#pragma once

#define CURAND_H_
#define CURANDAPI

#include "cuda_emulator/library_calls.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

typedef enum {
    CURAND_STATUS_SUCCESS = 0,
    CURAND_STATUS_VERSION_MISMATCH = 100,
    CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102,
    CURAND_STATUS_TYPE_ERROR = 103,
    CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
    CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
    CURAND_STATUS_LAUNCH_FAILURE = 201,
    CURAND_STATUS_PREEXISTING_FAILURE = 202,
    CURAND_STATUS_INITIALIZATION_FAILED = 203,
    CURAND_STATUS_ARCH_MISMATCH = 204,
    CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus;
typedef enum {
    CURAND_RNG_TEST = 0,
    CURAND_RNG_PSEUDO_DEFAULT = 100,
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141,
    CURAND_RNG_PSEUDO_MT19937 = 142,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200,
    CURAND_RNG_QUASI_SOBOL32 = 201,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType;
typedef enum {
    CURAND_ORDERING_PSEUDO_BEST = 100,
    CURAND_ORDERING_PSEUDO_DEFAULT = 101,
    CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_PSEUDO_LEGACY = 103,
    CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
    CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering;
typedef enum {
    CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
    CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} curandDirectionVectorSet;
typedef curandStatus curandStatus_t;
typedef curandRngType curandRngType_t;
typedef curandOrdering curandOrdering_t;
typedef curandDirectionVectorSet curandDirectionVectorSet_t;
typedef struct curandGenerator_st* curandGenerator_t;
typedef struct curandDiscreteDistribution_st* curandDiscreteDistribution_t;
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

// clang-format off
#define EMU_CURAND_CALLS(X) \
    X(curandCreateGenerator) X(curandCreateGeneratorHost) X(curandCreatePoissonDistribution) \
    X(curandDestroyDistribution) X(curandDestroyGenerator) X(curandGenerate) X(curandGenerateBinomial) \
    X(curandGenerateBinomialMethod) X(curandGenerateLogNormal) X(curandGenerateLogNormalDouble) \
    X(curandGenerateLongLong) X(curandGenerateNormal) X(curandGenerateNormalDouble) \
    X(curandGeneratePoisson) X(curandGeneratePoissonMethod) X(curandGenerateSeeds) \
    X(curandGenerateUniform) X(curandGenerateUniformDouble) X(curandGetDirectionVectors32) \
    X(curandGetDirectionVectors64) X(curandGetProperty) X(curandGetScrambleConstants32) \
    X(curandGetScrambleConstants64) X(curandGetVersion) X(curandSetGeneratorOffset) \
    X(curandSetGeneratorOrdering) X(curandSetPseudoRandomGeneratorSeed) \
    X(curandSetQuasiRandomGeneratorDimensions) X(curandSetStream)
// clang-format on

#define EMU_STATUS curandStatus_t
EMU_CURAND_CALLS(EMU_LIBRARY_CALL)
#undef EMU_STATUS
