// planted: y = 2 x, by kernels that are wrong on purpose.
#pragma once

#include "common/ladder.h"

#include <vector>

struct Planted {
    using Input = std::vector<float>;
    using Output = std::vector<float>;

    static constexpr TopicInfo info{.name = "planted",
                                    .title = "planted mistakes",
                                    .folder = "tests/harness/planted",
                                    .size = 1000,
                                    .emulator_size = 1000,
                                    .host_bytes = 8,
                                    .device_bytes = 8};

    void add_options(OptionList& options)
    {
        options.whole("--cases", cases_, 1, 9, "so many inputs, whose first elements are 0, 1, ...");
    }
    std::size_t cases(const Input&) const { return cases_; }
    void use_case(Input& x, std::size_t i) const { x.front() = static_cast<float>(i); }
    std::string case_name(const Input& x) const { return "case " + number_text(x.front()); }
    Input make_input(const Options& options) const;
    Output cpu(const Input& x) const;
    Output without_cpu(const Input& x) const { return cpu(x); }  // as good as any other way, for --no-cpu
    Verdict check(const Output& got, const Output& want, const Input& x) const;
    Work work(const Input& x) const { return {.bytes = 8.0 * static_cast<double>(x.size())}; }
    Figures figures(const Output& y) const { return {{"Elements", y.size()}}; }

private:
    std::size_t cases_ = 0;  // 0: no cases
};

// What most versions share: uploads x, lets `run_kernel` launch a kernel on (x, n, y), downloads y.
template <class F>
Planted::Output double_on_gpu(const Planted::Input& x, Run& run, const Launch& launch, F run_kernel)
{
    const auto d_x = run.upload(x);
    const auto d_y = run.array<float>(x.size());
    run.kernel(launch, [&] { run_kernel(d_x.data(), x.size(), d_y.data()); });
    return run.download(d_y);
}
