#include "allpairs.h"

#include "nbody/gravity.h"

#include <algorithm>
#include <cmath>

namespace {

// With more interactions than that, the sequential reference computes some bodies only, and one step.
constexpr double kMostOnCpu = 1 << 28, kSecondsOnReference = 4;
constexpr std::size_t kBodiesOnCpu = 1024, kMostBodies = 1 << 26;

}  // namespace

void AllPairs::add_options(OptionList& options)
{
    gpus_.add_to(options);
    options.whole("--steps", steps_, 1, 1000000, "time steps of 0.01");
}

AllPairs::Input AllPairs::make_input(const Options& options) const
{
    const int gpus = gpus_.count();
    // The interactions grow with the square of the bodies.
    const auto n = gpus_.weak ? static_cast<std::size_t>(std::lround(std::sqrt(gpus) * double(options.size)))
                              : options.size;
    if (n > kMostBodies)
        throw UsageError(format_text("--size %zu: at most %zu bodies", options.size, kMostBodies));
    return {make_bodies("uniform", n, options.seed), steps_, gpus, gpus_.weak,
            format_text("n = %zu bodies, seed %llu, %d step%s, ", n,
                        static_cast<unsigned long long>(options.seed), steps_, steps_ == 1 ? "" : "s") +
                gpus_.describe()};
}

AllPairs::Output AllPairs::run(Output (*const& version)(const Input&, Run&), const Input& in, Run& run) const
{
    const Team team(first_gpus(in.gpus));
    run.spread_over(team);
    return version(in, run);
}

AllPairs::Output AllPairs::cpu(const Input& in) const
{
    if (in.interactions() > kMostOnCpu)
        return {{}, step_on_cpu(in.bodies, std::min(kBodiesOnCpu, in.bodies.size())), 1};
    Output out{{}, in.bodies, 0};
    while (out.steps < in.steps)
        out = {out.after, step_on_cpu(out.after, in.bodies.size()), out.steps + 1};
    return out;
}

double AllPairs::cpu_share(const Input& in) const
{
    const double bodies = std::min<double>(kBodiesOnCpu, in.size());
    return in.interactions() <= kMostOnCpu ? 1 : bodies * in.size() / in.interactions();
}

Reference AllPairs::exact(const Input& in) const
{
    return in.steps > 2 ? Reference{} : make_reference(in.bodies, kSecondsOnReference, in.bodies.size());
}

Work AllPairs::work(const Input& in) const
{
    return {.bytes = double(in.size()) * 13 * sizeof(float) * in.steps,
            .operations = info.operations_per_unit * in.interactions()};
}

Figures AllPairs::figures(const Output& out) const
{
    return {{"Body 0 after " + std::to_string(out.steps) + (out.steps == 1 ? " step" : " steps"),
             format_text("%.6g %.6g %.6g", out.after.x[0], out.after.y[0], out.after.z[0])}};
}

std::vector<std::string> AllPairs::remarks(const Output&, const Input& in) const
{
    if (in.gpus == 1)
        return {kNothingToExchange};
    return {};
}

void AllPairs::selftests(SelfTests<AllPairs>& tests) const
{
    for (const int gpus : tested_gpu_counts()) {
        const std::string on = "--gpus " + std::to_string(gpus);
        // Fewer chunks of 256 bodies than GPUs, as many, and, on up to four GPUs, one more, which splits unevenly: an odd
        // and an even number of chunks. The third step is the first to overwrite places of the run.
        tests.add_sizes({1, 33, 257, 700}, on + " --steps 2");
        if (gpus <= 4)
            tests.add_sizes({256 * (gpus + std::size_t{1}) - 1}, on + " --steps 2");
        tests.add_sizes({600}, on + " --steps 3");
        if (!kEmulator)
            tests.add_sizes({2049, 20001}, on + " --steps 2");
    }
    tests.add_to_plain_runs({"-n 33", "-n 513 --steps 1"});
}
