// Run: what a version is handed. A version takes its device memory from the run, copies through it, and gives it the
// kernels to launch. The harness can then time these parts apart, repeat the kernels, and check what they do to memory.
#pragma once

#include "common/device/launch.h"
#include "common/harness/device_array.h"
#include "common/harness/run_record.h"
#include "common/harness/team.h"

#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ladders {

// What the block size must be besides 1 to 1024.
enum class BlockRule { any, warps, power_of_two };

class Run {
public:
    // Writes what it measures and finds into `record`, which must outlive the run and the version's arrays.
    Run(const RunPlan& plan, RunRecord& record);
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    // --- The launch

    // The threads per block: --block if given, else `preferred`. Throws UsageError if --block breaks the rule or is
    // more than `most`.
    int block_size(int preferred, BlockRule rule = BlockRule::any, int most = 1024);
    // For a kernel whose block has a fixed shape. Throws UsageError if --block asks for another number of threads. kernel()
    // requires its first launch's, unless block_size() was called.
    void require_block(int threads) const;

    // --- Device memory

    // An input: a copy of the host's elements. The kernels must leave it as it is: in a checked run it is compared
    // with the host's elements at the end, so these must outlive the array.
    template <class T>
    DeviceArray<T> upload(const std::vector<T>& host)
    {
        return upload(host.data(), host.size());
    }
    template <class T>
    DeviceArray<T> upload(const T* host, std::size_t n)
    {
        return DeviceArray<T>(*this, ArrayUse::input, host, n);
    }
    // An input that the kernels overwrite: before each of their runs it gets the host's elements again, untimed.
    template <class T>
    DeviceArray<T> upload_in_place(const std::vector<T>& host)
    {
        return DeviceArray<T>(*this, ArrayUse::in_place, host.data(), host.size());
    }
    // An output of n elements: in a checked run it is filled with 0xFF before each run of the kernels.
    template <class T>
    DeviceArray<T> array(std::size_t n)
    {
        return DeviceArray<T>(*this, ArrayUse::output, nullptr, n);
    }
    // n zeros, which the kernels find once; whoever needs them again calls zero() in the kernel part.
    template <class T>
    DeviceArray<T> zeros(std::size_t n)
    {
        return DeviceArray<T>(*this, ArrayUse::zeros, nullptr, n);
    }

    // The elements of an array, or its first `count`.
    template <class T>
    std::vector<T> download(const DeviceArray<T>& from)
    {
        return download(from, from.size());
    }
    template <class T>
    std::vector<T> download(const DeviceArray<T>& from, std::size_t count)
    {
        std::vector<T> host;
        download([&] { from.copy_to(host, count); });
        return host;
    }

    // --- The timed parts

    // The kernels: `body` launches them. It is called many times and must give the same result each time. `restore`
    // undoes, untimed, what the kernels changed of their input.
    void kernel(const Launch& launch, const std::function<void()>& body,
                const std::function<void()>& restore = nullptr);
    void kernel(const std::vector<Launch>& launches, const std::function<void()>& body,
                const std::function<void()>& restore = nullptr);

    // Work on the host that belongs to the answer: counted as GPU time. Gives what `part` returns.
    template <class F>
    auto host(F&& part)
    {
        std::invoke_result_t<F> result;
        time_part(record_.times.host, [&] { result = part(); });
        return result;
    }

    // For versions that call CUDA themselves, where that is the lesson: parts that count as allocation, upload and
    // download.
    template <std::invocable F>
    void alloc(F&& part)
    {
        time_part(record_.times.alloc, part);
    }
    template <std::invocable F>
    void upload(F&& part)
    {
        time_part(record_.times.upload, part);
    }
    template <std::invocable F>
    void download(F&& part)
    {
        time_part(record_.times.download, part);
    }

    // Work on the host that is done once for many runs, such as a change of format: its seconds are printed under
    // `what`, and counted nowhere. Gives what `part` returns.
    template <class F>
    auto prepare(const std::string& what, F&& part)
    {
        double seconds = 0;
        std::invoke_result_t<F> result;
        time_part(seconds, [&] { result = part(); });
        note_seconds(what, seconds);
        return result;
    }

    // Another kernel for the same result, timed for comparison; `body` is not checked and not counted.
    void beside(const std::string& what, const std::function<void()>& body);
    // Seconds of a part alone, for bound() and note(); 0 in a checked run, which does not call it.
    double time_alone(const std::function<void()>& part);

    // --- What a version may add

    // The longest chain of dependent floating-point additions in the result. Without it the check reckons with one of
    // all additions: right, but blind to small errors where there are many.
    void longest_chain(double additions) { record_.chain = Chain(additions); }
    // A version that moves other bytes than the problem needs at least says so.
    void work(const Work& work);
    // Seconds that no version of this problem can go below, where the limit is not the device's memory or arithmetic
    // (TopicInfo::limit).
    void bound(double seconds) { record_.bound = seconds; }
    // A line to print with the results.
    void note(const std::string& line);
    // Host memory that the kernel part writes itself: in a checked run it is filled with 0xFF before each run of the
    // kernels, as outputs on the device are. It must outlive kernel().
    void watch_host_output(void* data, std::size_t bytes);

    // --- Several GPUs

    // From now on the kernels run on the GPUs of `team`, which must outlive the run's parts: the time of the kernel part
    // is the host's clock from its call to the end of the last GPU's work.
    void spread_over(const Team& team) { team_ = &team; }
    // In a timed run: what the GPUs gain.
    void scaling(const Scaling& scaling);

    // Whether this run is timed; else it is the checked run, which comes first.
    bool is_timed() const { return plan_.timed; }

private:
    friend class DeviceBuffer;

    template <class F>
    void time_part(double& seconds, F&& part)
    {
        const double start = now();
        part();
        wait();
        seconds += now() - start;
    }
    static double now();
    void wait() const;
    void note_seconds(const std::string& what, double seconds);
    void require_registers(const Launch& launch) const;
    void run_checked(const std::function<void()>& body, const std::function<void()>& restore);
    void complain_if_swapped();
    static double time_by_events(const std::function<void()>& body);
    double time_by_clock(const std::function<void()>& body) const;
    struct Sample;
    Sample run_timed(const std::function<void()>& body, const std::function<void()>& restore);
    void give_inputs_back(const std::function<void()>& restore);
    void poison_outputs();

    const RunPlan plan_;
    RunRecord& record_;
    const Team* team_ = nullptr;  // none: one GPU, the current one
    bool block_is_chosen_ = false;
    bool inputs_may_change_ = false;
    bool in_kernel_ = false;
    std::vector<DeviceBuffer*> buffers_;
    std::vector<std::pair<void*, std::size_t>> host_outputs_;
};

}  // namespace ladders
