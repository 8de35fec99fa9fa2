#include "api/copy.h"
#include "api/errors.h"
#include "api/initialise.h"
#include "api/refused_arguments.h"
#include "checks/host_stores.h"
#include "cuda_runtime_api.h"
#include "debug_info/program.h"
#include "state/one_at_a_time.h"

namespace emu {
namespace {

bool is_symbol(const void* symbol)
{
    initialise();
    const auto address = reinterpret_cast<uintptr_t>(symbol);
    return program.contains(address, address);
}

// An error, which it reports, if the bytes do not lie in the variable.
cudaError_t check_range(std::size_t size, std::size_t offset, std::size_t bytes, const char* function)
{
    if (offset <= size && bytes <= size - offset)
        return cudaSuccess;
    return refuse_arguments(cudaErrorInvalidValue, function,
                            std::to_string(bytes) + " bytes from byte " + std::to_string(offset) +
                                " on, but the variable has " + std::to_string(size) + " bytes");
}

}  // namespace

cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t size)
{
    const OneAtATime one_at_a_time;
    if (!pointer)
        return note(cudaErrorInvalidValue);
    if (!is_symbol(symbol))
        return note(cudaErrorInvalidSymbol);
    note_symbol_address(symbol, size);
    *pointer = const_cast<void*>(symbol);
    return cudaSuccess;
}

cudaError_t copy_to_symbol(const void* symbol, std::size_t size, std::size_t offset, const void* from,
                           std::size_t bytes, cudaMemcpyKind kind)
{
    const OneAtATime one_at_a_time;
    if (!is_symbol(symbol))
        return note(cudaErrorInvalidSymbol);
    if (const cudaError_t error = check_range(size, offset, bytes, "cudaMemcpyToSymbol"))
        return error;
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
    if (!is_symbol(symbol))
        return note(cudaErrorInvalidSymbol);
    if (const cudaError_t error = check_range(size, offset, bytes, "cudaMemcpyFromSymbol"))
        return error;
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return note(cudaErrorInvalidMemcpyDirection);
    const char* from = static_cast<const char*>(symbol) + offset;
    const cudaError_t error = copy(to, from, bytes, cudaMemcpyDefault, "cudaMemcpyFromSymbol");
    if (error == cudaSuccess)
        note_copy(to, from, bytes, kind);
    return error;
}

}  // namespace emu
