#include "api/copy.h"
#include "api/errors.h"
#include "api/initialise.h"
#include "checks/host_stores.h"
#include "checks/reports.h"
#include "cuda_runtime_api.h"
#include "debug_info/program.h"
#include "state/one_at_a_time.h"

namespace emu {
namespace {

bool is_variable(const void* symbol)
{
    initialise();
    const auto address = reinterpret_cast<uintptr_t>(symbol);
    return program.contains(address, address);
}

// Whether the bytes lie in the variable. If not, reports it.
bool fits(std::size_t size, std::size_t offset, std::size_t bytes, const char* function)
{
    if (offset <= size && bytes <= size - offset)
        return true;
    report_host(
        "Program hit cudaErrorInvalidValue (error 1) due to \"invalid argument\" on CUDA API call to " +
            std::string(function) + ".",
        "", 0,
        std::to_string(bytes) + " bytes from byte " + std::to_string(offset) + " on, but the variable has " +
            std::to_string(size) + " bytes");
    return false;
}

}  // namespace

cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t size)
{
    const OneAtATime one_at_a_time;
    if (!pointer)
        return note(cudaErrorInvalidValue);
    if (!is_variable(symbol))
        return note(cudaErrorInvalidSymbol);
    note_symbol_address(symbol, size);
    *pointer = const_cast<void*>(symbol);
    return cudaSuccess;
}

cudaError_t copy_to_symbol(const void* symbol, std::size_t size, std::size_t offset, const void* from,
                           std::size_t bytes, cudaMemcpyKind kind)
{
    const OneAtATime one_at_a_time;
    if (!is_variable(symbol))
        return note(cudaErrorInvalidSymbol);
    if (!fits(size, offset, bytes, "cudaMemcpyToSymbol"))
        return note(cudaErrorInvalidValue);
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return note(cudaErrorInvalidMemcpyDirection);
    char* to = static_cast<char*>(const_cast<void*>(symbol)) + offset;
    const cudaError_t error = copy(to, from, bytes, cudaMemcpyDefault, "cudaMemcpyToSymbol");
    if (error == cudaSuccess)
        note_copy(to, from, bytes, kind);
    return error;
}

cudaError_t copy_from_symbol(const void* symbol, std::size_t size, std::size_t offset, void* to,
                             std::size_t bytes, cudaMemcpyKind kind)
{
    const OneAtATime one_at_a_time;
    if (!is_variable(symbol))
        return note(cudaErrorInvalidSymbol);
    if (!fits(size, offset, bytes, "cudaMemcpyFromSymbol"))
        return note(cudaErrorInvalidValue);
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return note(cudaErrorInvalidMemcpyDirection);
    const char* from = static_cast<const char*>(symbol) + offset;
    const cudaError_t error = copy(to, from, bytes, cudaMemcpyDefault, "cudaMemcpyFromSymbol");
    if (error == cudaSuccess)
        note_copy(to, from, bytes, kind);
    return error;
}

}  // namespace emu
