#include "api/launch_checks.h"

#include "api/capture.h"
#include "api/errors.h"
#include "api/refused_arguments.h"
#include "api/stream_work.h"
#include "checks/host_stores.h"
#include "checks/reports.h"
#include "cuda_runtime_api.h"
#include "state/devices.h"

#include <cstring>

namespace emu {

void refuse(const Kernel& kernel, cudaError_t error, const std::string& why)
{
    refuse_arguments(error, "cudaLaunchKernel", std::string("of kernel ") + kernel.name + "\n" + why,
                     kernel.line ? SourceLine{kernel.file, kernel.line} : SourceLine());
}

void check_arguments(const Kernel& kernel)
{
    const auto* bytes = static_cast<const char*>(kernel.arguments);
    for (std::size_t i = 0; i + sizeof(uintptr_t) <= kernel.arguments_size; i += sizeof(uintptr_t)) {
        uintptr_t word;
        std::memcpy(&word, bytes + i, sizeof word);
        if (is_name_of_constant(word))
            report_host("A __constant__ variable is passed to a kernel", "", 0,
                        std::string("of kernel ") + kernel.name +
                            "\nIts name in the host's code is not its address on the device.\n"
                            "Kernels use the variable by its name, without a parameter.");
    }
}

bool is_stream_of_current_device(const Kernel& kernel, cudaStream_t stream)
{
    if (is_default(stream))
        return true;
    if (!is_usable(stream)) {
        note(cudaErrorInvalidResourceHandle);
        return false;
    }
    if (device_of(stream) == current_device())
        return true;
    refuse(kernel, cudaErrorInvalidResourceHandle,
           "device " + std::to_string(current_device()) + " is current, but the stream belongs to device " +
               std::to_string(device_of(stream)) + "\nCall cudaSetDevice(" +
               std::to_string(device_of(stream)) + ") before the launch, or use a stream of device " +
               std::to_string(current_device()) + ".");
    return false;
}

}  // namespace emu
