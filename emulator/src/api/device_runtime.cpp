// The CUDA runtime in device code. Each call stops its thread, and the scheduler serves it.
#include "cuda_emulator/device_runtime.h"

#include "api/child_grids.h"
#include "api/copy.h"
#include "checks/reports.h"
#include "cuda_emulator/frame.h"
#include "execution/device_calls.h"

#include <string>

#define PC __builtin_return_address(0)
#define FRAME EMU_FRAME

namespace emu {
namespace {

struct ErrorCall : DeviceCall {
    bool clears;
    cudaError_t result;
};

void serve_error(DeviceCall& device_call, Warp& warp, int lane)
{
    auto& call = static_cast<ErrorCall&>(device_call);
    call.result = cudaError_t(warp.last_error[lane]);
    if (call.clears)
        warp.last_error[lane] = 0;
}

struct QueryCall : DeviceCall {
    int what, device;
    DeviceResult result;
};

// Keeps the error of the host's function for the lane, not for the host.
template <class Call>
void serve_query(DeviceResult& result, Warp& warp, int lane, Call call)
{
    const cudaError_t of_host = cudaPeekAtLastError();
    result.error = call(result.value);
    if (result.error != cudaSuccess) {
        warp.last_error[lane] = uint16_t(result.error);
        if (of_host == cudaSuccess)
            cudaGetLastError();
    }
}

void serve_attribute(DeviceCall& device_call, Warp& warp, int lane)
{
    auto& call = static_cast<QueryCall&>(device_call);
    serve_query(call.result, warp, lane, [&](unsigned long& value) {
        int found = 0;
        const cudaError_t error = cudaDeviceGetAttribute(&found, cudaDeviceAttr(call.what), call.device);
        value = unsigned(found);
        return error;
    });
}

void serve_limit(DeviceCall& device_call, Warp& warp, int lane)
{
    auto& call = static_cast<QueryCall&>(device_call);
    serve_query(call.result, warp, lane,
                [&](unsigned long& value) { return cudaDeviceGetLimit(&value, cudaLimit(call.what)); });
}

void serve_device_number(DeviceCall& device_call, Warp& warp, int lane)
{
    serve_query(static_cast<QueryCall&>(device_call).result, warp, lane, [](unsigned long& value) {
        int device = 0;
        const cudaError_t error = cudaGetDevice(&device);
        value = unsigned(device);
        return error;
    });
}

void serve_device_count(DeviceCall& device_call, Warp& warp, int lane)
{
    serve_query(static_cast<QueryCall&>(device_call).result, warp, lane, [](unsigned long& value) {
        int count = 0;
        const cudaError_t error = cudaGetDeviceCount(&count);
        value = unsigned(count);
        return error;
    });
}

void serve_new_stream(DeviceCall& device_call, Warp& warp, int lane)
{
    auto& call = static_cast<QueryCall&>(device_call);
    if (call.what != cudaStreamNonBlocking) {
        report_at("cudaStreamCreateWithFlags() by device code fails: cudaErrorInvalidValue (error 1)",
                  call.file, call.line, warp.index, lane,
                  "Streams of device code do not wait for the NULL stream: the flags must be "
                  "cudaStreamNonBlocking.");
        warp.last_error[lane] = cudaErrorInvalidValue;
        call.result = {cudaErrorInvalidValue, 0};
        return;
    }
    call.result = {cudaSuccess, reinterpret_cast<unsigned long>(make_stream_of_grid())};
}

struct StreamCall : DeviceCall {
    cudaStream_t stream;
    cudaError_t result;
    // Of a copy or fill.
    void* to;
    const void* from;
    int value;
    std::size_t bytes;
};

void serve_stream_end(DeviceCall& device_call, Warp& warp, int lane)
{
    auto& call = static_cast<StreamCall&>(device_call);
    call.result = end_stream_of_grid(call.stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
    if (call.result == cudaSuccess)
        return;
    report_at("cudaStreamDestroy() by device code fails: cudaErrorInvalidResourceHandle (error 400)",
              call.file, call.line, warp.index, lane,
              "This grid has made no such stream, or has destroyed it.");
    warp.last_error[lane] = uint16_t(call.result);
}

void serve_copy(DeviceCall& device_call, Warp& warp, int lane)
{
    auto& call = static_cast<StreamCall&>(device_call);
    call.result = note_work_in_kernel(
        call, "cudaMemcpyAsync()", call.stream,
        [to = call.to, from = call.from, bytes = call.bytes] {
            return copy(to, from, bytes, cudaMemcpyDeviceToDevice, "cudaMemcpyAsync");
        },
        warp, lane);
}

void serve_fill(DeviceCall& device_call, Warp& warp, int lane)
{
    auto& call = static_cast<StreamCall&>(device_call);
    call.result = note_work_in_kernel(
        call, "cudaMemsetAsync()", call.stream,
        [to = call.to, value = call.value, bytes = call.bytes] {
            return fill_rows(to, bytes, value, bytes, 1);
        },
        warp, lane);
}

}  // namespace

bool runs_in_kernel()
{
    return on_fiber(FRAME);
}

#define EMU_QUERY(name, parameters, what, device, file, line, serve, on_host)     \
    DeviceResult name parameters                                                  \
    {                                                                             \
        if (!on_fiber(FRAME))                                                     \
            on_host;                                                              \
        QueryCall call{{serve, file, line}, int(what), device, {cudaSuccess, 0}}; \
        stop_for(call, PC, FRAME);                                                \
        return call.result;                                                       \
    }

EMU_QUERY(device_attribute, (cudaDeviceAttr attribute, int device), attribute, device, "", 0, serve_attribute,
          {
              int value = 0;
              const cudaError_t error = ::cudaDeviceGetAttribute(&value, attribute, device);
              return DeviceResult({error, unsigned(value)});
          })
EMU_QUERY(device_limit, (cudaLimit limit), limit, 0, "", 0, serve_limit, {
    unsigned long value = 0;
    const cudaError_t error = ::cudaDeviceGetLimit(&value, limit);
    return DeviceResult({error, value});
})
EMU_QUERY(device_number, (), 0, 0, "", 0, serve_device_number, {
    int value = 0;
    const cudaError_t error = ::cudaGetDevice(&value);
    return DeviceResult({error, unsigned(value)});
})
EMU_QUERY(count_of_devices, (), 0, 0, "", 0, serve_device_count, {
    int value = 0;
    const cudaError_t error = ::cudaGetDeviceCount(&value);
    return DeviceResult({error, unsigned(value)});
})
EMU_QUERY(device_stream, (unsigned flags, const char* file, int line), flags, 0, file, line, serve_new_stream,
          return DeviceResult({cudaErrorInvalidValue, 0}))

namespace in_kernel {

cudaError_t cudaGetLastError(const char* file, int line)
{
    if (!on_fiber(FRAME))
        return ::cudaGetLastError();
    ErrorCall call{{serve_error, file, line}, true, cudaSuccess};
    stop_for(call, PC, FRAME);
    return call.result;
}

cudaError_t cudaPeekAtLastError(const char* file, int line)
{
    if (!on_fiber(FRAME))
        return ::cudaPeekAtLastError();
    ErrorCall call{{serve_error, file, line}, false, cudaSuccess};
    stop_for(call, PC, FRAME);
    return call.result;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream, const char* file, int line)
{
    if (!on_fiber(FRAME))
        return ::cudaStreamDestroy(stream);
    StreamCall call{{serve_stream_end, file, line}, stream, cudaSuccess, nullptr, nullptr, 0, 0};
    stop_for(call, PC, FRAME);
    return call.result;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream, const char* file, int line)
{
    if (!on_fiber(FRAME))
        return ::cudaMemcpyAsync(to, from, bytes, kind, stream);
    StreamCall call{{serve_copy, file, line}, stream, cudaSuccess, to, from, 0, bytes};
    stop_for(call, PC, FRAME);
    return call.result;
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream, const char* file,
                            int line)
{
    if (!on_fiber(FRAME))
        return ::cudaMemsetAsync(to, value, bytes, stream);
    StreamCall call{{serve_fill, file, line}, stream, cudaSuccess, to, nullptr, value, bytes};
    stop_for(call, PC, FRAME);
    return call.result;
}

}  // namespace in_kernel
}  // namespace emu
