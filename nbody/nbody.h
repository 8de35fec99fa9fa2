// nbody: all bodies attract each other.
#pragma once

#include "bodies.h"
#include "check.h"
#include "common/ladder.h"

#include <optional>
#include <string>
#include <vector>

struct NBody {
    struct Input {
        Bodies bodies;
        int steps = 1;
        std::string description;
        std::optional<double> energy = {};  // at the start, unless that takes too long

        int size() const { return static_cast<int>(bodies.size()); }
        double interactions() const { return double(size()) * size() * steps; }
    };
    using Output = LastStep;  // the CPU's may be less than the GPU's: one step of the first bodies

    static constexpr TopicInfo info{
        .name = "nbody",
        .title = "all-pairs gravity",
        .folder = "nbody",
        .size = 128 * 1024,
        .emulator_size = 512,
        .rate = Rate::operations,
        .unit = "interaction",
        .operations_per_unit = 20,
        // The start and the states before and after the last step; on the host, packed as well.
        .host_bytes = (3 * 7 + 2 * 4) * sizeof(float),
        .device_bytes = (3 * 6 + 1) * sizeof(float)};

    void add_options(OptionList& options);
    Input make_input(const Options& options) const;
    Output cpu(const Input& in) const;
    double cpu_share(const Input& in) const;
    Reference exact(const Input& in) const;  // of the first of two steps; of more, only the last is checked
    Verdict check(const Output& got, const Reference& first, const Input& in, const Chain& chain) const
    {
        return check_run(got, in.bodies, in.steps, first, chain);
    }
    Work work(const Input& in) const;
    // The masses stay: the host puts them into its result.
    void hide(Input& in, HiddenArrays& arrays) const
    {
        Bodies& b = in.bodies;
        for (auto* column : {&b.x, &b.y, &b.z, &b.vx, &b.vy, &b.vz})
            arrays.movable(*column);
    }
    Figures figures(const Output& out) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    void selftests(SelfTests<NBody>& tests) const;
    void write_output(const Output& out) const;

private:
    std::string dist_ = "uniform", input_file_;
    std::vector<std::string> output_files_;
    int steps_ = 2;
};
