#include "common/device/cold_cache.h"
#include "common/device/cuda_check.h"

namespace ladders {
namespace {

__global__ void read_all(const uint4* buffer, std::size_t n, unsigned never, uint4* out)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    uint4 mix = {0, 0, 0, 0};
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        const uint4 v = buffer[i];
        mix.x ^= v.x, mix.y ^= v.y, mix.z ^= v.z, mix.w ^= v.w;
    }
    if (mix.x == never)  // the buffer holds zeros; without a use the compiler would drop the loads
        *out = mix;
}

__global__ void spin(long long clocks)
{
    const long long begin = clock64();
    while (clock64() - begin < clocks) {
    }
}

}  // namespace

ColdCache::ColdCache()
{
    int device = 0, l2_bytes = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device));
    bytes_ = 2 * static_cast<std::size_t>(l2_bytes > 0 ? l2_bytes : 1 << 20);
    CUDA_CHECK(cudaMalloc(&buffer_, bytes_));
    CUDA_CHECK(cudaMemset(buffer_, 0, bytes_));
}

ColdCache::~ColdCache()
{
    cudaFree(buffer_);
}

void ColdCache::flush()
{
    CUDA_CHECK(cudaCtxResetPersistingL2Cache());
    read_all<<<1024, 256>>>(static_cast<const uint4*>(buffer_), bytes_ / sizeof(uint4), 1,
                            static_cast<uint4*>(buffer_));
    CUDA_CHECK(cudaGetLastError());
}

void occupy_stream()
{
    constexpr long long kClocks = 40000;
    spin<<<1, 1>>>(kClocks);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace ladders
