// __device__ and __constant__ variables as seen by the host.
#pragma once

#include "driver_types.h"

namespace emu {

cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t size);
cudaError_t copy_to_symbol(const void* symbol, std::size_t size, std::size_t offset, const void* from,
                           std::size_t bytes, cudaMemcpyKind kind);
cudaError_t copy_from_symbol(const void* symbol, std::size_t size, std::size_t offset, void* to,
                             std::size_t bytes, cudaMemcpyKind kind);

}  // namespace emu

template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return emu::copy_to_symbol(&symbol, sizeof symbol, offset, from, bytes, kind);
}

template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t = nullptr)
{
    return emu::copy_to_symbol(&symbol, sizeof symbol, offset, from, bytes, kind);
}

template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return emu::copy_from_symbol(&symbol, sizeof symbol, offset, to, bytes, kind);
}

template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t = nullptr)
{
    return emu::copy_from_symbol(&symbol, sizeof symbol, offset, to, bytes, kind);
}

template <class T>
cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol)
{
    return emu::symbol_address(pointer, &symbol, sizeof symbol);
}

template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T&)
{
    *bytes = sizeof(T);
    return cudaSuccess;
}
