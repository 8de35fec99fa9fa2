// DeviceArray<T>: n elements of device memory, freed at the end of the scope, watched by the harness. Run::upload(),
// Run::array() and their kin make them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ladders {

class Run;

// What the kernels do with an array; see the functions of Run that make them.
enum class ArrayUse { output, input, in_place, zeros };

struct FreeOnDevice {
    void operator()(unsigned char* bytes) const;
};
using DeviceBytes = std::unique_ptr<unsigned char, FreeOnDevice>;

// The bytes under a DeviceArray, and what the harness does with them in a checked run:
// - an output is filled with 0xFF before every run of the kernels, so that a result left from before, or never written,
//   cannot pass;
// - an input must hold the same bytes at the end;
// - an input in place gets its bytes again before every run of the kernels, in a timed run, too;
// - guard bands before and behind each buffer must be untouched at the end.
class DeviceBuffer {
public:
    // host: the bytes of an input. Throws OutOfMemory, naming both figures, if too little device memory is free.
    DeviceBuffer(Run& run, ArrayUse use, const void* host, std::size_t bytes, std::size_t element_bytes);
    ~DeviceBuffer();
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;

    void* data() const { return data_; }

    void upload(const void* host, std::size_t bytes);
    void copy(const DeviceBuffer& from, std::size_t bytes) const;
    void download(void* host, std::size_t bytes) const;
    void fill_bytes(int value) const;

    // For the harness, before a run of the kernels.
    void poison_if_output();
    void give_back();

private:
    // Empty if all is well, else what is wrong.
    std::string complaint() const;
    // ": it stores at file.cu:12 into the array that file.cu:30 allocates", if that is known.
    std::string what_stored() const;

    Run& run_;
    mutable ArrayUse use_;  // an output that is filled before the kernels is none any more
    int device_ = 0;        // which was current when the buffer was made
    std::size_t bytes_;
    std::size_t guard_;              // bytes before and behind, 0 in a timed run
    DeviceBytes base_;               // guard, data, guard
    unsigned char* data_ = nullptr;  // base_ + guard_
    DeviceBytes original_;           // of an input in place
    const void* uploaded_from_ = nullptr;
};

template <class T>
class DeviceArray {
public:
    DeviceArray(Run& run, ArrayUse use, const T* host, std::size_t n)
        : n_(n), buffer_(run, use, host, n * sizeof(T), sizeof(T))
    {
    }

    T* data() const { return static_cast<T*>(buffer_.data()); }
    std::size_t size() const { return n_; }

    // On the device, in order with the kernels; for the kernel part and for what restores its input.
    void zero() const { buffer_.fill_bytes(0); }
    void copy_from(const DeviceArray& other) const { buffer_.copy(other.buffer_, n_ * sizeof(T)); }

    // The first `count` elements, to the host.
    void copy_to(std::vector<T>& host, std::size_t count) const
    {
        host.resize(count);
        buffer_.download(host.data(), count * sizeof(T));
    }

private:
    std::size_t n_;
    DeviceBuffer buffer_;
};

}  // namespace ladders
