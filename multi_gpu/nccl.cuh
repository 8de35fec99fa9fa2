// NCCL, the library that moves data between GPUs: its errors, and a communicator for each GPU of a process.
#pragma once

#include "gpus.h"

#include <nccl.h>
#include <string>
#include <vector>

inline void check_nccl(ncclResult_t result, const char* call, const char* file, int line)
{
    if (result != ncclSuccess)
        throw CudaError(base_name(file) + ":" + std::to_string(line) + ": " + call +
                        ": NCCL: " + ncclGetErrorString(result) + " (" + ncclGetLastError(nullptr) + ")");
}
#define NCCL_CHECK(call) check_nccl((call), #call, __FILE__, __LINE__)

// A rank for each of the GPUs: GPU g is rank g.
class Communicators {
public:
    explicit Communicators(int gpus) : all_(gpus)
    {
        const OnDevice unchanged;
        NCCL_CHECK(ncclCommInitAll(all_.data(), gpus, first_gpus(gpus).data()));
    }
    ~Communicators()
    {
        for (const ncclComm_t one : all_)
            ncclCommDestroy(one);
    }
    Communicators(const Communicators&) = delete;
    Communicators& operator=(const Communicators&) = delete;

    ncclComm_t operator[](int gpu) const { return all_[gpu]; }

private:
    std::vector<ncclComm_t> all_;
};

// What NCCL calls T.
template <class T>
constexpr ncclDataType_t nccl_type()
{
    return std::is_same_v<T, float> ? ncclFloat : ncclUint32;
}
