// Team: the GPUs that the kernels of one run are spread over, in this process and in others; Scaling: what they gain.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace ladders {

class Team {
public:
    // devices: those of this process.
    explicit Team(std::vector<int> devices) : devices_(std::move(devices)) {}
    virtual ~Team() = default;
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    const std::vector<int>& devices() const { return devices_; }
    // Of all processes.
    virtual int gpus() const { return static_cast<int>(devices_.size()); }

    virtual int processes() const { return 1; }
    virtual int rank() const { return 0; }  // of this process

    // Makes of each number, in every process, the sum of the processes' numbers at that place.
    virtual void add_up(std::vector<std::uint64_t>&) const {}
    // Returns when all processes have called it.
    virtual void meet() const {}
    // The largest of the processes' seconds.
    virtual double slowest(double seconds) const { return seconds; }

private:
    const std::vector<int> devices_;
};

// A problem on several GPUs, held against the best single-GPU kernel on one of them.
struct Scaling {
    int gpus = 1;
    bool weak = false;            // the problem has grown with the GPUs
    double one_gpu = 0;           // seconds of one GPU for the problem; if weak, for one GPU's part of it
    double bytes_per_step = 0;    // that leave a GPU, the busiest one, in one step
    double without_exchange = 0;  // seconds of the same run, the exchange left out
    double exchange_alone = 0;    // seconds of the exchange alone

    // seconds: of the run with all GPUs. How many times as much as one GPU does.
    double speedup(double seconds) const { return (weak ? gpus : 1) * one_gpu / seconds; }
    double efficiency(double seconds) const { return speedup(seconds) / gpus; }
    // The share of the exchange's time in which there was work as well, 0 to 1.
    double hidden(double seconds) const
    {
        const double shown = (seconds - without_exchange) / exchange_alone;
        return shown < 0 ? 1 : shown > 1 ? 0 : 1 - shown;
    }
};

}  // namespace ladders
