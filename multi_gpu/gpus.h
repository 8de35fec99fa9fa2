// What the ladders of this folder share: the options --gpus and --weak, streams and events of a device, peer access.
#pragma once

#include "common/device/on_device.h"
#include "common/ladder.h"

#include <cuda_runtime.h>

#include <string>
#include <vector>

// The options of every topic here.
struct GpuOptions {
    int asked = 0;      // --gpus; 0: all
    bool weak = false;  // --weak

    // weak_help: what grows with --weak, and how.
    void add_to(OptionList& options, const std::string& weak_help =
                                         "the problem grows with the GPUs: each has as much as --size says");
    // How many GPUs the run has; if mpirun has started this process, one for each process. Throws UsageError if more are asked for than there are.
    int count() const;
    // "on 2 GPUs", "on 2 GPUs, as much for each as for one".
    std::string describe() const;
};

// The number of GPUs here. Throws NoGpu if there is none.
int gpus_here();
// 0, 1, ..., gpus - 1.
std::vector<int> first_gpus(int gpus);
// Of 1, 2, 3, 4, 8 those that are here: the numbers of GPUs of the self-tests.
std::vector<int> tested_gpu_counts();

// A line for a run with one GPU.
inline constexpr const char* kNothingToExchange = "One GPU: there is nothing to exchange between GPUs.";

// Lets kernels on each of the GPUs use the memory of all others. Throws UsageError, naming the two, if that is impossible.
void enable_peer_access(int gpus);
// The same where it is possible; else a note says that copies between the GPUs go through the host.
void use_peer_access_if_possible(int gpus, Run& run);

// A stream of the current device that does not wait for the default stream. first: what its device can begin at the same
// time as work of other streams, it begins first.
class Stream {
public:
    explicit Stream(bool first = false);
    ~Stream();
    Stream(Stream&& other) noexcept : stream_(other.stream_) { other.stream_ = nullptr; }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    operator cudaStream_t() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

// An event of the current device, without times.
class Event {
public:
    Event();
    ~Event();
    Event(Event&& other) noexcept : event_(other.event_) { other.event_ = nullptr; }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    operator cudaEvent_t() const { return event_; }

private:
    cudaEvent_t event_ = nullptr;
};
