// The code that the rewriter generates for kernel<<<grid, block, shared, stream>>>(arguments) calls these.
#pragma once

#include "cuda_runtime_api.h"
#include "vector_types.h"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace emu {

// Where an argument is in the copy of all of them.
struct ArgumentPlace {
    std::size_t offset, bytes;
};

// A kernel and its arguments, which are copied once per launch. `call` runs one thread.
struct Kernel {
    const char* name;
    void (*call)(void* arguments);
    void* arguments;
    std::size_t arguments_size;
    std::size_t arguments_count;
    void (*find_arguments)(const void* arguments, ArgumentPlace* places);
    bool cooperative = false;  // launched by cudaLaunchCooperativeKernel()
    dim3 cluster{0, 0, 0};     // cudaLaunchAttributeClusterDimension; x = 0: not set
    const char* file = "";     // of a launch in device code
    int line = 0;
    const void* function = nullptr;  // null: a launch by <<<>>>, which does not know it
};

// In a kernel this only notes the launch: the child grid runs after its parent.
void run(const Kernel& kernel, dim3 grid, dim3 block, std::size_t dynamic_shared, cudaStream_t stream);

// Every thread calls this at the start of its kernel. It ends the thread if the launch exceeds a limit of the
// kernel. words: the names of its parameters and arrays (rewriter/kernel_words.h). kernel: its own name, which a launch
// through a pointer does not tell.
void enter_kernel(const char* words, const char* kernel = __builtin_FUNCTION());
// most_threads: of __launch_bounds__.
void enter_kernel(const char* words, int most_threads, const char* kernel = __builtin_FUNCTION());
// Comes before it in a kernel with __cluster_dims__.
void enter_cluster(unsigned x, unsigned y = 1, unsigned z = 1);

// The block's dynamic shared memory: `extern __shared__ T x[];` becomes `T* x =
// (T*)::emu::dynamic_shared();`.
__attribute__((const)) void* dynamic_shared();

// Ends the thread.
[[noreturn]] void end_kernel();

// On a GPU a launch copies each argument once, and threads get its bytes: no constructor and no destructor runs in them.
template <class T>
constexpr bool has_own_copies =
    std::is_copy_constructible_v<T> &&
    !(std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T> &&
      (std::is_trivially_move_constructible_v<T> || !std::is_move_constructible_v<T>));

// Called as a function T f(const void* from, std::size_t bytes) of a class T that is returned in memory: returns a T with
// these bytes (machine/).
extern "C" void emu_return_bytes();

// What a thread passes to its kernel. `argument` is the launch's copy.
template <class T, std::enable_if_t<!has_own_copies<T>, int> = 0>
EMU_NO_SANITIZE __attribute__((always_inline)) inline T& argument(T& argument)
{
    return argument;
}
template <class T, std::enable_if_t<has_own_copies<T>, int> = 0>
EMU_NO_SANITIZE T argument(T& argument)
{
    const auto copy = reinterpret_cast<T (*)(const void*, std::size_t)>(emu_return_bytes);
    return copy(&argument, sizeof(T));
}

// The bytes of an argument that cudaLaunchKernel() gets the address of.
template <class T>
struct Bytes {
    alignas(T) unsigned char of[sizeof(T)];
};
template <class T>
constexpr bool has_own_copies<Bytes<T>> = true;

template <class T>
EMU_NO_SANITIZE T argument(Bytes<T>& bytes)
{
    return argument(reinterpret_cast<T&>(bytes));
}

// Comes after the call of the kernel in the same expression, at whose end its parameters would be destroyed.
template <class... Arguments>
EMU_NO_SANITIZE __attribute__((always_inline)) inline void leave_kernel(Arguments&...)
{
    if constexpr ((has_own_copies<Arguments> || ...))
        end_kernel();
}

// The literal 0 as a kernel argument: converts to a null pointer even after it was forwarded.
struct ZeroLiteral {
    template <class T>
    constexpr operator T*() const
    {
        return nullptr;
    }
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
    constexpr operator T() const
    {
        return T(0);
    }
};

