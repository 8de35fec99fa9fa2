// What the nodes of a graph do.
#include "api/errors.h"
#include "api/graph.h"
#include "api/kernel_registry.h"
#include "api/launch_configuration.h"
#include "api/refused_arguments.h"
#include "cuda_emulator/launch_api.h"

#include <cstring>

namespace emu {
namespace {

// CU_LAUNCH_PARAM_END, _BUFFER_POINTER and _BUFFER_SIZE
void* const kEnd = nullptr;
void* const kBuffer = reinterpret_cast<void*>(1);

// The addresses of the arguments in `extra`: pairs of a key and a value.
std::vector<void*> arguments_of_extra(const KernelEntry& entry, void** extra)
{
    for (; *extra != kEnd; extra += 2)
        if (*extra == kBuffer)
            return arguments_in(entry, extra[1]);
    return {};
}

// The arguments' own copies, whose addresses cudaGraphKernelNodeGetParams() gives.
std::shared_ptr<std::vector<void*>> keep_arguments(const KernelEntry& entry, void** arguments)
{
    struct Kept {
        std::vector<std::vector<std::max_align_t>> values;
        std::vector<void*> addresses;
    };
    auto kept = std::make_shared<Kept>();
    kept->values.resize(entry.parameters);
    for (std::size_t i = 0; i < entry.parameters; ++i) {
        kept->values[i].resize(entry.places[i].bytes / sizeof(std::max_align_t) + 1);
        std::memcpy(kept->values[i].data(), arguments[i], entry.places[i].bytes);
        kept->addresses.push_back(kept->values[i].data());
    }
    return {kept, &kept->addresses};
}

}  // namespace

cudaError_t make_kernel_work(const cudaKernelNodeParams* params, const char* function, NodeWork& made)
{
    if (!params || !params->func)
        return refuse_arguments(cudaErrorInvalidValue, function, "func, the kernel, is a null pointer");
    const KernelEntry* entry = find_kernel(params->func);
    if (!entry)
        return refuse_arguments(
            cudaErrorInvalidDeviceFunction, function,
            "func is no kernel that the emulator knows: write (void*)kernel, with the kernel's name");
    std::string why;
    if (const cudaError_t error =
            check_configuration(params->gridDim, params->blockDim, params->sharedMemBytes, &why);
        error != cudaSuccess)
        return refuse_arguments(error, function, std::string("of kernel ") + entry->name + "\n" + why);
    std::vector<void*> arguments;
    if (params->kernelParams)
        arguments.assign(params->kernelParams, params->kernelParams + entry->parameters);
    else if (params->extra)
        arguments = arguments_of_extra(*entry, params->extra);
    if (arguments.size() != entry->parameters)
        return refuse_arguments(cudaErrorInvalidValue, function,
                                std::string("kernel ") + entry->name + " has " +
                                    std::to_string(entry->parameters) +
                                    " parameters, but kernelParams is a null pointer");
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!arguments[i])
            return refuse_arguments(cudaErrorInvalidValue, function,
                                    "kernelParams[" + std::to_string(i) + "], of kernel " + entry->name +
                                        ", is a null pointer: it must be the address of the argument");
    const BoundArguments bound(*entry, arguments.data());
    const cudaKernelNodeParams p = *params;
    made = {cudaGraphNodeTypeKernel, std::string("the kernel ") + entry->name,
            [=] { return run_by_api(bound.kernel(), p.gridDim, p.blockDim, p.sharedMemBytes, nullptr); }, 1};
    made.kernel = p;
    made.arguments = keep_arguments(*entry, arguments.data());
    made.kernel.kernelParams = made.arguments->data();
    made.kernel.extra = nullptr;
    return cudaSuccess;
}

cudaError_t make_copy_work(const cudaMemcpy3DParms* params, NodeWork& made)
{
    if (!params)
        return note(cudaErrorInvalidValue);
    made = {cudaGraphNodeTypeMemcpy, "a memcpy node",
            [p = *params] { return cudaMemcpy3DAsync(&p, nullptr); }, 1};
    return cudaSuccess;
}

cudaError_t make_copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, NodeWork& made)
{
    if (!to || !from)
        return note(cudaErrorInvalidValue);
    made = {cudaGraphNodeTypeMemcpy, "a memcpy node",
            [=] { return cudaMemcpyAsync(to, from, bytes, kind, nullptr); }, 1};
    return cudaSuccess;
}

cudaError_t make_fill_work(const cudaMemsetParams* params, const char* function, NodeWork& made)
{
    if (!params || !params->dst)
        return note(cudaErrorInvalidValue);
    const cudaMemsetParams p = *params;
    if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4)
        return refuse_arguments(
            cudaErrorInvalidValue, function,
            "elementSize is " + std::to_string(p.elementSize) + ": it must be 1, 2 or 4 bytes");
    const std::size_t rows = p.height > 1 ? p.height : 1;
    made = {cudaGraphNodeTypeMemset, "a memset node",
            [=] {
                cudaError_t error = cudaSuccess;
                for (std::size_t row = 0; row < rows && error == cudaSuccess; ++row) {
                    char* const start = static_cast<char*>(p.dst) + row * p.pitch;
                    bool same = true;  // all bytes of an element
                    for (unsigned i = 1; i < p.elementSize; ++i)
                        same &= (p.value >> 8 * i & 255) == (p.value & 255);
                    if (same) {
                        error = cudaMemsetAsync(start, int(p.value & 255), p.width * p.elementSize, nullptr);
                        continue;
                    }
                    for (unsigned i = 0; i < p.elementSize && error == cudaSuccess; ++i)
                        error = cudaMemset2DAsync(start + i, p.elementSize, int(p.value >> 8 * i & 255), 1,
                                                  p.width, nullptr);
                }
                return error;
            },
            1};
    return cudaSuccess;
}

cudaError_t make_host_work(const cudaHostNodeParams* params, NodeWork& made)
{
    if (!params || !params->fn)
        return note(cudaErrorInvalidValue);
    made = {cudaGraphNodeTypeHost, "a host node",
            [p = *params] { return cudaLaunchHostFunc(nullptr, p.fn, p.userData); }, 0};
    return cudaSuccess;
}

cudaError_t make_child_work(cudaGraph_t child, NodeWork& made)
{
    if (!is_usable(child))
        return note(cudaErrorInvalidValue);
    made.type = cudaGraphNodeTypeGraph;
    made.name = "a child graph";
    made.child = copy_graph(*child);
    return cudaSuccess;
}

}  // namespace emu
