// allpairs: all bodies attract each other, split over several GPUs.
#pragma once

#include "common/ladder.h"
#include "multi_gpu/gpus.h"
#include "nbody/bodies.h"
#include "nbody/check.h"

#include <string>
#include <vector>

constexpr int kChunk = 256;  // bodies; a GPU has whole chunks

struct AllPairs {
    struct Input {
        Bodies bodies;
        int steps, gpus;
        bool weak;
        std::string description;

        int size() const { return static_cast<int>(bodies.size()); }
        double interactions() const { return double(size()) * size() * steps; }
    };
    using Output = LastStep;  // the CPU's may be less than the GPUs': one step of the first bodies

    static constexpr TopicInfo info{.name = "allpairs",
                                    .title = "all-pairs gravity on several GPUs",
                                    .folder = "multi_gpu",
                                    .size = 256 * 1024,
                                    .emulator_size = 1200,
                                    .rate = Rate::operations,
                                    .unit = "interaction",
                                    .operations_per_unit = 20,
                                    .copies = true,
                                    .several_gpus = true,
                                    .host_bytes = (3 * 7 + 4 * 4) * sizeof(float),
                                    .device_bytes = 24 * sizeof(float)};

    void add_options(OptionList& options);
    Input make_input(const Options& options) const;
    Output run(Output (*const& version)(const Input&, Run&), const Input& in, Run& run) const;
    Output cpu(const Input& in) const;
    double cpu_share(const Input& in) const;
    Reference exact(const Input& in) const;
    Verdict check(const Output& got, const Reference& first, const Input& in, const Chain& chain) const
    {
        return check_run(got, in.bodies, in.steps, first, chain);
    }
    Work work(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const
    {
        Bodies& b = in.bodies;
        for (auto* column : {&b.x, &b.y, &b.z, &b.vx, &b.vy, &b.vz})
            arrays.movable(*column);
    }
    Figures figures(const Output& out) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    void selftests(SelfTests<AllPairs>& tests) const;

private:
    GpuOptions gpus_;
    int steps_ = 2;
};
