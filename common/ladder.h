// The one header that a topic includes. It makes a ladder of programs from a topic and its versions.
//
// A topic is a struct like this (histogram/histogram.h is one to copy):
//
//   struct Histogram {
//       using Input = ...;  using Output = ...;
//       using Version = Output (*)(const Input&, Stopwatch&);      // what a version's function looks like
//       static constexpr TopicInfo info{...};
//
//       void add_options(CLI::App& app);                           // the topic's own options
//       MemoryNeed memory(const Options&) const;                   // before the input is made
//       Input make_input(const Options&) const;
//       std::string describe(const Input&) const;                  // "n = 4096 int (16.0 KiB), ..."
//       Output cpu(const Input&) const;                            // the sequential reference; or, for large outputs,
//       void cpu(const Input&, Output&) const;                     // into the memory of its last run
//       Verdict check(const Output& got, const Output& want, const Input&, const Stopwatch&) const;
//       Verdict check_without_cpu(const Output& got, const Input&, const Stopwatch&) const;   // for --no-cpu
//       Work work(const Input&) const;                             // the fewest bytes and operations
//       Ladder::Figures figures(const Output&) const;              // printed for the CPU and the GPU
//       std::vector<SelfTest<Input>> selftests(int block) const;   // awkward inputs
//   };
//
// and may have:
//       Output run(const Version&, const Input&, Stopwatch&) const;   // if Version is no plain function of Input
//       Output cpu(const Version&, const Input&) const;               // if the versions compute different things
//       void cpu(const Version&, const Input&, Output&) const;        // (either way);
//       Verdict check_without_cpu(const Version&, const Output& got, const Input&, const Stopwatch&) const;  // likewise
//       double cpu_share(const Input&) const;                         // if cpu() does a part of the work only, which:
//                                                                     // its time is scaled up
//       std::vector<std::string> remarks(const Output& got, const Input&) const;   // more to print
//       void write_output(const Output&) const;                                    // for -o
#pragma once

#include "common/device/device_array.h"
#include "common/support/errors.h"
#include "common/device/launch.h"
#include "common/harness/stopwatch.h"
#include "common/harness/topic.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ladders {

template <class Input>
struct SelfTest {
    std::string name;
    Input input;
};

// The versions of a topic that are linked into this program.
template <class Topic>
class Registry {
public:
    struct Entry : VersionInfo {
        typename Topic::Version function;

        // What the next version does better, for the line "Next:".
        Entry& next(const std::string& text) { return next_step = text, *this; }
        // This version shows a mistake; `why` says which.
        Entry& wrong_by_design(const std::string& why) { return meant_to_fail = why, *this; }
    };

    static Entry& add(int number, const std::string& idea, typename Topic::Version function)
    {
        auto entry = std::make_unique<Entry>();
        entry->number = number;
        entry->idea = idea;
        entry->function = function;
        entries().push_back(std::move(entry));
        return *entries().back();
    }

    // In the order of their numbers, the library last.
    static std::vector<const Entry*> sorted()
    {
        std::vector<const Entry*> all;
        for (const auto& entry : entries())
            all.push_back(entry.get());
        std::sort(all.begin(), all.end(), [](const Entry* a, const Entry* b) {
            return std::pair(a->is_library(), a->number) < std::pair(b->is_library(), b->number);
        });
        return all;
    }

private:
    static std::vector<std::unique_ptr<Entry>>& entries()
    {
        static std::vector<std::unique_ptr<Entry>> list;
        return list;
    }
};

// Throws OutOfMemory if --size elements of bytes_each cannot even be counted; comes before MemoryNeed is computed.
void require_countable(std::size_t size, std::size_t bytes_each);
// Throws OutOfMemory with both figures, and the name of the file that is too large, if it is one.
void require_memory(const MemoryNeed& need, const std::string& file = "");

template <class Topic>
class LadderOf final : public Ladder {
public:
    using Input = typename Topic::Input;
    using Output = typename Topic::Output;

    const TopicInfo& info() const override { return Topic::info; }
    void add_options(CLI::App& app) override { topic_.add_options(app); }
    std::vector<VersionInfo> versions() const override
    {
        std::vector<VersionInfo> all;
        for (const auto* version : versions_)
            all.push_back(*version);
        return all;
    }

