// What a program asks about its device, with helpers that hide unless CUDA's own headers were included.
#include "check.h"

#include <cuda_runtime.h>

#include <driver_functions.h>
#include <sm_35_intrinsics.h>

#if defined(__DRIVER_TYPES_H__) && defined(__CUDA_RUNTIME_H__) && defined(__CUDA_RUNTIME_API_H__) && \
    defined(__VECTOR_TYPES_H__) && defined(__VECTOR_FUNCTIONS_H__)
static int choose_device()
{
    int count = 0, device = -1, mode = -1, major = 0;
    CUDA_CHECK(cudaGetDeviceCount(&count));
    for (int i = 0; i < count; ++i) {
        CUDA_CHECK(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, i));
        CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, i));
        if (mode != cudaComputeModeProhibited && major >= 1)
            device = i;
    }
    return device;
}
#endif

// As older headers of error checks have it; all codes that CUDA ever had must be there.
static const char* kind_of(cudaError_t error)
{
    switch (error) {
        case cudaErrorAddressOfConstant:
        case cudaErrorTextureFetchFailed:
        case cudaErrorTextureNotBound:
        case cudaErrorSynchronizationError:
        case cudaErrorInvalidFilterSetting:
        case cudaErrorMixedDeviceExecution:
        case cudaErrorNotYetImplemented:
        case cudaErrorMemoryValueTooLarge:
            return "before CUDA 5";
        case cudaErrorDuplicateVariableName:
        case cudaErrorDeviceAlreadyInUse:
        case cudaErrorProfilerDisabled:
        case cudaErrorTooManyPeers:
        case cudaErrorLaunchFileScopedTex:
        case cudaErrorSyncDepthExceeded:
        case cudaErrorStartupFailure:
        case cudaErrorApiFailureBase:
            return "before CUDA 10";
        default:
            return "today";
    }
}

static void CUDART_CB count_call(cudaStream_t, cudaError_t status, void* calls)
{
    *static_cast<int*>(calls) += status == cudaSuccess;
}

int main()
{
    const int device = choose_device();
    expect(device == 0, "the device");
    expect(kind_of(cudaErrorTooManyPeers)[0] == 'b' && kind_of(cudaSuccess)[0] == 't', "codes");

    cudaDeviceProp wanted = {}, found;
    wanted.major = 3;
    int chosen = -1, same = -1, can = -1;
    CUDA_CHECK(cudaChooseDevice(&chosen, &wanted));
    CUDA_CHECK(cudaSetDevice(chosen));
    CUDA_CHECK(cudaGetDeviceProperties(&found, chosen));
    expect(found.warpSize == 32 && found.major >= wanted.major && found.maxTexture2D[0] >= 0, "properties");
    printf("%s: %d multiprocessors, page tables %d, window of %d bytes\n", found.name,
           found.multiProcessorCount, found.pageableMemoryAccessUsesHostPageTables,
           found.accessPolicyMaxWindowSize);

    expect(found.maxThreadsDim[2] == 64 && found.maxGridSize[1] == 65535 && found.maxTexture2D[1] >= 65536 &&
               found.maxTexture3D[2] > 0 && found.sharedMemPerBlock == 48 * 1024 && found.memPitch > 0,
           "sizes");
    int pools = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, device));
    expect(pools == 1 && found.memoryPoolsSupported == 1, "memory pools");
    int rank = 0;
    expect(cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, device, device + 1) ==
               cudaErrorInvalidDevice,
           "no link to a second device");
    (void)cudaGetLastError();

    char bus[32] = "";
    CUDA_CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, device));
    CUDA_CHECK(cudaDeviceGetByPCIBusId(&same, bus));
    expect(same == device, "the bus");
    CUDA_CHECK(cudaDeviceCanAccessPeer(&can, device, device));
    expect(can == 0, "a device is no peer of itself");
    expect(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorInvalidDevice, "there is no second device");
    (void)cudaGetLastError();

    int least = 1, greatest = 1, priority = -1, calls = 0;
    unsigned flags = 0;
    cudaStream_t stream;
    CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CUDA_CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
    CUDA_CHECK(cudaStreamGetPriority(stream, &priority));
    CUDA_CHECK(cudaStreamGetFlags(stream, &flags));
    int of_stream = -1;
    CUDA_CHECK(cudaStreamGetDevice(stream, &of_stream));
    expect(of_stream == device, "the stream's device");
    expect(priority <= least && priority >= greatest && flags == cudaStreamNonBlocking, "the stream");
    cudaStreamAttrValue window = {};
    window.accessPolicyWindow.hitRatio = 0.5f;
    window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    CUDA_CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window));
    CUDA_CHECK(cudaStreamAddCallback(stream, count_call, &calls, 0));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    expect(calls == 1, "the callback");
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaCtxResetPersistingL2Cache());

    cudaSharedMemConfig banks;
    CUDA_CHECK(cudaDeviceGetSharedMemConfig(&banks));
    expect(banks == cudaSharedMemBankSizeFourByte, "banks of four bytes");
    CUDA_CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    cudaFuncCache cache;
    CUDA_CHECK(cudaDeviceGetCacheConfig(&cache));
    expect(cache == cudaFuncCachePreferL1, "the cache's preference");
    printf("Test PASSED\n");
}
