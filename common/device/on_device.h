// Makes a device the current one for a scope, or leaves the current one for others to change.
#pragma once

#include "common/device/cuda_check.h"

#include <cuda_runtime.h>

namespace ladders {

class OnDevice {
public:
    OnDevice() { CUDA_CHECK(cudaGetDevice(&before_)); }
    explicit OnDevice(int device) : OnDevice()
    {
        if (device != before_)
            CUDA_CHECK(cudaSetDevice(device));
    }
    ~OnDevice() { cudaSetDevice(before_); }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

private:
    int before_ = 0;
};

}  // namespace ladders
