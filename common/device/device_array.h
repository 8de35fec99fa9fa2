// DeviceArray<T>: n elements of device memory, freed at the end of the scope, watched by the harness.
#pragma once

#include "common/harness/stopwatch.h"

#include <cstddef>
#include <vector>

namespace ladders {

// The bytes under a DeviceArray, and what the harness does with them in a checked run:
// - a buffer that nobody initialised is an output; it is filled with 0xFF before every launch of the kernels,
//   so that a result left from before, or never written, cannot pass;
// - a buffer that was uploaded is an input; it must hold the same bytes at the end, unless the kernels
//   restore it (see Stopwatch::kernel);
// - guard bands before and behind the buffer must be untouched at the end.
class DeviceBuffer {
public:
    // Throws OutOfMemory, naming both figures, if less than `bytes` of device memory are free.
    DeviceBuffer(Stopwatch& clock, std::size_t bytes);
    ~DeviceBuffer();
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;

    void* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }

    void upload(const void* host, std::size_t bytes);
    void copy(const DeviceBuffer& from, std::size_t bytes);
    void download(void* host, std::size_t bytes) const;
    void fill_bytes(int value);

    void poison_if_output();
    // Empty if all is well, else what is wrong: "input overwritten" or "written out of bounds".
    const char* complaint() const;

private:
    Stopwatch& clock_;
    std::size_t bytes_;
    std::size_t guard_;              // bytes before and behind, 0 in a timed run
    unsigned char* base_ = nullptr;  // what cudaMalloc gave
    unsigned char* data_ = nullptr;  // base_ + guard_
    const void* uploaded_from_ = nullptr;
    bool initialised_ = false;
};

template <class T>
class DeviceArray {
public:
    DeviceArray(Stopwatch& clock, std::size_t n) : n_(n), buffer_(clock, n * sizeof(T)) {}

    T* data() const { return static_cast<T*>(buffer_.data()); }
    std::size_t size() const { return n_; }

    // The host's elements, as many as this array has. They must stay alive and unchanged as long as this
    // array: the harness compares the input with them in the end.
    void copy_from(const std::vector<T>& host) { buffer_.upload(host.data(), n_ * sizeof(T)); }
    void copy_from(const T* host) { buffer_.upload(host, n_ * sizeof(T)); }
    // Another array's first elements, on the device: to restore what a kernel has changed.
    void copy_from(const DeviceArray& other) { buffer_.copy(other.buffer_, n_ * sizeof(T)); }
    void copy_to(std::vector<T>& host) const { copy_to(host, n_); }
    // The first `count` elements.
    void copy_to(std::vector<T>& host, std::size_t count) const
    {
        host.resize(count);
        buffer_.download(host.data(), count * sizeof(T));
    }
    void zero() { buffer_.fill_bytes(0); }

private:
    std::size_t n_;
    DeviceBuffer buffer_;
};

}  // namespace ladders
