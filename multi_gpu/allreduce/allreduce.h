// allreduce: each GPU has n numbers; afterwards each has the sum of all GPUs' numbers, element by element.
#pragma once

#include "common/ladder.h"
#include "multi_gpu/gpus.h"

#include <string>
#include <variant>
#include <vector>

// GPU g has n numbers from numbers[g] on: on the host those of the GPUs overlap.
template <class T>
struct Summands {
    std::vector<T> numbers;
    std::size_t n;
    int gpus;

    const T* of(int gpu) const { return numbers.data() + gpu; }
};

struct AllReduce {
    struct Input {
        std::variant<Summands<float>, Summands<unsigned>> summands;
        std::size_t n;
        int gpus;
        std::string description;
    };
    // What the GPUs have afterwards: (gpus, n). The reference has n numbers. Sums of ints wrap modulo 2^32.
    using Output = std::variant<std::vector<float>, std::vector<unsigned>>;
    using Version = OneOf<std::vector<float>(const Summands<float>&, Run&),
                          std::vector<unsigned>(const Summands<unsigned>&, Run&)>;

    static constexpr TopicInfo info{.name = "allreduce",
                                    .title = "sum over several GPUs",
                                    .folder = "multi_gpu",
                                    .size = 1 << 26,
                                    .emulator_size = 1 << 12,
                                    .limit = "bound",
                                    .copies = true,
                                    .several_gpus = true};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    Output run(const Version& version, const Input& in, Run& run) const;
    Output cpu(const Input& in) const { return sums(in, false); }
    Output without_cpu(const Input& in) const { return sums(in, true); }
    // Ints bit by bit; floats within what another order of the additions can change.
    Verdict check(const Output& got, const Output& want, const Input& in) const;
    // Bytes: what a GPU must send over its link, and on one GPU what it must write. NCCL's tests call the rate that follows
    // the bus bandwidth.
    Work work(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const;
    Figures figures(const Output& sums) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    void selftests(SelfTests<AllReduce>& tests) const;

private:
    static Output sums(const Input& in, bool all_cores);

    GpuOptions gpus_;
    std::string type_ = "float";
};