// A launch's copies of its arguments. No std::tuple: its functions would be instrumented, and count as the kernel's.
template <std::size_t i, class T>
struct ArgumentCopy {
    T value;
};
template <class Indices, class... T>
struct ArgumentCopies;
template <std::size_t... i, class... T>
struct ArgumentCopies<std::index_sequence<i...>, T...> : ArgumentCopy<i, T>... {
    template <class Call>
    EMU_NO_SANITIZE void pass_to(Call& call)
    {
        call(ArgumentCopy<i, T>::value...);
    }
    // from: what the offsets are counted from.
    EMU_NO_SANITIZE void find(const void* from, ArgumentPlace* places) const
    {
        const auto offset_of = [&](const void* value) EMU_NO_SANITIZE {
            return std::size_t(static_cast<const char*>(value) - static_cast<const char*>(from));
        };
        ((places[i] = {offset_of(__builtin_addressof(ArgumentCopy<i, T>::value)), sizeof(T)}), ...);
        (void)offset_of;
        (void)places;
    }
};
template <class... T>
using Copies = ArgumentCopies<std::index_sequence_for<T...>, T...>;

// A launch's configuration, and where it stands.
struct LaunchConfiguration {
    const char* name;
    dim3 grid, block;
    std::size_t dynamic_shared;
    cudaStream_t stream;
    const char* file = "";
    int line = 0;
};

template <class Call, class... Arguments>
void run_call(const LaunchConfiguration& c, Call call, Arguments&&... arguments)
{
    struct Bound {
        Call call;
        Copies<std::decay_t<Arguments>...> copies;
    } bound{call, {{std::forward<Arguments>(arguments)}...}};
    // Not instrumented, as it reads memory of the launching thread, which a kernel must not.
    const auto call_one_thread = [](void* object) EMU_NO_SANITIZE {
        Bound& b = *static_cast<Bound*>(object);
        b.copies.pass_to(b.call);
    };
    const auto find_arguments = [](const void* object, ArgumentPlace* places) EMU_NO_SANITIZE {
        static_cast<const Bound*>(object)->copies.find(object, places);
    };
    run({c.name, call_one_thread, &bound, sizeof bound, sizeof...(Arguments), find_arguments, false,
         dim3(0, 0, 0), c.file, c.line},
        c.grid, c.block, c.dynamic_shared, c.stream);
}

template <class Call>
class Launch {
public:
    Launch(Call call, const LaunchConfiguration& configuration) : call_(call), configuration_(configuration)
    {
    }

    template <class... Arguments>
    void operator()(Arguments&&... arguments)
    {
        run_call(configuration_, call_, std::forward<Arguments>(arguments)...);
    }

private:
    Call call_;
    LaunchConfiguration configuration_;
};

template <class Call>
Launch<Call> launch(Call call, const char* name, dim3 grid, dim3 block, std::size_t dynamic_shared = 0,
                    cudaStream_t stream = nullptr)
{
    return {call, {name, grid, block, dynamic_shared, stream}};
}

// The same in device code. Its arguments are values: the launching thread reads them where the launch stands.
template <class Call>
class LaunchInKernel {
public:
    EMU_NO_SANITIZE LaunchInKernel(Call call, const LaunchConfiguration& configuration)
        : call_(call), configuration_(configuration)
    {
    }

    template <class... Arguments>
    EMU_NO_SANITIZE void operator()(Arguments... arguments)
    {
        run_call(configuration_, call_, std::move(arguments)...);
    }

private:
    Call call_;
    LaunchConfiguration configuration_;
};

// The default arguments are the caller's file and line.
template <class Call>
EMU_NO_SANITIZE LaunchInKernel<Call> launch_in_kernel(Call call, const char* name, dim3 grid, dim3 block,
                                                      std::size_t dynamic_shared = 0,
                                                      cudaStream_t stream = nullptr,
                                                      const char* file = __builtin_FILE(),
                                                      int line = __builtin_LINE())
{
    return {call, {name, grid, block, dynamic_shared, stream, file, line}};
}

}  // namespace emu
