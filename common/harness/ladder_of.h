// The ladder of a topic: makes its input, runs its versions, and has their results judged by its reference.
#pragma once

#include "common/harness/blindfold.h"
#include "common/harness/device_array.h"
#include "common/harness/reference.h"
#include "common/harness/registry.h"
#include "common/harness/result_bytes.h"
#include "common/harness/run.h"
#include "common/harness/selftests.h"
#include "common/harness/topic.h"
#include "common/support/errors.h"
#include "common/support/text.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ladders {

template <class Topic>
class LadderOf final : public Ladder {
public:
    using Input = typename Topic::Input;
    using Output = typename Topic::Output;

    explicit LadderOf(std::vector<VersionInfo> all_versions) : all_versions_(std::move(all_versions)) {}

    const TopicInfo& info() const override { return Topic::info; }
    void add_options(OptionList& options) override
    {
        if constexpr (requires { topic_.add_options(options); })
            topic_.add_options(options);
    }
    std::vector<VersionInfo> versions() const override
    {
        std::vector<VersionInfo> all;
        for (const auto* version : versions_) {
            all.push_back(*version);
            for (const VersionInfo& other : all_versions_)
                if (!version->is_library() && other.number == version->number + 1)
                    all.back().next_idea = other.idea;
        }
        return all;
    }

    void make_input(const Options& options) override
    {
        // Else it is another option that makes the input so large.
        const bool by_size = options.size != Topic::info.default_size();
        const std::string asked = by_size ? "--size " + std::to_string(options.size) : "this input";
        const auto n = static_cast<double>(options.size);
        if constexpr (requires { topic_.memory(options); })
            require_memory(topic_.memory(options), asked);
        else
            require_memory(MemoryNeed{n * Topic::info.host_bytes, n * Topic::info.device_bytes}, asked);
        use_input(topic_.make_input(options));
        if constexpr (requires { topic_.describe(*input_); })
            description_ = topic_.describe(*input_);
        else if constexpr (requires { input_->description; })
            description_ = input_->description;
        else
            description_ = "n = " + std::to_string(options.size) + ", seed " + std::to_string(options.seed);
        description_ = printable(description_);  // it may hold a file's name
    }
    std::string describe_input() const override { return description_; }
    int gpus() const override
    {
        if constexpr (requires { input_->gpus; })
            return input_->gpus;
        else
            return 1;
    }
    std::size_t cases() const override
    {
        if constexpr (requires { topic_.cases(*input_); })
            return topic_.cases(*input_);
        else
            return 0;
    }
    void use_case(std::size_t i) override
    {
        reference_.forget();
        if constexpr (requires { topic_.use_case(*input_, i); })
            topic_.use_case(*input_, i);
    }
    std::string case_name() const override
    {
        if constexpr (requires { topic_.case_name(*input_); })
            return topic_.case_name(*input_);
        else
            return "";
    }
    Work work() const override
    {
        if constexpr (requires { topic_.work(*input_, *got_); })
            return topic_.work(*input_, *got_);
        else
            return topic_.work(*input_);
    }

    bool versions_differ() const override { return ReferenceOf<Topic>::kVersionsDiffer; }
    void run_cpu(std::size_t index) override { reference_.run(versions_.at(index)->function, *input_); }
    double cpu_share() const override
    {
        if constexpr (requires { topic_.cpu_share(*input_); })
            return topic_.cpu_share(*input_);
        else
            return 1;
    }
    void run(std::size_t index, Run& run) override
    {
        got_.reset();
        last_run_ = index;
        if (const std::string& missing = versions_.at(index)->missing; !missing.empty())
            throw NotBuilt(missing);
        const auto& function = versions_.at(index)->function;
        if constexpr (requires { topic_.run(function, *input_, run); })
            got_.emplace(topic_.run(function, *input_, run));
        else
            got_.emplace(function(*input_, run));
    }
    Verdict check(std::size_t index, const Chain& chain, bool without_cpu) override
    {
        return reference_.check(*got_, versions_.at(index)->function, *input_, chain, without_cpu);
    }

