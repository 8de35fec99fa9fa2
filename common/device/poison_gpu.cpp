#include "common/device/cuda_check.h"
#include "common/device/poison.h"

namespace ladders {

void poison(void* device, int value, std::size_t bytes)
{
    CUDA_CHECK(cudaMemset(device, value, bytes));
}
void note_element_size(void*, std::size_t) {}
std::string stored_at(const void*)
{
    return "";
}
std::string allocated_at(const void*)
{
    return "";
}

}  // namespace ladders
