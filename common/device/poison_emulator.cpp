#include "common/device/cuda_check.h"
#include "common/device/poison.h"
#include "common/support/text.h"
#include "emulator.h"

namespace ladders {

void poison(void* device, int value, std::size_t bytes)
{
    CUDA_CHECK(emu::poison(device, value, bytes));
}
void note_element_size(void* device, std::size_t bytes)
{
    emu::note_elements(cudaSuccess, device, bytes, false);
}

std::string stored_at(const void* device)
{
    const std::vector<std::string> lines = emu::stores_into(device);
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += (i == 0 ? "at " : i + 1 == lines.size() ? " and " : ", ") + base_name(lines[i]);
    return text;
}
std::string allocated_at(const void* device)
{
    return base_name(emu::allocated_at(device));
}

}  // namespace ladders
