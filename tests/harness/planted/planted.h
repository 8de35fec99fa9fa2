// planted: y = 2 x, by kernels that are wrong on purpose.
#pragma once

#include "common/ladder.h"

#include <string>
#include <vector>

struct Planted {
    using Input = std::vector<float>;
    using Output = std::vector<float>;
    using Version = Output (*)(const Input& x, Run& run);

    static constexpr TopicInfo info{.name = "planted",
                                    .title = "planted mistakes",
                                    .folder = "tests/harness/planted",
                                    .size = 1000,
                                    .emulator_size = 1000};

    void add_options(OptionList&) {}
    MemoryNeed memory(const Options& options) const { return {options.size * 8, options.size * 8}; }
    Input make_input(const Options& options) const;
    std::string describe(const Input& x) const { return "n = " + std::to_string(x.size()); }
    Output cpu(const Input& x) const;
    Verdict check(const Output& got, const Output& want, const Input& x, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& x, const Chain& chain) const;
    Work work(const Input& x) const { return {.bytes = 8.0 * static_cast<double>(x.size())}; }
    Figures figures(const Output& y) const { return {{"Elements", std::to_string(y.size())}}; }
    std::vector<SelfTest<Input>> selftests(int block) const;
};

// What all versions share: uploads x, lets `launch` run its kernel on (x, n, y), downloads y.
template <class F>
Planted::Output double_on_gpu(const Planted::Input& x, Run& run, const Launch& launch, F run_kernel)
{
    DeviceArray<float> d_x(run, x.size()), d_y(run, x.size());
    run.upload([&] { d_x.copy_from(x); });
    run.kernel(launch, [&] { run_kernel(d_x.data(), x.size(), d_y.data()); });
    Planted::Output y;
    run.download([&] { d_y.copy_to(y); });
    return y;
}
