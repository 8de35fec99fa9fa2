#include "shortcut.h"

#include "common/device/device.h"
#include "common/support/numbers.h"

#include <bit>
#include <cmath>
#include <random>

namespace {

// dist: uniform is in [0, 1), signed in [-1, 1). sparse is uniform for one pair in sixteen, and +infinity (no
// train) for the others; nan is uniform with one NaN.
std::vector<float> make_weights(const std::string& dist, std::size_t n, std::uint64_t seed)
{
    std::vector<float> d = random_floats(n * n, seed, dist == "signed" ? -1.0f : 0.0f, 1.0f);
    std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
    if (dist == "sparse")
        for (float& weight : d)
            weight = random() % 16 != 0 ? INFINITY : weight;
    if (dist == "nan")
        d[(std::uint64_t{random()} << 32 | random()) % d.size()] = NAN;
    return d;
}

}  // namespace

void Shortcut::add_options(OptionList& options)
{
    options.choice("--dist", dist_, {"uniform", "signed", "sparse", "nan"}, "the weights");
}

MemoryNeed Shortcut::memory(const Options& options) const
{
    const double matrix = double(options.size) * double(options.size) * sizeof(float);
    return {.host = 3 * matrix, .device = 2 * matrix};  // d, and r; on the host also the r that is wanted
}

Shortcut::Input Shortcut::make_input(const Options& options) const
{
    return {options.size, make_weights(dist_, options.size, options.seed),
            format_text("n = %zu, weights %s, seed %ju", options.size, dist_.c_str(), options.seed)};
}

// The triple loop. With k in the middle the inner loop goes along rows, and the compiler vectorises it.
Shortcut::Output Shortcut::cpu(const Input& in) const
{
    Output r(in.n * in.n, INFINITY);
    for (std::size_t i = 0; i < in.n; ++i)
        for (std::size_t k = 0; k < in.n; ++k)
            for (std::size_t j = 0; j < in.n; ++j)
                r[i * in.n + j] = minimum(r[i * in.n + j], in.d[i * in.n + k] + in.d[k * in.n + j]);
    return r;
}

// Held against one addition per step, fp32 lane and clock: the least that a step takes on any device.
Shortcut::Output Shortcut::run(const VersionOf<Shortcut>& version, const Input& in, Run& run) const
{
    if (const double additions = current_device().peak_flops() / 2; additions > 0)
        run.bound(work(in).operations / additions);
    return version(in, run);
}

// Right are equal numbers, or NaN for NaN. Equal numbers have the same bits, except -0 and +0; IEEE 754
// leaves open which of these the minimum is, and which NaN a NaN is.
Verdict Shortcut::check(const Output& got, const Output& want, const Input& in) const
{
    if (got.size() != want.size())
        return another_size(got.size(), want.size());
    // Outputs start as bytes 0xFF, which are a NaN, too, but not one that is computed.
    const auto unwritten = [&](std::size_t e) { return std::bit_cast<unsigned>(got[e]) == 0xffffffff; };
    const auto is_right = [&](std::size_t e) {
        return got[e] == want[e] || (std::isnan(got[e]) && std::isnan(want[e]) && !unwritten(e));
    };
    const auto text = [&](std::size_t e) {
        return format_text("r[%zu][%zu]: %.9g%s in place of %.9g", e / in.n, e % in.n, got[e],
                           unwritten(e) ? " (never written)" : "", want[e]);
    };
    return compare_each(want.size(), is_right, text, compared(got, want, in.n));
}

Work Shortcut::work(const Input& in) const
{
    const double n = in.n;
    return {.bytes = 2 * n * n * sizeof(float), .operations = n * n * n};
}

std::vector<Shown> Shortcut::shown_inputs(const Input& in) const
{
    return {shown("d", in.d, in.n)};
}

Figures Shortcut::figures(const Output& r) const
{
    double least = INFINITY, sum = 0, count = 0;
    for (const float x : r)
        if (std::isfinite(x)) {
            least = std::min<double>(least, x);
            sum += x;
            ++count;
        }
    return {
        {"Result", format_text("%.0f finite, least %.9g, mean %.9g", count, least, count ? sum / count : 0)}};
}

