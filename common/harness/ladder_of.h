// The ladder of a topic: makes its input, runs its reference and its versions, and judges their results.
#pragma once

#include "common/harness/blindfold.h"
#include "common/harness/device_array.h"
#include "common/harness/reference.h"
#include "common/harness/registry.h"
#include "common/harness/result_bytes.h"
#include "common/harness/run.h"
#include "common/harness/selftests.h"
#include "common/harness/topic.h"
#include "common/support/check.h"
#include "common/support/errors.h"
#include "common/support/parallel.h"
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
    std::size_t cases() const override
    {
        if constexpr (requires { topic_.cases(*input_); })
            return topic_.cases(*input_);
        else
            return 0;
    }
    void use_case(std::size_t i) override
    {
        forget_references();
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

    bool versions_differ() const override { return kVersionsDiffer; }
    void run_cpu(std::size_t index) override
    {
        on_reference(index, [&](const auto&... in) { run_reference(in...); });
    }
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
        if constexpr (requires { topic_.check(*got_, *input_, chain); })
            return topic_.check(*got_, *input_, chain);
        else if constexpr (requires { topic_.check(*got_, *input_); })
            return topic_.check(*got_, *input_);
        else if (without_cpu)
            return check_without_cpu(index, chain);
        else if constexpr (requires { topic_.exact(*input_); })
            return check_against(exact_.get([&] { return topic_.exact(*input_); }), chain);
        else
            return check_against(*want_, chain);
    }

    Figures cpu_figures() const override { return topic_.figures(*want_); }
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
    using Form = ReferenceForm<Topic>;
    using FormOfVersion = ReferenceForm<Topic, VersionOf<Topic>>;
    static_assert(Form::any || FormOfVersion::any, "the topic has no cpu(), its sequential reference");
    static constexpr bool kVersionsDiffer = FormOfVersion::any;

    HiddenArrays hidden_arrays()
    {
        HiddenArrays arrays;
        if constexpr (requires { topic_.hide(*input_, arrays); })
            topic_.hide(*input_, arrays);
        return arrays;
    }

    void forget_references()
    {
        exact_.forget();
        quick_.forget();
        pieces_.forget();
    }
    void use_input(Input input)
    {
        forget_references();
        input_.emplace(std::move(input));
    }

    // Calls f with what cpu() takes before its output: the input, and the version if each has a reference of its own.
    template <class F>
    void on_reference(std::size_t index, F f) const
    {
        if constexpr (kVersionsDiffer)
            f(versions_.at(index)->function, *input_);
        else
            f(*input_);
    }

    // Into the memory of its last run: the first touch of a large output would take longer than the work.
    template <class... In>
    void run_reference(const In&... in)
    {
        if constexpr (requires { topic_.cpu(in...); }) {
            want_.reset();
            want_.emplace(topic_.cpu(in...));
        } else {
            if (!want_)
                want_.emplace();
            if constexpr (requires { topic_.cpu(in..., *want_); }) {
                topic_.cpu(in..., *want_);
            } else {
                want_->resize(topic_.results(*input_));
                topic_.cpu(in..., std::size_t{0}, want_->size(), *want_);
            }
        }
    }

    Verdict check_without_cpu(std::size_t index, const Chain& chain)
    {
        if constexpr (requires { topic_.without_cpu(*input_); }) {
            return check_against(quick_.get([&] { return topic_.without_cpu(*input_); }), chain);
        } else if constexpr (requires { topic_.exact(*input_); }) {
            return check_against(exact_.get([&] { return topic_.exact(*input_); }), chain);
        } else {
            static_assert(Form::in_pieces || FormOfVersion::in_pieces,
                          "for --no-cpu the topic needs without_cpu(), exact(), a cpu() of pieces, or a "
                          "check() without `want`");
            if (kVersionsDiffer)
                pieces_.forget();
            return check_against(pieces_.get([&] { return reference_in_pieces(index); }), chain);
        }
    }
    Output reference_in_pieces(std::size_t index) const
    {
        Output out;
        out.resize(topic_.results(*input_));
        on_reference(index, [&](const auto&... in) {
            parallel_pieces(out.size(), [&](std::size_t begin, std::size_t end) {
                topic_.cpu(in..., begin, end, out);
                return 0;
            });
        });
        return out;
    }
    template <class Want>
    Verdict check_against(const Want& want, const Chain& chain) const
    {
        if constexpr (requires { topic_.check(*got_, want, *input_, chain); })
            return topic_.check(*got_, want, *input_, chain);
        else
            return topic_.check(*got_, want, *input_);
    }

    Topic topic_;
    const std::vector<VersionInfo> all_versions_;  // of the ladder, in this program or not
    const std::vector<const typename Registry<Topic>::Entry*> versions_ = Registry<Topic>::sorted();
    std::optional<Input> input_;
    std::string description_;
    std::optional<Output> want_, got_;
    std::size_t last_run_ = 0;  // which version made got_
    Once<typename ExactOf<Topic>::type> exact_;
    Once<typename QuickOf<Topic>::type> quick_;
    Once<Output> pieces_;
    std::vector<typename SelfTests<Topic>::Test> selftests_;
};

}  // namespace ladders
