// Arrays and objects for the cases of textures and surfaces; they end with their scope.
#pragma once

#include <cuda_runtime.h>

#include <vector>

namespace texture_objects {

template <class T>
class Device {
public:
    explicit Device(const std::vector<T>& host) : size_(host.size())
    {
        cudaMalloc(&data_, size_ * sizeof(T));
        cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~Device() { cudaFree(data_); }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    T* data() const { return data_; }
    std::vector<T> host() const
    {
        std::vector<T> copy(size_);
        cudaMemcpy(copy.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
        return copy;
    }

private:
    T* data_ = nullptr;
    std::size_t size_;
};

class Array {
public:
    // extent: 0 where the array has no such dimension, as for cudaMalloc3DArray().
    Array(const cudaChannelFormatDesc& desc, const cudaExtent& extent, unsigned flags = 0) : extent_(extent)
    {
        error_ = cudaMalloc3DArray(&array_, &desc, extent, flags);
    }
    ~Array() { cudaFreeArray(array_); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    cudaArray_t get() const { return array_; }
    bool is_good() const { return error_ == cudaSuccess; }

    // elements: row after row, slice after slice.
    template <class T>
    bool copy_from(const std::vector<T>& elements) const
    {
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(elements.data()), extent_.width * sizeof(T),
                                          extent_.width, rows());
        copy.dstArray = array_;
        copy.extent = whole();
        copy.kind = cudaMemcpyHostToDevice;
        return cudaMemcpy3D(&copy) == cudaSuccess;
    }
    template <class T>
    std::vector<T> host() const
    {
        std::vector<T> elements(extent_.width * rows() * whole().depth);
        cudaMemcpy3DParms copy = {};
        copy.srcArray = array_;
        copy.dstPtr = make_cudaPitchedPtr(elements.data(), extent_.width * sizeof(T), extent_.width, rows());
        copy.extent = whole();
        copy.kind = cudaMemcpyDeviceToHost;
        cudaMemcpy3D(&copy);
        return elements;
    }
    cudaResourceDesc resource() const
    {
        cudaResourceDesc desc = {};
        desc.resType = cudaResourceTypeArray;
        desc.res.array.array = array_;
        return desc;
    }

private:
    std::size_t rows() const { return extent_.height ? extent_.height : 1; }
    cudaExtent whole() const
    {
        return make_cudaExtent(extent_.width, rows(), extent_.depth ? extent_.depth : 1);
    }

    cudaExtent extent_;
    cudaArray_t array_ = nullptr;
    cudaError_t error_;
};

class Texture {
public:
    Texture(const cudaResourceDesc& resource, const cudaTextureDesc& how)
    {
        error_ = cudaCreateTextureObject(&texture_, &resource, &how, nullptr);
    }
    ~Texture() { cudaDestroyTextureObject(texture_); }
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    cudaTextureObject_t get() const { return texture_; }
    bool is_good() const { return error_ == cudaSuccess; }

private:
    cudaTextureObject_t texture_ = 0;
    cudaError_t error_;
};

class Surface {
public:
    explicit Surface(const cudaResourceDesc& resource)
    {
        error_ = cudaCreateSurfaceObject(&surface_, &resource);
    }
    ~Surface() { cudaDestroySurfaceObject(surface_); }
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    cudaSurfaceObject_t get() const { return surface_; }
    bool is_good() const { return error_ == cudaSuccess; }

private:
    cudaSurfaceObject_t surface_ = 0;
    cudaError_t error_;
};

// Single elements by their indices, clamped.
inline cudaTextureDesc plain()
{
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
    return how;
}

}  // namespace texture_objects
