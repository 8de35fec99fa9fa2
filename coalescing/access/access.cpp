#include "access.h"

#include "common/support/numbers.h"

#include <algorithm>

namespace {

constexpr std::size_t kGroup = 32;

// Where in the matrix out[i] comes from, if out holds its columns one after the other.
std::size_t strided_index(std::size_t i, std::size_t n, std::size_t stride)
{
    // The first n % stride columns hold one element more than the others.
    const std::size_t longer = n % stride, rows = n / stride;
    if (i < longer * (rows + 1))
        return i % (rows + 1) * stride + i / (rows + 1);
    const std::size_t rest = i - longer * (rows + 1);
    return rest % rows * stride + longer + rest / rows;
}

}  // namespace

// With fewer elements than a row holds there is one row, and the rest of it is empty.
Access::Input Access::make_input(const Options& options) const
{
    const std::size_t n = options.size, seed = options.seed;
    return {random_floats(n, seed, -1, 1), std::min(stride_, n), seed,
            format_text("n = %zu random floats, stride %zu, seed %zu", n, stride_, seed)};
}

void Access::cpu(const Version& version, const Input& in, std::size_t begin, std::size_t end,
                 Output& out) const
{
    const std::size_t n = in.values.size();
    const auto copy = [&](auto index_of) {
        for (std::size_t i = begin; i < end; ++i)
            out[i] = in.values[index_of(i)];
    };
    switch (version.pattern) {
        case Pattern::Aligned:
            return copy([](std::size_t i) { return i; });
        case Pattern::Permuted:
            for (std::size_t i = begin, stop; i < end;
                 i = stop) {  // a group, or the part of it in this piece
                const std::size_t first = i / kGroup * kGroup, last = std::min(first + kGroup, n) - 1;
                stop = std::min(last + 1, end);
                std::reverse_copy(&in.values[first + last + 1 - stop], &in.values[first + last - i] + 1,
                                  &out[i]);
            }
            return;
        case Pattern::Misaligned:
            std::copy(&in.values[begin] + 1, in.values.data() + std::min(end + 1, n), &out[begin]);
            if (end == n)
                out[n - 1] = in.values[0];
            return;
        case Pattern::SameWord:
            return copy([](std::size_t i) { return i / kGroup * kGroup; });
        case Pattern::Strided:  // down a column, then to the top of the next one
            return copy([=, &in, next = strided_index(begin, n, in.stride)](std::size_t) mutable {
                const std::size_t here = next;
                next = here + in.stride < n ? here + in.stride : here % in.stride + 1;
                return here;
            });
        case Pattern::Scattered:
            return copy([=, &in](std::size_t i) { return scattered_index(i, n, in.seed); });
    }
}

Verdict Access::check(const Output& got, const Output& want, const Input&) const
{
    return compare_exactly("element", got, want);
}

std::vector<Shown> Access::shown_inputs(const Input& in) const
{
    return {shown("in", in.values)};
}

Figures Access::figures(const Output& out) const
{
    return {{"out[0]", out.front()}, {"out[n - 1]", out.back()}};
}

void Access::selftests(SelfTests<Access>& tests) const
{
    tests.add_to_plain_runs({"-n 1027 --stride 7", "-n 4099 --stride 32"});
    const std::size_t b = tests.block();
    for (const char* stride : {"1", "2", "7", "32", "1000"})
        tests.add_sizes({1, 31, 32, 33, 1023, b + 1, 4 * b + 7, 4099}, std::string("--stride ") + stride);
    tests.add_options("-n 70001 --stride 70000");  // more columns than a grid is high
    if (!kEmulator) {
        tests.add_options("-n 16777219 --stride 33");
        tests.add_options("-n 4194305 --stride 1Mi");
    }
}
