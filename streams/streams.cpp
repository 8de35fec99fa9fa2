#include "streams.h"

#include "common/support/numbers.h"

#include <algorithm>
#include <bit>

void Streaming::add_options(OptionList& options)
{
    options.whole("--repeat", repeat_, 1, 1'000'000, "how often src is added to dst");
    options.whole("--streams", streams_, 1, 1024,
                  "pieces of the data in v4 to v6; v7's shortest is a quarter of one");
}

Streaming::Input Streaming::make_input(const Options& options) const
{
    const std::size_t n = options.size;
    return {random_floats(n, options.seed, -1, 1), random_floats(n, options.seed + 1, -1, 1), repeat_,
            streams_,
            format_text("n = %zu float, %d additions each, %d streams, seed %llu", n, repeat_, streams_,
                        static_cast<unsigned long long>(options.seed))};
}

// In pieces that stay in the cache, so that the compiler can add many elements at once.
void Streaming::cpu(const Input& in, std::size_t begin, std::size_t end, Output& result) const
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

Verdict Streaming::check(const Output& got, const Output& want, const Input&) const
{
    if (got.size() != want.size())
        return another_size(got.size(), want.size());
    // As bits, so that a NaN in the right place is right and -0 is not 0.
    const auto bits = [](float x) { return std::bit_cast<unsigned>(x); };
    return compare_each(
        want.size(), [&](std::size_t i) { return bits(got[i]) == bits(want[i]); },
        [&](std::size_t i) {
            return "dst " + std::to_string(i) + ": " + number_text(got[i]) + " in place of " +
                   number_text(want[i]);
        },
        compared(got, want));
}

Work Streaming::work(const Input& in) const
{
    const double n = static_cast<double>(in.src.size());
    return {.bytes = 3 * n * sizeof(float), .operations = n * in.repeat};
}

std::vector<Shown> Streaming::shown_inputs(const Input& in) const
{
    return {shown("src", in.src), shown("dst", in.dst)};
}

Figures Streaming::figures(const Output& dst) const
{
    return {{"Last element", dst.back()}};
}

std::vector<std::string> Streaming::remarks(const Output&, const Input&) const
{
    if (!kEmulator)
        return {};
    return {"The emulator does copies and kernels in the order of the calls: nothing overlaps here."};
}

void Streaming::selftests(SelfTests<Streaming>& tests) const
{
    tests.add_to_plain_runs({"-n 1027 --repeat 3 --streams 3", "-n 5 --repeat 2 --streams 16"});
    for (const char* streams : {"1", "3", "16"})
        tests.add_sizes(tests.sizes(), std::string("--repeat 3 --streams ") + streams);
}
