#include "common/harness/run.h"

#include "common/device/cold_cache.h"
#include "common/device/counters.h"
#include "common/device/cuda_check.h"
#include "common/device/on_device.h"
#include "common/harness/add_up.h"
#include "common/harness/device_array.h"
#include "common/support/deadline.h"
#include "common/support/errors.h"
#include "common/support/progress.h"
#include "common/support/statistics.h"
#include "common/support/text.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>

namespace ladders {
namespace {

// When to stop repeating: the median is this steady, or the time is used up.
constexpr double kSteadyNoise = 0.005;
constexpr double kMostSeconds = 0.5;
constexpr int kFewestRuns = 10, kMostRuns = 1000;
// A kernel so slow that the fewest runs would keep the user waiting gets fewer of them.
constexpr double kPatienceSeconds = 5.0;
constexpr int kFewestSlowRuns = 3;
// What several GPUs take longer for is taken for a hang.
constexpr double kMostWaiting = 25;

class Event {
public:
    Event() { CUDA_CHECK(cudaEventCreate(&event_)); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    void record() const { CUDA_CHECK(cudaEventRecord(event_)); }
    void wait() const { CUDA_CHECK(cudaEventSynchronize(event_)); }
    double seconds_since(const Event& start) const
    {
        float ms = 0;
        CUDA_CHECK(cudaEventElapsedTime(&ms, start.event_, event_));
        return ms * 1e-3;
    }

private:
    cudaEvent_t event_{};
};

void check_launch()
{
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace

struct Run::Sample {
    Median median;
    int runs = 0;
};

Run::Run(const RunPlan& plan, RunRecord& record) : plan_(plan), record_(record)
{
    cudaGetLastError();  // an error of the run before would be taken for this one's
}

double Run::now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Run::wait() const
{
    if (!team_)
        return CUDA_CHECK(cudaDeviceSynchronize());
    // The emulator takes longer for much work, and ends a hang itself.
    std::optional<Deadline> deadline;
    if (!kEmulator)
        deadline.emplace(kMostWaiting, [] {
            give_up(format_text("the GPUs have not ended their work within %.0f s", kMostWaiting));
        });
    for (const int device : team_->devices()) {
        const OnDevice on(device);
        CUDA_CHECK(cudaDeviceSynchronize());
    }
}

int Run::block_size(int preferred, BlockRule rule, int most)
{
    block_is_chosen_ = true;
    if (!plan_.block)
        return preferred;
    const std::string given = "--block " + std::to_string(plan_.block) + ": ";
    if (plan_.block > most)
        throw UsageError(given + "this version takes at most " + std::to_string(most) + " threads per block");
    if (rule == BlockRule::warps && plan_.block % 32 != 0)
        throw UsageError(given + "this version needs a multiple of 32 (whole warps)");
    if (rule == BlockRule::power_of_two && !std::has_single_bit(static_cast<unsigned>(plan_.block)))
        throw UsageError(given + "this version needs a power of two");
    return plan_.block;
}

void Run::require_block(int threads) const
{
    if (plan_.block && plan_.block != threads)
        throw UsageError("--block " + std::to_string(plan_.block) + ": this version's blocks have " +
                         std::to_string(threads) + " threads");
}

// --block may ask for more threads than a kernel has registers for.
void Run::require_registers(const Launch& launch) const
{
    if (!plan_.block)
        return;
    cudaFuncAttributes attributes{};
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, launch.kernel));
    if (launch.threads_per_block() > attributes.maxThreadsPerBlock)
        throw UsageError("--block " + std::to_string(plan_.block) + ": with " +
                         std::to_string(attributes.numRegs) +
                         " registers for each thread a block has at most " +
                         std::to_string(attributes.maxThreadsPerBlock) + " threads");
}

void Run::kernel(const Launch& launch, const std::function<void()>& body,
                 const std::function<void()>& restore)
{
    kernel(std::vector<Launch>{launch}, body, restore);
}

void Run::kernel(const std::vector<Launch>& launches, const std::function<void()>& body,
                 const std::function<void()>& restore)
{
    if (!block_is_chosen_ && !launches.empty())
        require_block(launches.front().threads_per_block());
    for (const Launch& launch : launches)
        require_registers(launch);
    record_.launches.insert(record_.launches.end(), launches.begin(), launches.end());
    inputs_may_change_ |= static_cast<bool>(restore);
    if (!plan_.timed) {
        run_checked(body, restore);
        now_at_part("what follows its launches");
        return;
    }
    record_.launched = true;
    const Sample sample = run_timed(body, restore);
    Times& times = record_.times;
    times.kernel += sample.median.value;
    times.kernel_min += sample.median.min;
    times.kernel_noise = std::max(times.kernel_noise, sample.median.noise);
    times.runs = sample.runs;

    // What is checked is the result of one more launch: the first ones' may have been left there.
    give_inputs_back(restore);
    poison_outputs();
    body();
    check_launch();
}

void Run::poison_outputs()
{
    for (DeviceBuffer* buffer : buffers_)
        buffer->poison_if_output();
    for (const auto& [data, bytes] : host_outputs_)
        std::memset(data, 0xFF, bytes);
    wait();  // the kernels' streams need not wait for the default one
}

void Run::give_inputs_back(const std::function<void()>& restore)
{
    for (DeviceBuffer* buffer : buffers_)
        buffer->give_back();
    if (restore)
        restore();
}

void Run::beside(const std::string& what, const std::function<void()>& body)
{
    if (plan_.timed)
        record_.besides.push_back({what, time_alone(body)});
}

void Run::work(const Work& work)
{
    record_.work = work;
}

void Run::note(const std::string& line)
{
    record_.notes.push_back(line);
}

void Run::watch_host_output(void* data, std::size_t bytes)
{
    host_outputs_.push_back({data, bytes});
}

void Run::scaling(const Scaling& scaling)
{
    record_.scaling = scaling;
}

void Run::note_seconds(const std::string& what, double seconds)
{
    if (plan_.timed)
        note(format_text("%s (sec.): %.6f", what.c_str(), seconds));
}

double Run::time_alone(const std::function<void()>& part)
{
    return plan_.timed ? run_timed(part, nullptr).median.value : 0;
}

// Twice, since a kernel may be right only at its first launch.
void Run::run_checked(const std::function<void()>& body, const std::function<void()>& restore)
{
    now_at_part("checked launches");
    for (int launch = 0; launch < 2; ++launch) {
        if (launch > 0)
            give_inputs_back(restore);
        poison_outputs();
        take_counters();
        in_kernel_ = true;
        trace_launches(plan_.traced && launch == 0);
        const OnDevice unchanged;
        body();
        trace_launches(false);
        in_kernel_ = false;
        check_launch();
        // The time of one GPU ends at an event in the default stream.
        if (const std::string beside = work_beside_default_stream(); !team_ && !beside.empty() && launch == 0)
            record_.complaints.push_back(
                "the kernel part ends before its work does, so its time means nothing: " + beside +
                ", is in a non-blocking stream; wait for it in the kernel part");
        wait();
        if (launch == 0) {
            record_.counters = take_counters();
            if (team_ && kEmulator)
                add_up(record_.counters, *team_);
            complain_if_swapped();
        }
        const Counters& c = record_.counters;
        record_.launched |= !kEmulator || c.launches > 0;
        record_.stored |= c.global_stores.requests + c.global_atomics.requests > 0;
        if (team_ && c.work.operations > 0)  // among several GPUs copies are work, too
            record_.launched = record_.stored = true;
    }
}

// kernel<<<block, grid>>> may give the right result, if it has as many threads.
void Run::complain_if_swapped()
{
    const auto& shapes = record_.counters.shapes;
    for (const Launch& launch : record_.launches) {
        const LaunchShape meant{{launch.grid.x, launch.grid.y, launch.grid.z},
                                {launch.block.x, launch.block.y, launch.block.z}};
        const LaunchShape swapped{meant.block, meant.grid};
        if (swapped != meant && shapes.contains(swapped) && !shapes.contains(meant))
            return record_.complaints.push_back(
                format_text("grid and block are swapped in the launch, which must be kernel<<<grid, "
                            "block>>>: it has %u blocks of %u "
                            "threads in place of %u of %u",
                            launch.block.x, launch.grid.x, launch.grid.x, launch.block.x));
    }
}

// Seconds of the kernel part, by events of the one GPU.
double Run::time_by_events(const std::function<void()>& body)
{
    const Event start, stop;
    start.record();
    body();
    stop.record();
    check_launch();
    stop.wait();
    return stop.seconds_since(start);
}

// By the host's clock, from the call to the end of the last GPU's work.
double Run::time_by_clock(const std::function<void()>& body) const
{
    wait();
    team_->meet();
    const OnDevice unchanged;
    const double start = now();
    body();
    check_launch();
    wait();
    return team_->slowest(now() - start);
}

Run::Sample Run::run_timed(const std::function<void()>& body, const std::function<void()>& restore)
{
    std::vector<std::unique_ptr<ColdCache>> caches;
    const auto for_each_gpu = [&](const auto& part) {
        if (!team_)
            return part();
        for (const int device : team_->devices()) {
            const OnDevice on(device);
            part();
        }
    };
    if (!plan_.hot)
        for_each_gpu([&] { caches.push_back(std::make_unique<ColdCache>()); });
    int launches = 0;
    const auto run = [&] {
        now_at_part(format_text("timed launch %d", ++launches));
        give_inputs_back(restore);
        std::size_t gpu = 0;
        if (plan_.hot)
            occupy_stream();
        else
            for_each_gpu([&] { caches[gpu++]->flush(); });
        return team_ ? time_by_clock(body) : time_by_events(body);
    };
    const double begin = now();
    for (int i = 0; i < plan_.warmup; ++i)
        run();

    std::vector<double> seconds;
    const auto enough = [&] {
        const int runs = static_cast<int>(seconds.size());
        if (plan_.reps)
            return runs >= plan_.reps;
        // All processes must come to the same end.
        const double passed = team_ ? team_->slowest(now() - begin) : now() - begin;
        if (runs >= kFewestSlowRuns && passed > kPatienceSeconds)
            return true;
        return runs >= kFewestRuns &&
               (runs >= kMostRuns || passed > kMostSeconds || median_of(seconds).noise < kSteadyNoise);
    };
    while (!enough())
        seconds.push_back(run());
    return {median_of(seconds), static_cast<int>(seconds.size())};
}

}  // namespace ladders