    Figures cpu_figures() const override { return topic_.figures(reference_.result()); }
    Figures gpu_figures() const override { return topic_.figures(*got_); }
    bool result_is_zero() const override
    {
        if constexpr (std::is_arithmetic_v<Output>)
            return *got_ == 0;
        else if constexpr (requires {
                               std::is_arithmetic_v<typename Output::value_type>;
                               *got_->begin() == 0;
                           })
            return std::all_of(got_->begin(), got_->end(), [](auto element) { return element == 0; });
        else
            return false;
    }
    std::vector<Shown> shown_inputs() const override
    {
        if constexpr (requires { topic_.shown_inputs(*input_); })
            return topic_.shown_inputs(*input_);
        else if constexpr (requires { shown("input", *input_); })
            return {shown("input", *input_)};
        else
            return {};
    }
    std::vector<std::string> remarks() const override
    {
        if constexpr (requires { topic_.remarks(*got_, *input_); })
            return topic_.remarks(*got_, *input_);
        else
            return {};
    }
    void write_output() const override
    {
        if constexpr (requires { topic_.write_output(*got_, *input_, versions_.at(last_run_)->function); })
            topic_.write_output(*got_, *input_, versions_.at(last_run_)->function);
        else if constexpr (requires { topic_.write_output(*got_, *input_); })
            topic_.write_output(*got_, *input_);
        else if constexpr (requires { topic_.write_output(*got_); })
            topic_.write_output(*got_);
    }

    std::size_t make_selftests(int block) override
    {
        SelfTests<Topic> tests(block);
        if constexpr (requires { topic_.selftests(tests); })
            topic_.selftests(tests);
        else {
            tests.add_to_plain_runs({"-n 33 --seed 2", "-n 1027 --seed 2"});
            tests.add_sizes(tests.sizes());
        }
        selftests_ = tests.all();
        std::stable_partition(selftests_.begin(), selftests_.end(),
                              [](const auto& test) { return !test.in_plain_runs; });
        return selftests_.size();
    }
    std::string use_selftest(std::size_t i) override
    {
        use_input(selftests_.at(i).make());
        return selftests_[i].name;
    }
    bool in_plain_runs(std::size_t i) const override { return selftests_.at(i).in_plain_runs; }

    void draw_input_again(std::uint64_t seed) override { ladders::draw_again(hidden_arrays(), seed); }
    void hide_input(std::uint64_t seed) override
    {
        blindfold.hide(hidden_arrays(), seed);
        if constexpr (requires { input_->description; })
            input_->description.clear();  // it may tell the seed
    }
    std::string result_bytes() const override
    {
        ResultWriter writer;
        writer.add(*got_);
        return writer.bytes();
    }
    void take_result(std::string_view bytes) override
    {
        ResultReader reader(bytes);
        reader.get(got_.emplace());
        reader.end();
    }
    bool is_result_downloaded() const override { return is_downloaded(*got_); }

    std::unique_ptr<Ladder> another() const override { return std::make_unique<LadderOf>(all_versions_); }

private:
    HiddenArrays hidden_arrays()
    {
        HiddenArrays arrays;
        if constexpr (requires { topic_.hide(*input_, arrays); })
            topic_.hide(*input_, arrays);
        return arrays;
    }

    void use_input(Input input)
    {
        reference_.forget();
        input_.emplace(std::move(input));
    }

    Topic topic_;
    const std::vector<VersionInfo> all_versions_;  // of the ladder, in this program or not
    const std::vector<const typename Registry<Topic>::Entry*> versions_ = Registry<Topic>::sorted();
    std::optional<Input> input_;
    std::string description_;
    ReferenceOf<Topic> reference_{topic_};
    std::optional<Output> got_;
    std::size_t last_run_ = 0;  // which version made got_
    std::vector<typename SelfTests<Topic>::Test> selftests_;
};

}  // namespace ladders
