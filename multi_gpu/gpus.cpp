#include "gpus.h"

#include "common/device/cuda_check.h"
#include "common/support/processes.h"

#include <numeric>

void GpuOptions::add_to(OptionList& options, const std::string& weak_help)
{
    options.whole("--gpus", asked, 1, 1024, "how many GPUs (default: all)");
    options.flag("--weak", weak, weak_help);
}

int GpuOptions::count() const
{
    if (const int started = processes(); started > 0) {
        if (asked && asked != started)
            throw UsageError("--gpus " + std::to_string(asked) + ": there are " + std::to_string(started) +
                             " processes, one for each GPU");
        return started;
    }
    const int here = gpus_here();
    if (asked > here)
        throw UsageError("--gpus " + std::to_string(asked) + ": there " +
                         (here == 1 ? "is 1 GPU" : "are " + std::to_string(here) + " GPUs") +
                         (kEmulator ? "; the emulator has N with CUDA_EMULATOR=devices=N" : ""));
    return asked ? asked : here;
}

std::string GpuOptions::describe() const
{
    const int gpus = count();
    return (gpus == 1 ? "on 1 GPU" : "on " + std::to_string(gpus) + " GPUs") +
           (weak && gpus > 1 ? ", as much for each as for one" : "");
}

int gpus_here()
{
    int here = 0;
    CUDA_CHECK(cudaGetDeviceCount(&here));
    return here;
}

std::vector<int> first_gpus(int gpus)
{
    std::vector<int> devices(gpus);
    std::iota(devices.begin(), devices.end(), 0);
    return devices;
}

std::vector<int> tested_gpu_counts()
{
    if (processes() > 0)
        return {processes()};
    std::vector<int> counts{1, 2, 3, 4, 8};
    std::erase_if(counts, [here = gpus_here()](int gpus) { return gpus > here; });
    return counts;
}

namespace {

// Calls f(gpu, peer) for each pair of different GPUs.
template <class F>
void for_each_pair(int gpus, F f)
{
    for (int gpu = 0; gpu < gpus; ++gpu)
        for (int peer = 0; peer < gpus; ++peer)
            if (peer != gpu)
                f(gpu, peer);
}

bool can_access(int gpu, int peer)
{
    int can = 0;
    CUDA_CHECK(cudaDeviceCanAccessPeer(&can, gpu, peer));
    return can != 0;
}

}  // namespace

void use_peer_access_if_possible(int gpus, Run& run)
{
    bool all = true;
    for_each_pair(gpus, [&](int gpu, int peer) { all &= can_access(gpu, peer); });
    if (all)
        enable_peer_access(gpus);
    else
        run.note("No peer access: copies between the GPUs go through the host.");
}

void enable_peer_access(int gpus)
{
    for_each_pair(gpus, [](int gpu, int peer) {
        if (!can_access(gpu, peer))
            throw UsageError("GPU " + std::to_string(gpu) + " cannot use the memory of GPU " +
                             std::to_string(peer) + " (no peer access), which this version needs");
        const OnDevice on(gpu);
        const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
        if (error != cudaErrorPeerAccessAlreadyEnabled)
            CUDA_CHECK(error);
        else
            cudaGetLastError();  // so that nobody takes it for his own
    });
}

Stream::Stream(bool first)
{
    int least = 0, greatest = 0;
    CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CUDA_CHECK(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, first ? greatest : least));
}

Stream::~Stream()
{
    if (stream_)
        cudaStreamDestroy(stream_);
}

Event::Event()
{
    CUDA_CHECK(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming));
}

Event::~Event()
{
    if (event_)
        cudaEventDestroy(event_);
}
