// access: out[i] = in[index of i]. The versions differ in the index, and so in which sectors a warp loads.
#pragma once

#include "common/ladder.h"

#include <cstdint>
#include <string>
#include <vector>

struct Access {
    struct Input {
        std::vector<float> values;
        std::size_t stride;  // of v5, in elements; at most as many as there are
        std::uint64_t seed;  // of v6
        std::string description;
    };
    using Output = std::vector<float>;

    // Which element out[i] is a copy of. A group is 32 adjacent elements: what a warp copies.
    enum class Pattern {
        Aligned,     // i itself
        Permuted,    // the group's elements in reverse
        Misaligned,  // i + 1; the first one after the last
        SameWord,    // the group's first
        Strided,     // a matrix with rows of `stride` elements, copied column by column
        Scattered,   // any, at random
    };
    struct Version {
        Output (*function)(const Input& in, Run& run);
        Pattern pattern;
    };
    static constexpr TopicInfo info{.name = "access",
                                    .title = "copy through an index",
                                    .folder = "coalescing",
                                    .size = 1 << 26,
                                    .emulator_size = 1 << 16,
                                    .host_bytes = 3 * sizeof(float),  // the values, and the result twice
                                    .device_bytes = 2 * sizeof(float)};

    void add_options(OptionList& options)
    {
        options.size("--stride", stride_, "elements between adjacent lanes in v5 (default 32)");
    }
    Input make_input(const Options& options) const;
    std::size_t results(const Input& in) const { return in.values.size(); }
    void cpu(const Version& version, const Input& in, std::size_t begin, std::size_t end, Output& out) const;
    Output run(const Version& version, const Input& in, Run& run) const { return version.function(in, run); }
    Verdict check(const Output& got, const Output& want, const Input&) const;
    Work work(const Input& in) const { return {.bytes = 2.0 * sizeof(float) * in.values.size()}; }
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const { arrays.whole(in.values); }
    Figures figures(const Output& out) const;
    void selftests(SelfTests<Access>& tests) const;

private:
    std::size_t stride_ = 32;
};

// An element of n for out[i], as good as random: the 64 bits of i are mixed, and the result is read as a
// fraction of n. (The mixing is the one of splitmix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
// pseudorandom number generators", 2014.)
__host__ __device__ inline std::size_t scattered_index(std::size_t i, std::size_t n, std::uint64_t seed)
{
    std::uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15 + seed;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    bits ^= bits >> 31;
    return static_cast<std::size_t>(static_cast<unsigned __int128>(bits) * n >> 64);
}
