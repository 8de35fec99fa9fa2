// Stopwatch: what a version is handed. The version puts each of its parts under the watch; the harness then
// times the parts apart, repeats the kernel part, and checks what the kernels do to memory.
#pragma once

#include "common/device/counters.h"
#include "common/device/launch.h"

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ladders {

class DeviceBuffer;

// Seconds of one version's parts.
struct Times {
    double alloc = 0, upload = 0, download = 0;
    double kernel = 0;                        // the median of `runs`
    double kernel_min = 0, kernel_noise = 0;  // noise: half the 95 % interval of the median, relative
    int runs = 0;
    double host = 0;

    double gpu() const { return kernel + host; }
    double memory() const { return alloc + upload + download; }
};

// The fewest bytes (of device memory) and operations that a problem needs; from these the rates follow.
struct Work {
    double bytes = 0;
    double operations = 0;
};

// What the block size must be besides 1 to 1024.
enum class BlockRule { any, warps, power_of_two };

// A second kernel that a version measures beside its own: its time is printed, not counted.
struct Beside {
    std::string what;
    double seconds = 0;
};

class Stopwatch {
public:
    struct Plan {
        bool timed = false;  // else a checked run: two launches, poisoned outputs, guard bands
        int block = 0;       // --block, 0: as the version prefers
        int reps = 0;        // --reps, 0: until the median is steady
        int warmup = 3;
        bool no_guard = false;  // --no-guard
        bool hot = false;       // --hot: leave the L2 cache as the last run left it
    };

    explicit Stopwatch(const Plan& plan);
    ~Stopwatch();
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    // The threads per block: --block if given, else `preferred`. Throws UsageError if --block breaks the
    // rule.
    int block_size(int preferred, BlockRule rule = BlockRule::any, int most = 1024) const;

    template <class F>
    void alloc(F&& part)
    {
        time_part(times_.alloc, part);
    }
    template <class F>
    void upload(F&& part)
    {
        time_part(times_.upload, part);
    }
    template <class F>
    void download(F&& part)
    {
        time_part(times_.download, part);
    }
    // Work on the host that belongs to the answer: counted as GPU time. Gives what `part` returns.
    template <class F>
    auto host(F&& part)
    {
        std::invoke_result_t<F> result;
        time_part(times_.host, [&] { result = part(); });
        return result;
    }

    // The kernels: `body` launches them, and is called many times, so it must give the same result each time.
    // Kernels that change their input bring `restore`, which undoes that outside the timed part.
    void kernel(const Launch& launch, const std::function<void()>& body,
                const std::function<void()>& restore = nullptr)
    {
        kernel(std::vector<Launch>{launch}, body, restore);
    }
    void kernel(const std::vector<Launch>& launches, const std::function<void()>& body,
                const std::function<void()>& restore = nullptr);

    // Another kernel for the same result, timed for comparison; `body` is not checked and not counted.
    void beside(const std::string& what, const std::function<void()>& body);
    // Seconds of a part alone, for set_bound() and note(); 0 in a checked run, which does not call it.
    double time_alone(const std::function<void()>& part);

    // Host memory that the version's kernel() part writes itself: filled with 0xFF before every launch of a checked run, as
    // the outputs on the device are. Must live as long as kernel() runs.
    void watch_host_output(void* data, std::size_t bytes) { host_outputs_.push_back({data, bytes}); }

    // A version that moves other bytes than the problem needs at least says so.
    void set_work(const Work& work) { work_ = work, has_work_ = true; }
    // The longest chain of dependent floating-point additions in the result: the check's error bound.
    void set_longest_chain(double additions) { longest_chain_ = additions; }

    // Seconds that no version of this problem can go below; for topics whose limit is not the device's memory or
    // arithmetic (TopicInfo::limit).
    void set_bound(double seconds) { bound_ = seconds; }
    // A line that this version has to say besides.
    void note(const std::string& line) { notes_.push_back(line); }

    // For the harness.
    const Plan& plan() const { return plan_; }
    const Times& times() const { return times_; }
    const std::vector<Launch>& launches() const { return launches_; }
    const std::vector<Beside>& besides() const { return besides_; }
    const Work* work() const { return has_work_ ? &work_ : nullptr; }
    double longest_chain() const { return longest_chain_; }
    double bound() const { return bound_; }
    const std::vector<std::string>& notes() const { return notes_; }
    const Counters& counters() const { return counters_; }
    // What the kernels did to memory that they must not do; empty if all is well.
    const std::vector<std::string>& complaints() const { return complaints_; }

    // For DeviceBuffer.
    void watch(DeviceBuffer* buffer) { buffers_.push_back(buffer); }
    void forget(DeviceBuffer* buffer);
    void complain(const std::string& what) { complaints_.push_back(what); }
    bool inputs_may_change() const { return inputs_may_change_; }
    bool in_kernel() const { return in_kernel_; }

private:
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
    void require_registers(const Launch& launch) const;
    void run_checked(const std::function<void()>& body, const std::function<void()>& restore);
    struct Sample;
    Sample run_timed(const std::function<void()>& body, const std::function<void()>& restore);

    Plan plan_;
    Times times_;
    std::vector<Launch> launches_;
    std::vector<Beside> besides_;
    Counters counters_;
    Work work_;
    bool has_work_ = false;
    double longest_chain_ = 0;
    double bound_ = 0;
    std::vector<std::string> notes_;
    bool inputs_may_change_ = false;
    bool in_kernel_ = false;
    std::vector<DeviceBuffer*> buffers_;
    std::vector<std::pair<void*, std::size_t>> host_outputs_;
    std::vector<std::string> complaints_;
};

}  // namespace ladders
