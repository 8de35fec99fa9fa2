// The kernels of the program by their addresses, for calls that get a kernel as a void* or by its name: graphs and the
// driver API. On a GPU the runtime knows the parameters of each kernel; here the kernel's type tells them, where the
// rewriter sees the kernel: behind its body it puts a RegisteredKernel, and around a cast to void* a kernel_address().
#pragma once

#include "launch_api.h"

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace emu {

struct KernelEntry {
    const char* name;
    const void* function;
    std::size_t parameters;
    const ArgumentPlace* places;  // of the parameters, as in CU_LAUNCH_PARAM_BUFFER_POINTER
    // The kernel bound to its arguments, as a launch needs it.
    std::size_t bound_size;
    void (*bind)(void* bound, const void* function, void** arguments);
    void (*call)(void* bound);
    void (*find_arguments)(const void* bound, ArgumentPlace* places);
};

void register_kernel(const KernelEntry& entry);

template <class... Parameters>
struct KernelEntryOf {
    using Function = void (*)(Parameters...);
    using Bound = BoundKernel<Function, Copied<std::decay_t<Parameters>>...>;
    static constexpr std::size_t kCount = sizeof...(Parameters);

    template <std::size_t... i>
    static void bind_all(void* bound, const void* function, void** arguments, std::index_sequence<i...>)
    {
        (void)arguments;
        new (bound) Bound{reinterpret_cast<Function>(const_cast<void*>(function)),
                          {{*static_cast<Copied<std::decay_t<Parameters>>*>(arguments[i])}...}};
    }
    static void bind(void* bound, const void* function, void** arguments)
    {
        bind_all(bound, function, arguments, std::index_sequence_for<Parameters...>{});
    }
    static const ArgumentPlace* places()
    {
        static const struct Places {
            ArgumentPlace of[kCount + 1] = {};
            Places()
            {
                const std::size_t sizes[] = {sizeof(Parameters)..., 0},
                                  alignments[] = {alignof(Parameters)..., 1};
                std::size_t at = 0;
                for (std::size_t i = 0; i < kCount; ++i) {
                    at = (at + alignments[i] - 1) / alignments[i] * alignments[i];
                    of[i] = {at, sizes[i]};
                    at += sizes[i];
                }
            }
        } places;
        return places.of;
    }
    static KernelEntry entry(Function function, const char* name)
    {
        return {name,          reinterpret_cast<const void*>(function),
                kCount,        places(),
                sizeof(Bound), bind,
                Bound::call,   Bound::find_arguments};
    }
};

template <class... Parameters>
void* kernel_address(void (*kernel)(Parameters...), const char* name)
{
    register_kernel(KernelEntryOf<Parameters...>::entry(kernel, name));
    return reinterpret_cast<void*>(kernel);
}

struct RegisteredKernel {
    template <class... Parameters>
    RegisteredKernel(void (*kernel)(Parameters...), const char* name)
    {
        kernel_address(kernel, name);
    }
};

}  // namespace emu
