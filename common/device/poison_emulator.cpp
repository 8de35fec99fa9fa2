#include "common/device/cuda_check.h"
#include "common/device/poison.h"
#include "emulator.h"

namespace ladders {

void poison(void* device, int value, std::size_t bytes)
{
    CUDA_CHECK(emu::poison(device, value, bytes));
}
void note_element_size(void* device, std::size_t bytes)
{
    emu::note_elements(cudaSuccess, device, bytes);
}

}  // namespace ladders
