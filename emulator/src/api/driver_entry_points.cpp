#include "api/driver_context.h"

#include <cstring>

// Not found, and no error, as in CUDA: for functions of later versions and of what is not supported.
cudaError_t cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long,
                                    cudaDriverEntryPointQueryResult* result)
{
    if (!name || !function)
        return emu::note(cudaErrorInvalidValue);
    *function = nullptr;
#define EMU_FIND(known)                 \
    if (std::strcmp(name, #known) == 0) \
        *function = reinterpret_cast<void*>(known);
    EMU_DRIVER_FUNCTIONS(EMU_FIND)
#undef EMU_FIND
    if (result)
        *result = *function ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}
