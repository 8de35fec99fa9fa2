// What the harness knows of a topic and its versions, with the topic's types taken away. Topics do not use
// this header: common/ladder.h makes a Ladder of a topic.
#pragma once

#include "common/harness/memory_need.h"
#include "common/harness/option_list.h"
#include "common/harness/options.h"
#include "common/harness/run.h"
#include "common/harness/version_info.h"
#include "common/support/check.h"
#include "common/support/text.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ladders {

// What a topic is measured by. tensor_operations: those that tensor cores do on bf16.
enum class Rate { bytes, operations, tensor_operations };

struct TopicInfo {
    const char* name;                     // of the programs: "reduce"
    const char* title;                    // "sum of n numbers"
    const char* folder = name;            // "reduction"
    std::size_t size;                     // default n on a GPU
    std::size_t emulator_size = 1 << 14;  // default n on the emulator
    Rate rate = Rate::bytes;
    const char* operations = "FLOP";  // their name, as in GFLOP/s
    // If people also count in another unit: its name, and the operations in one of it.
    const char* unit = nullptr;
    double operations_per_unit = 1;
    const char* limit =
        "peak";           // what versions are held against: the device's peak, or what set_bound() says
    bool errors = false;  // whether its verdicts tell rounding errors, which are a column of the table
    bool copies = false;  // whether its kernel part has copies that are a lesson: their counts are shown, too
    bool several_gpus = false;  // whether its versions run on several GPUs: what these gain is shown, too
    // Bytes for each of the n elements, for topics that need no more to tell their memory; see Topic::memory().
    double host_bytes = 0, device_bytes = host_bytes;

    std::size_t default_size() const { return kEmulator ? emulator_size : size; }
};

// A line about a result, such as {"Sum", 2097152}. Floats are shown with all the digits that tell them apart.
struct Figure {
    std::string label, value;

    Figure(const std::string& label, const std::string& value) : label(label), value(value) {}
    Figure(const std::string& label, const char* value) : label(label), value(value) {}
    template <class T>
    requires std::is_arithmetic_v<T> Figure(const std::string& label, T value)
        : label(label), value(number_text(value))
    {
    }
};
using Figures = std::vector<Figure>;

class Ladder {
public:
    virtual ~Ladder() = default;

    virtual const TopicInfo& info() const = 0;
    virtual void add_options(OptionList& options) = 0;
    // In the ladder's order, the library last.
    virtual std::vector<VersionInfo> versions() const = 0;

    virtual void make_input(const Options& options) = 0;
    virtual std::string describe_input() const = 0;
    // How many GPUs the input is for; 1 unless the topic is one for several.
    virtual int gpus() const = 0;
    // The cases of an input that has several, such as searches of one graph from several vertices; 0: it has none.
    virtual std::size_t cases() const = 0;
    // Makes case i the one that run() and run_cpu() compute. Its name: "source 17".
    virtual void use_case(std::size_t i) = 0;
    virtual std::string case_name() const = 0;
    // Of the last run.
    virtual Work work() const = 0;

    // Whether each version has a sequential reference of its own.
    virtual bool versions_differ() const = 0;
    // The sequential reference of the version at `index` in versions(); its result is kept for check().
    virtual void run_cpu(std::size_t index) = 0;
    // The part of a version's work that the reference does, 1 if it does all.
    virtual double cpu_share() const = 0;
    // Runs the version at `index` in versions(); its result is kept for check().
    virtual void run(std::size_t index, Run& run) = 0;
    virtual Verdict check(std::size_t index, const Chain& chain, bool without_cpu) = 0;

    // Of the CPU's and of the GPU's result.
    virtual Figures cpu_figures() const = 0;
    virtual Figures gpu_figures() const = 0;
    // Whether the last result holds nothing but zeros, which no kernel has to store.
    virtual bool result_is_zero() const = 0;
    // The input's arrays, as they are shown beside a wrong result; they refer to the input.
    virtual std::vector<Shown> shown_inputs() const = 0;
    // More to say about the last result, a line each.
    virtual std::vector<std::string> remarks() const = 0;
    virtual void write_output() const = 0;

    // The awkward inputs of --selftest: how many, and make number i the input; gives its description.
    virtual std::size_t make_selftests(int block) = 0;
    virtual std::string use_selftest(std::size_t i) = 0;
    // Whether a plain run on the emulator checks input number i, too.
    virtual bool in_plain_runs(std::size_t i) const = 0;

    // For the judge (judge.h). Draws the hidden arrays' elements again; hides them; tells the last result as bytes,
    // and takes one for the last result; and whether the last result came from the device as it is.
    virtual void draw_input_again(std::uint64_t seed) = 0;
    virtual void hide_input(std::uint64_t seed) = 0;
    virtual std::string result_bytes() const = 0;
    virtual void take_result(std::string_view bytes) = 0;
    virtual bool is_result_downloaded() const = 0;

    // A ladder of the same topic and versions, with the default options and no input yet.
    virtual std::unique_ptr<Ladder> another() const = 0;
};

}  // namespace ladders
