// cuda::atomic, cuda::atomic_ref and cuda::std::atomic_flag for kernels and the host, made of the emulator's atomic requests,
// volatile accesses and fences: counters and the check for races see them as they see atomicAdd().
#pragma once

#include "cuda_emulator/atomic_functions.h"
#include "cuda_emulator/cuda_std.h"
#include "cuda_emulator/frame.h"
#include "cuda_emulator/synchronization.h"

#include <atomic>
#include <cstddef>
#include <type_traits>

namespace cuda {

enum thread_scope {
    thread_scope_system = 0,
    thread_scope_device = 1,
    thread_scope_block = 2,
    thread_scope_thread = 10
};

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

}  // namespace cuda

namespace emu {

#define EMU_ONE_REQUEST(address, kind)                                                                \
    issue_atomic_of_object(address, sizeof *(address), AtomicKind::kind, __builtin_return_address(0), \
                           EMU_FRAME)
#define EMU_ATOMIC __attribute__((noinline)) EMU_NO_SANITIZE inline

// Each is one atomic request of the line that calls the member function, which is inlined there.
#define EMU_ATOMIC_UPDATE(name, expression)    \
    template <class T, class Value>            \
    EMU_ATOMIC T name(T* address, Value value) \
    {                                          \
        EMU_ONE_REQUEST(address, update);      \
        const T old = *address;                \
        *address = T(expression);              \
        return old;                            \
    }
EMU_ATOMIC_UPDATE(update_exchange, value)
EMU_ATOMIC_UPDATE(update_add, old + value)
EMU_ATOMIC_UPDATE(update_sub, old - value)
EMU_ATOMIC_UPDATE(update_and, old& value)
EMU_ATOMIC_UPDATE(update_or, old | value)
EMU_ATOMIC_UPDATE(update_xor, old ^ value)
EMU_ATOMIC_UPDATE(update_min, value < old ? value : old)
EMU_ATOMIC_UPDATE(update_max, old < value ? value : old)
#undef EMU_ATOMIC_UPDATE

template <class T>
EMU_ATOMIC T update_compare_and_swap(T* address, T expected, T desired)
{
    EMU_ONE_REQUEST(address, compare_and_swap);
    const T old = *address;
    if (old == expected)
        *address = desired;
    return old;
}

// A fence before what releases, and after what acquires.
template <::cuda::thread_scope scope>
__forceinline__ void fence_before(::std::memory_order order)
{
    if (order == ::std::memory_order_release || order == ::std::memory_order_acq_rel ||
        order == ::std::memory_order_seq_cst)
        fence();
    if constexpr (scope == ::cuda::thread_scope_block)
        limit_to_block();
}
__forceinline__ void fence_after(::std::memory_order order)
{
    if (order != ::std::memory_order_relaxed && order != ::std::memory_order_release)
        fence();
}

// The operations of both classes. Self has address().
template <class Self, class T, ::cuda::thread_scope scope>
class AtomicOperations {
    static_assert(std::is_arithmetic_v<T> || std::is_pointer_v<T> || std::is_enum_v<T>,
                  "the emulator's cuda::atomic takes numbers, pointers and enumerations");
    using Order = ::std::memory_order;
    using Difference = std::conditional_t<std::is_pointer_v<T>, std::ptrdiff_t, T>;

    __forceinline__ T* address() const { return static_cast<const Self*>(this)->address(); }

public:
    using value_type = T;
    static constexpr bool is_always_lock_free = true;
    __host__ __device__ bool is_lock_free() const { return true; }

    __host__ __device__ __forceinline__ T load(Order order = ::std::memory_order_seq_cst) const
    {
        const T value = *static_cast<const volatile T*>(address());
        fence_after(order);
        return value;
    }
    __host__ __device__ __forceinline__ void store(T value, Order order = ::std::memory_order_seq_cst) const
    {
        if (order != ::std::memory_order_relaxed)
            fence();
        *static_cast<volatile T*>(address()) = value;
    }
    __host__ __device__ __forceinline__ operator T() const { return load(); }

#define EMU_MEMBER(name, update, Value)                                                                      \
    __host__ __device__ __forceinline__ T name(Value value, Order order = ::std::memory_order_seq_cst) const \
    {                                                                                                        \
        fence_before<scope>(order);                                                                          \
        const T old = update(address(), value);                                                              \
        fence_after(order);                                                                                  \
        return old;                                                                                          \
    }
    EMU_MEMBER(exchange, update_exchange, T)
    EMU_MEMBER(fetch_add, update_add, Difference)
    EMU_MEMBER(fetch_sub, update_sub, Difference)
    EMU_MEMBER(fetch_and, update_and, T)
    EMU_MEMBER(fetch_or, update_or, T)
    EMU_MEMBER(fetch_xor, update_xor, T)
    EMU_MEMBER(fetch_min, update_min, T)
    EMU_MEMBER(fetch_max, update_max, T)
#undef EMU_MEMBER