void Shortcut::selftests(SelfTests<Shortcut>& tests) const
{
    // The last one's NaN is in the last rows and in the last columns, which are those of other blocks than the first.
    tests.add_to_plain_runs({"-n 37 --dist signed", "-n 65 --dist sparse", "-n 77 --seed 6 --dist nan"});
    tests.add_options("-n 131 --dist nan");  // three blocks along each side
    std::vector<std::size_t> sizes{1, 2, 31, 32, 33, 63, 64, 65};
    if (!kEmulator)
        sizes.insert(sizes.end(), {127, 128, 255, 256, 257, 509, 1000});
    tests.add_sizes(sizes, "--dist sparse");
    tests.add_sizes(sizes, "--dist signed");
    tests.add_options("-n 70");

    // Uniform weights, but for `values`: the last of them in the last place, the others evenly spread.
    const auto plant = [&](const char* name, std::size_t n, const std::vector<float>& values) {
        Input in{n, make_weights("uniform", n, n), ""};
        for (std::size_t v = 1; v <= values.size(); ++v)
            in.d[(in.d.size() - 1) * v / values.size()] = values[v - 1];
        tests.add(format_text("%s, n = %zu", name, n), in);
    };
    // Each weight is one of `values`.
    const auto draw = [&](const char* name, std::size_t n, const std::vector<float>& values) {
        Input in{n, std::vector<float>(n * n), ""};
        std::mt19937 random(static_cast<std::mt19937::result_type>(n));
        for (float& weight : in.d)
            weight = values[random() % values.size()];
        tests.add(format_text("%s, n = %zu", name, n), in);
    };
    // r[0][3] is 8.1, the sum of 4.1 and 4.0, while 2.9 and 5.8 have the lower sum if they are rounded down. Where weights are
    // scaled so that the largest is 63, these are not.
    tests.add("two sums that are nearly equal, n = 4",
              {4, {2.9f, 4.1f, 7.3f, 5.8f, 63, 9.1f, 8.2f, 4.0f, 31, 17, 22, 9.2f, 40, 12, 3, 8.8f}, ""});
    // 64 x 8 results have two sums that are far less than the others, nearly equal, and not of neighbouring k: v7's 16 bits
    // cannot tell some of them apart. They are those of eight threads, too few for v7 to start again.
    Input ties{70, make_weights("uniform", 70, 70), ""};
    std::mt19937 random(71);
    for (const std::size_t k : {5, 66}) {
        for (std::size_t i = 0; i < 64; ++i)
            ties.d[i * ties.n + k] = 1e-7f * static_cast<float>(random() % 1000);
        for (std::size_t j = 0; j < 8; ++j)
            ties.d[k * ties.n + j] = 1e-7f * static_cast<float>(random() % 1000);
    }
    tests.add("nearly equal sums, n = 70", ties);
    Input no_negative_sum{65, make_weights("uniform", 65, 65), ""};
    for (float& weight : no_negative_sum.d)
        weight += 1;
    no_negative_sum.d[65 * 20 + 30] = -0.5f;
    tests.add("a negative weight, and no negative sum, n = 65", no_negative_sum);
    plant("one negative weight", 65, {-1});
    for (const std::size_t n : {5, 65}) {
        plant("one NaN", n, {NAN});
        plant("three NaNs", n, {NAN, NAN, NAN});
        plant("one -infinity", n, {-INFINITY});
        plant("both infinities and NaN", n, {-INFINITY, INFINITY, INFINITY, -INFINITY, NAN});
        draw("numbers and NaN", n, {1, 2, 3, NAN});
        draw("no train at all", n, {INFINITY});
        draw("zeros of both signs", n, {0.0f, -0.0f});
        draw("sums that overflow", n, {3e38f, -3e38f, 1});
        draw("denormal numbers", n, {1e-45f, 3e-45f, -1e-44f, 1.17e-38f, 1e-40f});
        draw("all equal", n, {0.3f});
    }
}
