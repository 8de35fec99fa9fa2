// cudaLaunchKernel() and similar functions: launches that take the arguments as an array of pointers.
//
// On a GPU a pointer to the kernel is enough, since the runtime knows the parameters of each kernel. Here the
// pointer's type must tell them. The rewriter therefore removes the casts to void* that the C interface asks
// for, and adds the kernel's name: cudaLaunchKernel((void*)f<int>, ...) becomes
// cudaLaunchKernel(::emu::named_kernel(f<int>, "f<int>"), ...).
#pragma once

#include "launch.h"

#include <type_traits>
#include <utility>

enum cudaClusterSchedulingPolicy {
    cudaClusterSchedulingPolicyDefault = 0,
    cudaClusterSchedulingPolicySpread = 1,
    cudaClusterSchedulingPolicyLoadBalancing = 2
};
union cudaLaunchAttributeValue {
    char pad[64];
    int cooperative;
    struct {
        unsigned x, y, z;
    } clusterDim;
    cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
    int programmaticStreamSerializationAllowed;
    int priority;
};
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributePriority = 8
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    std::size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute* attrs;
    unsigned numAttrs;
};

namespace emu {

template <class Function>
struct NamedKernel {
    Function function;
    const char* name;
};

template <class Function>
NamedKernel<Function> named_kernel(Function function, const char* name)
{
    static_assert(std::is_function_v<std::remove_pointer_t<Function>>,
                  "the emulator launches a kernel by its own name, not by a void* to it");
    return {function, name};
}

// Launches the kernel, and returns the error of the launch itself.
cudaError_t run_by_api(const Kernel& kernel, dim3 grid, dim3 block, std::size_t dynamic_shared,
                       cudaStream_t stream);

// The size of a cluster in blocks; x = 0: no attribute sets it.
inline dim3 cluster_of(const cudaLaunchConfig_t& config)
{
    dim3 cluster(0, 0, 0);
    for (unsigned i = 0; i < config.numAttrs; ++i)
        if (config.attrs[i].id == cudaLaunchAttributeClusterDimension)
            cluster = {config.attrs[i].val.clusterDim.x, config.attrs[i].val.clusterDim.y,
                       config.attrs[i].val.clusterDim.z};
    return cluster;
}

inline bool is_cooperative(const cudaLaunchConfig_t& config)
{
    bool cooperative = false;
    for (unsigned i = 0; i < config.numAttrs; ++i)
        cooperative |=
            config.attrs[i].id == cudaLaunchAttributeCooperative && config.attrs[i].val.cooperative;
    return cooperative;
}

// Copied bit by bit, without a constructor.
template <class T>
using Copied = std::conditional_t<has_own_copies<T>, Bytes<T>, T>;

template <class Function, class... Arguments>
struct BoundKernel {
    Function function;
    Copies<Arguments...> arguments;

    // Not instrumented, as it reads memory of the launching thread, which a kernel must not.
    EMU_NO_SANITIZE static void call(void* object)
    {
        auto& bound = *static_cast<BoundKernel*>(object);
        const auto call_function = [&](Arguments&... copies) EMU_NO_SANITIZE {
            bound.function(argument(copies)...), leave_kernel(copies...);
        };
        bound.arguments.pass_to(call_function);
    }
    EMU_NO_SANITIZE static void find_arguments(const void* object, ArgumentPlace* places)
    {
        static_cast<const BoundKernel*>(object)->arguments.find(object, places);
    }
};

template <class Function, class... Arguments>
cudaError_t launch_bound(BoundKernel<Function, Arguments...> bound, const char* name, dim3 grid, dim3 block,
                         std::size_t shared, cudaStream_t stream, bool cooperative, dim3 cluster = {0, 0, 0})
{
    return run_by_api({name, bound.call, &bound, sizeof bound, sizeof...(Arguments), bound.find_arguments,
                       cooperative, cluster, "", 0, reinterpret_cast<const void*>(bound.function)},
                      grid, block, shared, stream);
}

template <class... Parameters, std::size_t... i>
cudaError_t launch_with(NamedKernel<void (*)(Parameters...)> kernel, void** arguments, dim3 grid, dim3 block,
                        std::size_t shared, cudaStream_t stream, bool cooperative, std::index_sequence<i...>,
                        dim3 cluster = {0, 0, 0})
{
    return launch_bound<void (*)(Parameters...), Copied<std::decay_t<Parameters>>...>(
        {kernel.function, {{*static_cast<Copied<std::decay_t<Parameters>>*>(arguments[i])}...}}, kernel.name,
        grid, block, shared, stream, cooperative, cluster);
}

}  // namespace emu

template <class... Parameters>
cudaError_t cudaLaunchKernel(emu::NamedKernel<void (*)(Parameters...)> kernel, dim3 grid, dim3 block,
                             void** arguments, std::size_t shared = 0, cudaStream_t stream = nullptr)
{
    return emu::launch_with(kernel, arguments, grid, block, shared, stream, false,
                            std::index_sequence_for<Parameters...>{});
}

template <class... Parameters>
cudaError_t cudaLaunchCooperativeKernel(emu::NamedKernel<void (*)(Parameters...)> kernel, dim3 grid,
                                        dim3 block, void** arguments, std::size_t shared = 0,
                                        cudaStream_t stream = nullptr)
{
    return emu::launch_with(kernel, arguments, grid, block, shared, stream, true,
                            std::index_sequence_for<Parameters...>{});
}

template <class... Parameters>
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                emu::NamedKernel<void (*)(Parameters...)> kernel, void** arguments)
{
    return emu::launch_with(kernel, arguments, config->gridDim, config->blockDim, config->dynamicSmemBytes,
                            config->stream, emu::is_cooperative(*config),
                            std::index_sequence_for<Parameters...>{}, emu::cluster_of(*config));
}

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments&&... arguments)
{
    return emu::launch_bound<void (*)(Parameters...), std::decay_t<Parameters>...>(
        {kernel, {{static_cast<std::decay_t<Parameters>>(std::forward<Arguments>(arguments))}...}},
        "a kernel", config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream,
        emu::is_cooperative(*config), emu::cluster_of(*config));
}

namespace emu {

cudaError_t active_clusters(int* clusters, const void* function, const cudaLaunchConfig_t* config);
cudaError_t largest_cluster(int* blocks, const void* function, const cudaLaunchConfig_t* config);

}  // namespace emu

// How many clusters of this launch the device holds at once, if nothing else runs.
template <class Function>
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, Function* function,
                                           const cudaLaunchConfig_t* config)
{
    return emu::active_clusters(clusters, reinterpret_cast<const void*>(function), config);
}

// The largest cluster, in blocks, that this launch may have.
template <class Function>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, Function* function,
                                                 const cudaLaunchConfig_t* config)
{
    return emu::largest_cluster(blocks, reinterpret_cast<const void*>(function), config);
}