    __host__ __device__ __forceinline__ bool compare_exchange_strong(
        T& expected, T desired, Order order = ::std::memory_order_seq_cst,
        Order = ::std::memory_order_seq_cst) const
    {
        fence_before<scope>(order);
        const T old = update_compare_and_swap(address(), expected, desired);
        fence_after(order);
        const bool is_swapped = old == expected;
        expected = old;
        return is_swapped;
    }
    __host__ __device__ __forceinline__ bool compare_exchange_weak(T& expected, T desired,
                                                                   Order order = ::std::memory_order_seq_cst,
                                                                   Order = ::std::memory_order_seq_cst) const
    {
        return compare_exchange_strong(expected, desired, order);
    }

    // Waits for another value.
    __host__ __device__ __forceinline__ void wait(T old, Order order = ::std::memory_order_seq_cst) const
    {
        while (load(order) == old) {
        }
    }
    __host__ __device__ void notify_one() const {}
    __host__ __device__ void notify_all() const {}

    __host__ __device__ __forceinline__ T operator+=(Difference value) const
    {
        return T(fetch_add(value) + value);
    }
    __host__ __device__ __forceinline__ T operator-=(Difference value) const
    {
        return T(fetch_sub(value) - value);
    }
    __host__ __device__ __forceinline__ T operator&=(T value) const
    {
        return T(fetch_and(value) & value);
    }
    __host__ __device__ __forceinline__ T operator|=(T value) const
    {
        return T(fetch_or(value) | value);
    }
    __host__ __device__ __forceinline__ T operator^=(T value) const
    {
        return T(fetch_xor(value) ^ value);
    }
    __host__ __device__ __forceinline__ T operator++() const
    {
        return T(fetch_add(1) + 1);
    }
    __host__ __device__ __forceinline__ T operator--() const
    {
        return T(fetch_sub(1) - 1);
    }
    __host__ __device__ __forceinline__ T operator++(int) const
    {
        return fetch_add(1);
    }
    __host__ __device__ __forceinline__ T operator--(int) const
    {
        return fetch_sub(1);
    }
};

}  // namespace emu

namespace cuda {

template <class T, thread_scope scope = thread_scope_system>
class atomic_ref : public emu::AtomicOperations<atomic_ref<T, scope>, T, scope> {
    T* address_;

public:
    static constexpr ::std::size_t required_alignment = sizeof(T);

    __host__ __device__ explicit atomic_ref(T& object) : address_(&object) {}
    __host__ __device__ atomic_ref(const atomic_ref&) = default;
    atomic_ref& operator=(const atomic_ref&) = delete;
    __host__ __device__ __forceinline__ T operator=(T value) const
    {
        this->store(value);
        return value;
    }
    __forceinline__ T* address() const { return address_; }
};
template <class T>
atomic_ref(T&) -> atomic_ref<T>;

template <class T, thread_scope scope = thread_scope_system>
class atomic : public emu::AtomicOperations<atomic<T, scope>, T, scope> {
    mutable T value_;

public:
    atomic() = default;
    __host__ __device__ constexpr atomic(T value) : value_(value) {}
    atomic(const atomic&) = delete;
    atomic& operator=(const atomic&) = delete;
    __host__ __device__ __forceinline__ T operator=(T value)
    {
        this->store(value);
        return value;
    }
    __forceinline__ T* address() const { return &value_; }
};

template <thread_scope scope = thread_scope_system>
class atomic_flag_of {
    atomic<int, scope> is_set_;

public:
    atomic_flag_of() = default;
    __host__ __device__ constexpr atomic_flag_of(int is_set) : is_set_(is_set) {}
    __host__ __device__ __forceinline__ bool test_and_set(memory_order order = memory_order_seq_cst)
    {
        return is_set_.exchange(1, order) != 0;
    }
    __host__ __device__ __forceinline__ void clear(memory_order order = memory_order_seq_cst)
    {
        is_set_.store(0, order);
    }
    __host__ __device__ __forceinline__ bool test(memory_order order = memory_order_seq_cst) const
    {
        return is_set_.load(order) != 0;
    }
};

__host__ __device__ __forceinline__ void atomic_thread_fence(memory_order order,
                                                             thread_scope = thread_scope_system)
{
    if (order != memory_order_relaxed)
        emu::fence();
}

namespace std {

template <class T>
using atomic = ::cuda::atomic<T>;
template <class T>
using atomic_ref = ::cuda::atomic_ref<T>;
using atomic_flag = ::cuda::atomic_flag_of<>;
using ::cuda::atomic_thread_fence;

}  // namespace std
}  // namespace cuda
