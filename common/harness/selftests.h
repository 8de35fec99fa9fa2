// The awkward inputs of --selftest.
#pragma once

#include "common/harness/topic.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ladders {

// Sizes at which kernels go wrong: round a warp and round a block of `block` threads, odd numbers and primes, and one that
// is larger than any grid of few blocks covers at once; but none above `most`.
std::vector<std::size_t> awkward_sizes(int block, std::size_t most = SIZE_MAX);

// Makes the options of a command line, as "-n 33 --type float"; add: adds those of the topic.
Options parse_selftest(const std::string& command, std::size_t default_size,
                       const std::function<void(OptionList&)>& add);

// A topic fills it in Topic::selftests(). Each input is made when its turn comes.
template <class Topic>
class SelfTests {
public:
    using Input = typename Topic::Input;
    struct Test {
        std::string name;
        std::function<Input()> make;
        bool in_plain_runs = false;
    };

    explicit SelfTests(int block) : block_(block ? block : 256) {}

    // --block, or the usual 256.
    std::size_t block() const { return static_cast<std::size_t>(block_); }
    std::vector<std::size_t> sizes(std::size_t most = SIZE_MAX) const { return awkward_sizes(block_, most); }

    // An input that the topic makes itself.
    void add(const std::string& name, Input input)
    {
        tests_.push_back({name, [input = std::move(input)] { return input; }});
    }
    // These options also make inputs of every run on the emulator, after the one that was asked for: for small inputs
    // that show what the default size hides, such as a block or a tile that is not full.
    void add_to_plain_runs(const std::vector<std::string>& commands)
    {
        for (const std::string& command : commands) {
            add_options(command);
            tests_.back().in_plain_runs = true;
        }
    }
    void add_to_plain_runs(const std::string& name, Input input)
    {
        add(name, std::move(input));
        tests_.back().in_plain_runs = true;
    }
    // The input that the program makes of these options; whoever repeats the failing run gives it the same.
    void add_options(const std::string& command)
    {
        tests_.push_back({command, [command] {
                              Topic topic;
                              const Options options =
                                  parse_selftest(command, Topic::info.default_size(), [&](OptionList& list) {
                                      if constexpr (requires { topic.add_options(list); })
                                          topic.add_options(list);
                                  });
                              return topic.make_input(options);
                          }});
    }
    // The same for each size, with a seed of its own. Leaves out 0, as block() - 1 may be.
    void add_sizes(const std::vector<std::size_t>& sizes, const std::string& options = "")
    {
        for (const std::size_t n : sizes)
            if (n > 0)
                add_options("-n " + std::to_string(n) + " --seed " + std::to_string(n) +
                            (options.empty() ? "" : " " + options));
    }

    const std::vector<Test>& all() const { return tests_; }

private:
    int block_;
    std::vector<Test> tests_;
};

}  // namespace ladders
