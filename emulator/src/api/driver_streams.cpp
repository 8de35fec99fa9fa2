// The driver API: streams and events.
#include "api/driver_context.h"

using namespace emu::driver;

EMU_IN_CONTEXT(cuStreamCreate, (CUstream * stream, unsigned flags), cudaStreamCreateWithFlags(stream, flags))
EMU_IN_CONTEXT(cuStreamCreateWithPriority, (CUstream * stream, unsigned flags, int priority),
               cudaStreamCreateWithPriority(stream, flags, priority))
EMU_IN_CONTEXT(cuStreamDestroy, (CUstream stream), cudaStreamDestroy(stream))
EMU_IN_CONTEXT(cuStreamSynchronize, (CUstream stream), cudaStreamSynchronize(stream))
EMU_IN_CONTEXT(cuStreamQuery, (CUstream stream), cudaStreamQuery(stream))
EMU_IN_CONTEXT(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags),
               cudaStreamWaitEvent(stream, event, flags))
EMU_IN_CONTEXT(cuStreamGetFlags, (CUstream stream, unsigned* flags), cudaStreamGetFlags(stream, flags))
EMU_IN_CONTEXT(cuStreamGetPriority, (CUstream stream, int* priority), cudaStreamGetPriority(stream, priority))
EMU_IN_CONTEXT(cuLaunchHostFunc, (CUstream stream, CUhostFn function, void* user_data),
               cudaLaunchHostFunc(stream, function, user_data))
EMU_IN_CONTEXT(cuEventCreate, (CUevent * event, unsigned flags), cudaEventCreateWithFlags(event, flags))
EMU_IN_CONTEXT(cuEventDestroy, (CUevent event), cudaEventDestroy(event))
EMU_IN_CONTEXT(cuEventRecord, (CUevent event, CUstream stream), cudaEventRecord(event, stream))
EMU_IN_CONTEXT(cuEventSynchronize, (CUevent event), cudaEventSynchronize(event))
EMU_IN_CONTEXT(cuEventQuery, (CUevent event), cudaEventQuery(event))
EMU_IN_CONTEXT(cuEventElapsedTime, (float* milliseconds, CUevent start, CUevent end),
               cudaEventElapsedTime(milliseconds, start, end))
