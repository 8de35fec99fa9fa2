#include "api/launch_configuration.h"

#include "api/kernel_limits.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {
namespace {

constexpr uint64_t kMaxGrid[] = {2147483647, 65535, 65535};
constexpr unsigned kMaxBlock[] = {1024, 1024, 64};

}  // namespace

cudaError_t check_configuration(dim3 size, dim3 block, std::size_t dynamic_shared, std::string* why)
{
    const char* const axis[] = {"x", "y", "z"};
    const uint64_t grid_size[] = {size.x, size.y, size.z};
    const unsigned block_size[] = {block.x, block.y, block.z};
    const auto wrong = [&](uint64_t have, const std::string& what, uint64_t most) {
        const auto text = [](dim3 d) {
            return std::to_string(d.x) + " x " + std::to_string(d.y) + " x " + std::to_string(d.z);
        };
        *why = "grid " + text(size) + ", block " + text(block) + ": " + std::to_string(have) + " " + what +
               ", but the limits are 1 and " + std::to_string(most);
        if (have == 0)
            *why += "\nDoes a division such as n / block round down to 0? (n + block - 1) / block rounds up.";
        else if (have >= uint64_t(1) << 31)
            *why += "\nIs a negative number taken for a very large one?";
        return cudaErrorInvalidConfiguration;
    };
    for (int i = 0; i < 3; ++i) {
        if (grid_size[i] == 0 || grid_size[i] > kMaxGrid[i])
            return wrong(grid_size[i], std::string("blocks in ") + axis[i], kMaxGrid[i]);
        if (block_size[i] == 0 || block_size[i] > kMaxBlock[i])
            return wrong(block_size[i], std::string("threads per block in ") + axis[i], kMaxBlock[i]);
    }
    if (const uint64_t threads = uint64_t(block.x) * block.y * block.z; threads > kMaxThreads)
        return wrong(threads, "threads per block", kMaxThreads);
    if (dynamic_shared > std::size_t(kMostDynamicShared)) {
        *why = std::to_string(dynamic_shared) + " bytes of dynamic shared memory: the limit is " +
               std::to_string(kMostDynamicShared);
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

}  // namespace emu
