#include "common/device/cuda_check.h"

#include "common/support/errors.h"
#include "common/support/text.h"

#include <string>

namespace ladders {
namespace {

constexpr const char* kHowToEmulate =
    "build for the emulator: cmake --preset emulator && cmake --build --preset emulator";

// The compute capability of the current device as CMAKE_CUDA_ARCHITECTURES writes it: 90 for sm_90.
std::string architecture_of_device()
{
    int device = 0, major = 0, minor = 0;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess ||
        cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess)
        return "<your GPU's>";
    return std::to_string(10 * major + minor);
}

}  // namespace

void check_cuda(cudaError_t error, const char* call, const char* file, int line)
{
    if (error == cudaSuccess)
        return;
    const std::string what = std::string(cudaGetErrorName(error)) + " (" + cudaGetErrorString(error) + ")";
    const std::string where = base_name(file) + ":" + std::to_string(line) + ": " + call;
    switch (error) {
        case cudaErrorNoDevice:
        case cudaErrorInsufficientDriver:
        case cudaErrorStubLibrary:
            throw NoGpu("no usable NVIDIA GPU: " + what + "; " + kHowToEmulate);
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorInvalidDeviceFunction:
        case cudaErrorUnsupportedPtxVersion:
        case cudaErrorInvalidPtx:
            throw CudaError(where + ": " + what +
                            "; this program holds no code for this GPU: configure with " +
                            "-DCMAKE_CUDA_ARCHITECTURES=" + architecture_of_device() + " and build again");
        case cudaErrorMemoryAllocation:
            throw OutOfMemory(where + ": " + what);
        default:
            throw CudaError(where + ": " + what);
    }
}

}  // namespace ladders
