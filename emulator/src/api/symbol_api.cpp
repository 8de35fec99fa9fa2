#include "api/copy.h"
#include "api/errors.h"
#include "api/initialise.h"
#include "checks/host_stores.h"
#include "cuda_runtime_api.h"
#include "debug_info/program.h"

namespace emu {
namespace {

bool is_variable(const void* symbol)
{
    initialise();
    const auto address = reinterpret_cast<uintptr_t>(symbol);
    return program.contains(address, address);
}

bool fits(std::size_t size, std::size_t offset, std::size_t bytes)
{
    return offset <= size && bytes <= size - offset;
}

}  // namespace

cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t size)
{
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
    if (!is_variable(symbol))
        return note(cudaErrorInvalidSymbol);
    if (!fits(size, offset, bytes))
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
    if (!is_variable(symbol))
        return note(cudaErrorInvalidSymbol);
    if (!fits(size, offset, bytes))
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
