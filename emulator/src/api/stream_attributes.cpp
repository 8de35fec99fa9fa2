// What a program can ask about a stream, and set, without an effect on the emulator.
#include "api/capture.h"
#include "api/errors.h"
#include "cuda_runtime_api.h"
#include "state/one_at_a_time.h"

using emu::note;
using emu::sticky_error;

namespace {

// The result of a call for this stream. argument: a pointer, which must not be null.
cudaError_t result_for(cudaStream_t stream, const void* argument)
{
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    return note(argument ? sticky_error() : cudaErrorInvalidValue);
}

}  // namespace

// All streams have the same priority.
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority)
{
    const emu::OneAtATime one_at_a_time;
    const cudaError_t error = result_for(stream, priority);
    if (error == cudaSuccess)
        *priority = 0;
    return error;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags)
{
    const emu::OneAtATime one_at_a_time;
    const cudaError_t error = result_for(stream, flags);
    if (error == cudaSuccess)
        *flags =
            emu::is_default(stream) || stream->queue.blocking ? cudaStreamDefault : cudaStreamNonBlocking;
    return error;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id)
{
    const emu::OneAtATime one_at_a_time;
    const cudaError_t error = result_for(stream, id);
    if (error == cudaSuccess)
        *id = reinterpret_cast<unsigned long long>(stream);
    return error;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID, const cudaStreamAttrValue* value)
{
    const emu::OneAtATime one_at_a_time;
    return result_for(stream, value);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID, cudaStreamAttrValue* value)
{
    const emu::OneAtATime one_at_a_time;
    const cudaError_t error = result_for(stream, value);
    if (error == cudaSuccess)
        *value = {};
    return error;
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
    const emu::OneAtATime one_at_a_time;
    const cudaError_t error = result_for(to, &to);
    return error == cudaSuccess ? result_for(from, &from) : error;
}

cudaError_t cudaCtxResetPersistingL2Cache()
{
    const emu::OneAtATime one_at_a_time;
    return note(sticky_error());
}
