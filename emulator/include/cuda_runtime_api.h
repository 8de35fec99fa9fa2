// The runtime API. Every call does its work at once, so streams and events only record an order that already
// holds.
#pragma once

#define __CUDA_RUNTIME_API_H__

#include "cuda_emulator/memory_pools.h"
#include "cuda_emulator/older_api.h"
#include "cuda_emulator/stream_attributes.h"
#include "cuda_emulator/texture_api.h"
#include "driver_types.h"
#include "vector_types.h"

#include <stddef.h>
#ifdef __cplusplus
#include <type_traits>
#endif

#define CUDART_VERSION 12000

EMU_EXTERN_C_BEGIN

const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
// The device whose compute capability is at least the asked one's: there is one.
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted);
cudaError_t cudaSetValidDevices(int* devices, int count);
cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int device);
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned* flags);
// There is one device, and so no peer.
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
// A function of the driver API (cuda.h) by its name.
cudaError_t cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* result EMU_DEFAULT(nullptr));

cudaError_t cudaMalloc(void** pointer, size_t bytes);
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags EMU_DEFAULT(cudaMemAttachGlobal));
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaMallocHost(void** pointer, size_t bytes);
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned flags);
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaMemset(void* pointer, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr* box, cudaExtent extent);
cudaError_t cudaMemset3D(cudaPitchedPtr box, int value, cudaExtent extent);
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaMemset3DAsync(cudaPitchedPtr box, int value, cudaExtent extent,
                              cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes,
                                cudaStream_t stream EMU_DEFAULT(nullptr));
typedef struct cudaMemcpy3DPeerParms {
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    int srcDevice;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    int dstDevice;
    cudaExtent extent;
} cudaMemcpy3DPeerParms;
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* copy);
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* copy,
                                  cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                 cudaStream_t stream EMU_DEFAULT(nullptr));

cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned flags);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t bytes EMU_DEFAULT(0),
                                     unsigned flags EMU_DEFAULT(cudaMemAttachSingle));
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags EMU_DEFAULT(0));
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* ready, cudaGraph_t graph,
                                 unsigned long long flags EMU_DEFAULT(0));
static inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* ready, cudaGraph_t graph,
                                                        unsigned long long flags EMU_DEFAULT(0))
{
    return cudaGraphInstantiate(ready, graph, flags);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t ready, cudaStream_t stream);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t ready);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream EMU_DEFAULT(nullptr));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream EMU_DEFAULT(nullptr),
                                     unsigned flags EMU_DEFAULT(0));
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end);

EMU_EXTERN_C_END

#ifdef __cplusplus

#include "cuda_emulator/graph_api.h"

// CUDA 13's forms.
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation place);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation place, unsigned flags,
                                 cudaStream_t stream EMU_DEFAULT(nullptr));

// As it was before CUDA 12, with room for the words of an error.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* ready, cudaGraph_t graph,
                                        cudaGraphNode_t* /* failed_node */, char* words, size_t size)
{
    if (words && size > 0)
        words[0] = 0;
    return cudaGraphInstantiate(ready, graph, 0);
}

inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags)
{
    return cudaEventCreateWithFlags(event, flags);
}

inline cudaError_t cudaMallocHost(void** pointer, size_t bytes, unsigned flags)
{
    return cudaHostAlloc(pointer, bytes, flags);
}

namespace emu {
// Tells the size of an allocation's elements, for reports; gives the error of the allocation back. are_numbers: their type is
// arithmetic.
cudaError_t note_elements(cudaError_t error, const void* array, size_t bytes_of_element, bool are_numbers);
// Likewise of an allocation with padded rows.
cudaError_t note_rows(cudaError_t error, const void* array, size_t bytes_of_row, size_t bytes_of_element);
}  // namespace emu

namespace emu {
template <class T, size_t bytes = sizeof(T)>
cudaError_t note_type(cudaError_t error, T** array, int)
{
    return note_elements(error, array ? *array : nullptr, bytes, std::is_arithmetic_v<T>);
}
template <class T>
cudaError_t note_type(cudaError_t error, T**, ...)  // T is void, or not complete
{
    return error;
}
template <class T>
void** untyped(T** pointer)  // T may be const
{
    return static_cast<void**>(static_cast<void*>(pointer));
}
template <class T, size_t bytes = sizeof(T)>
cudaError_t note_type_of_rows(cudaError_t error, T** array, size_t bytes_of_row, int)
{
    return note_rows(error, array ? *array : nullptr, bytes_of_row, bytes);
}
template <class T>
cudaError_t note_type_of_rows(cudaError_t error, T**, size_t, ...)
{
    return error;
}
}  // namespace emu

template <class T>
cudaError_t cudaMalloc(T** pointer, size_t bytes)
{
    return emu::note_type(cudaMalloc(emu::untyped(pointer), bytes), pointer, 0);
}
template <class T>
cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal)
{
    return emu::note_type(cudaMallocManaged(emu::untyped(pointer), bytes, flags), pointer, 0);
}
template <class T>
cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height)
{
    return emu::note_type_of_rows(cudaMallocPitch(emu::untyped(pointer), pitch, width, height), pointer,
                                  width, 0);
}
template <class T>
cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned flags = cudaHostAllocDefault)
{
    return emu::note_type(cudaMallocHost(emu::untyped(pointer), bytes, flags), pointer, 0);
}
template <class T>
cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned flags)
{
    return emu::note_type(cudaHostAlloc(emu::untyped(pointer), bytes, flags), pointer, 0);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T** device_pointer, void* host_pointer, unsigned flags)
{
    return cudaHostGetDevicePointer(emu::untyped(device_pointer), host_pointer, flags);
}
template <class T>
cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream)
{
    return emu::note_type(cudaMallocAsync(emu::untyped(pointer), bytes, stream), pointer, 0);
}

template <class T>
cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    return emu::note_type(cudaMallocFromPoolAsync(emu::untyped(pointer), bytes, pool, stream), pointer, 0);
}
template <class T>
cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync(pointer, bytes, pool, stream);
}

#include "cuda_emulator/function_api.h"
#include "cuda_emulator/symbol_api.h"

#endif  // __cplusplus