    void make_input(const Options& options) override
    {
        require_memory(topic_.memory(options));
        input_.emplace(topic_.make_input(options));
    }
    std::string describe_input() const override { return topic_.describe(*input_); }
    Work work() const override { return topic_.work(*input_); }

    bool versions_differ() const override { return kVersionsDiffer; }
    void run_cpu(std::size_t index) override
    {
        // Into the memory of its last run: the first touch of a large output would take longer than the work.
        const auto run_into = [&](const auto&... in) {
            if constexpr (requires { topic_.cpu(in..., *want_); }) {
                if (!want_)
                    want_.emplace();
                topic_.cpu(in..., *want_);
            } else {
                want_.reset();
                want_.emplace(topic_.cpu(in...));
            }
        };
        if constexpr (kVersionsDiffer)
            run_into(versions_.at(index)->function, *input_);
        else
            run_into(*input_);
    }
    double cpu_share() const override
    {
        if constexpr (requires { topic_.cpu_share(*input_); })
            return topic_.cpu_share(*input_);
        else
            return 1;
    }
    void run(std::size_t index, Stopwatch& clock) override
    {
        got_.reset();
        const auto& function = versions_.at(index)->function;
        if constexpr (requires { topic_.run(function, *input_, clock); })
            got_.emplace(topic_.run(function, *input_, clock));
        else
            got_.emplace(function(*input_, clock));
    }
    Verdict check(std::size_t index, const Stopwatch& clock, bool without_cpu) override
    {
        if (!without_cpu)
            return topic_.check(*got_, *want_, *input_, clock);
        const auto& function = versions_.at(index)->function;
        if constexpr (requires { topic_.check_without_cpu(function, *got_, *input_, clock); })
            return topic_.check_without_cpu(function, *got_, *input_, clock);
        else
            return topic_.check_without_cpu(*got_, *input_, clock);
    }

    Figures cpu_figures() const override { return topic_.figures(*want_); }
    Figures gpu_figures() const override { return topic_.figures(*got_); }
    std::vector<std::string> remarks() const override
    {
        if constexpr (requires { topic_.remarks(*got_, *input_); })
            return topic_.remarks(*got_, *input_);
        else
            return {};
    }
    void write_output() const override
    {
        if constexpr (requires { topic_.write_output(*got_); })
            topic_.write_output(*got_);
    }

    std::size_t make_selftests(int block) override
    {
        selftests_ = topic_.selftests(block);
        return selftests_.size();
    }
    std::string use_selftest(std::size_t i) override
    {
        input_.emplace(std::move(selftests_.at(i).input));
        return selftests_[i].name;
    }

private:
    static constexpr bool kVersionsDiffer =
        requires(const Topic& topic, const typename Topic::Version& version, const Input& in)
    {
        topic.cpu(version, in);
    }
    || requires(const Topic& topic, const typename Topic::Version& version, const Input& in, Output& out)
    {
        topic.cpu(version, in, out);
    };

    Topic topic_;
    const std::vector<const typename Registry<Topic>::Entry*> versions_ = Registry<Topic>::sorted();
    std::optional<Input> input_;
    std::optional<Output> want_, got_;
    std::vector<SelfTest<Input>> selftests_;
};

// The whole program: options, input, runs, report. Gives the exit code.
int run_program(Ladder& ladder, int argc, char** argv);

template <class Topic>
int ladder_main(int argc, char** argv)
{
    LadderOf<Topic> ladder;
    return run_program(ladder, argc, argv);
}

}  // namespace ladders

// Registers a version: LADDER_VERSION(Reduction, 3, "sequential addressing", reduce);
// number: of the version, or kLibrary; then the idea in a few words, then the function (or what
// Topic::Version is made of). May be followed by .next("...") and .wrong_by_design("...").
#define LADDER_VERSION(Topic, number, idea, ...)                        \
    [[maybe_unused]] static const auto* const ladder_version_##number = \
        &::ladders::Registry<Topic>::add(number, idea, typename Topic::Version{__VA_ARGS__})

// A version file is a page of a lecture: it says DeviceArray, not ladders::DeviceArray.
using namespace ladders;  // NOLINT(google-build-using-namespace)
