#include "cuda_emulator/poison.h"

#include "api/copy.h"
#include "debug_info/program.h"
#include "memory/device_memory.h"

namespace emu {

cudaError_t poison(void* array, int value, std::size_t bytes)
{
    const cudaError_t error = fill_rows(array, bytes, value, bytes, 1);
    const auto address = reinterpret_cast<uintptr_t>(array);
    // The host may write to managed memory unseen, so all of it counts as written.
    if (error == cudaSuccess && bytes > 0 && device_memory.device.contains(address))
        device_memory.shadow.set_unwritten(address, bytes);
    return error;
}

cudaError_t note_elements(cudaError_t error, const void* array, std::size_t bytes_of_element)
{
    if (error == cudaSuccess && array)
        for (Arena* arena : {&device_memory.device, &device_memory.managed})
            arena->note_element(array, bytes_of_element);
    return error;
}

void skip_in_reports(const std::string& folder)
{
    Program::skip_folder(folder);
}

}  // namespace emu
