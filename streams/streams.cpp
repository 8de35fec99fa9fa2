#include "streams.h"

#include "common/support/numbers.h"
#include "common/support/parallel.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>

namespace {

Streaming::Input make(std::size_t n, int repeat, int streams, std::uint64_t seed)
{
    Streaming::Input in{random_floats(n, seed, -1, 1), random_floats(n, seed + 1, -1, 1), repeat, streams,
                        ""};
    in.description = "n = " + std::to_string(n) + " float, " + std::to_string(repeat) + " additions each, " +
                     std::to_string(streams) + " streams, seed " + std::to_string(seed);
    return in;
}

// result[i] = dst[i] with src[i] added `repeat` times, for i in [begin, end). In pieces that stay in the cache, so that
// the compiler can add many elements at once.
void add_on_cpu(const Streaming::Input& in, std::size_t begin, std::size_t end, std::vector<float>& result)
{
    constexpr std::size_t kPiece = 1024;
    for (std::size_t first = begin; first < end; first += kPiece) {
        const std::size_t last = std::min(end, first + kPiece);
        std::copy(in.dst.begin() + first, in.dst.begin() + last, result.begin() + first);
        for (int r = 0; r < in.repeat; ++r)
            for (std::size_t i = first; i < last; ++i)
                result[i] += in.src[i];
    }
}

}  // namespace

void Streaming::add_options(OptionList& options)
{
    app.add_option("--repeat", repeat_, "how often src is added to dst")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    app.add_option("--streams", streams_, "streams of v4 and v5, a piece of the data for each")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
}

MemoryNeed Streaming::memory(const Options& options) const
{
    constexpr std::size_t kHostArrays =
        9;  // src, dst, the CPU's result, and pinned copies for the version and for its bound
    require_countable(options.size, kHostArrays * sizeof(float));
    return {.host = kHostArrays * options.size * sizeof(float), .device = 2 * options.size * sizeof(float)};
}

Streaming::Input Streaming::make_input(const Options& options) const
{
    return make(options.size, repeat_, streams_, options.seed);
}

Streaming::Output Streaming::cpu(const Input& in) const
{
    std::vector<float> result(in.dst.size());
    add_on_cpu(in, 0, result.size(), result);
    return result;
}

Verdict Streaming::check(const Output& got, const Output& want, const Input&, const Chain&) const
{
    // As bits, so that a NaN in the right place is right and -0 is not 0.
    const auto bits = [](const Output& v) {
        std::vector<std::uint32_t> all(v.size());
        std::transform(v.begin(), v.end(), all.begin(),
                       [](float x) { return std::bit_cast<std::uint32_t>(x); });
        return all;
    };
    const auto same = [](float a, float b) {
        return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
    };
    if (std::equal(got.begin(), got.end(), want.begin(), want.end(), same))
        return {};
    const Verdict verdict = compare_exactly("dst", got, want);
    return verdict.right ? compare_exactly("bits of dst", bits(got), bits(want)) : verdict;
}

Verdict Streaming::check_without_cpu(const Output& got, const Input& in, const Chain& chain) const
{
    Output want(in.dst.size());
    parallel_pieces(want.size(), [&](std::size_t begin, std::size_t end) {
        add_on_cpu(in, begin, end, want);
        return true;
    });
    return check(got, want, in, run);
}

Work Streaming::work(const Input& in) const
{
    const double n = static_cast<double>(in.src.size());
    return {.bytes = 3 * n * sizeof(float), .operations = n * in.repeat};
}

Figures Streaming::figures(const Output& dst) const
{
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", dst.back());
    return {{"Last element", text}};
}

std::vector<std::string> Streaming::remarks(const Output&, const Input&) const
{
    if (kEmulator)
        return {
            "The emulator does copies and kernels in the order in which they are asked for: nothing overlaps "
            "here."};
    return {};
}

std::vector<SelfTest<Streaming::Input>> Streaming::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<SelfTest<Input>> tests;
    for (const std::size_t n : {std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{33}, b - 1, b,
                                b + 1, std::size_t{1021}, std::size_t{10007}})
        for (const int streams : {1, 3, 16}) {
            if (n == 0)
                continue;
            Input in = make(n, 3, streams, n);
            std::string name = in.description;
            tests.push_back({std::move(name), std::move(in)});
        }
    return tests;
}
