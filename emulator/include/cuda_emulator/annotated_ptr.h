// cuda::annotated_ptr is a pointer, and cuda::access_property a word: there is no cache that they could tell anything.
#pragma once

#include "cuda_emulator/host_defines.h"

#include <cstddef>

namespace cuda {

class access_property {
public:
    struct shared {};
    struct global {};
    struct persisting {};
    struct streaming {};
    struct normal {};

    access_property() = default;
    template <class Property>
    __host__ __device__ constexpr access_property(Property)
    {
    }
    template <class Property>
    __host__ __device__ constexpr access_property(Property, float)
    {
    }
};

template <class T, class Property = access_property>
class annotated_ptr {
    T* pointer_ = nullptr;

public:
    using value_type = T;

    annotated_ptr() = default;
    __host__ __device__ constexpr explicit annotated_ptr(T* pointer) : pointer_(pointer) {}
    template <class Runtime>
    __host__ __device__ constexpr annotated_ptr(T* pointer, Runtime) : pointer_(pointer)
    {
    }
    __host__ __device__ T& operator*() const { return *pointer_; }
    __host__ __device__ T* operator->() const { return pointer_; }
    __host__ __device__ __forceinline__ T& operator[](std::ptrdiff_t i) const { return pointer_[i]; }
    __host__ __device__ std::ptrdiff_t operator-(annotated_ptr other) const
    {
        return pointer_ - other.pointer_;
    }
    __host__ __device__ explicit operator bool() const { return pointer_ != nullptr; }
    __host__ __device__ T* get() const { return pointer_; }
    __host__ __device__ Property property() const { return {}; }
};

template <class T, class Property>
__host__ __device__ T* associate_access_property(T* pointer, Property)
{
    return pointer;
}
template <class Shape>
__host__ __device__ void apply_access_property(const volatile void*, Shape, access_property::persisting)
{
}
template <class Shape>
__host__ __device__ void apply_access_property(const volatile void*, Shape, access_property::normal)
{
}
template <class Shape>
__host__ __device__ void discard_memory(volatile void*, Shape)
{
}

}  // namespace cuda
