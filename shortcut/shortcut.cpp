#include "shortcut.h"

#include "common/device/device.h"
#include "common/support/numbers.h"

#include <CLI/CLI.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// The weights' distributions, for --dist:
// uniform  in [0, 1)
// signed   in [-1, 1)
// sparse   in [0, 1) for one pair in sixteen; +infinity (no train) for the others
// nan      in [0, 1), and one NaN
const std::vector<std::string> kDistributions{"uniform", "signed", "sparse", "nan"};

Shortcut::Matrix make_weights(const std::string& dist, std::size_t n, std::uint64_t seed)
{
    Shortcut::Matrix d = random_floats(n * n, seed, dist == "signed" ? -1.0f : 0.0f, 1.0f);
    std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
    if (dist == "sparse")
        for (float& weight : d)
            if (random() % 16 != 0)
                weight = kInfinity;
    if (dist == "nan")
        d[(std::uint64_t{random()} << 32 | random()) % d.size()] = kNaN;
    return d;
}

// Bits that no computed float has, but every result that was never written: outputs start as bytes 0xFF.
bool never_written(float x)
{
    return std::bit_cast<std::uint32_t>(x) == 0xffffffffu;
}

// Equal as numbers, or both NaN. Numbers that are equal have the same bits, save -0 and +0; which zero the
// minimum of both is, and which NaN a NaN, IEEE 754 leaves open.
bool same(float got, float want)
{
    return got == want || (std::isnan(got) && std::isnan(want) && !never_written(got));
}

Verdict compare(const Shortcut::Matrix& got, const Shortcut::Matrix& want, std::size_t n)
{
    if (got.size() != want.size())
        return Verdict::wrong(std::to_string(got.size()) + " results in place of " +
                              std::to_string(want.size()));
    std::size_t mismatches = 0;
    std::string detail;
    for (std::size_t e = 0; e < want.size(); ++e) {
        if (same(got[e], want[e]))
            continue;
        if (++mismatches > 3)
            continue;
        char text[120];
        std::snprintf(text, sizeof text, "%sr[%zu][%zu]: %.9g%s in place of %.9g", mismatches > 1 ? "; " : "",
                      e / n, e % n, got[e], never_written(got[e]) ? " (never written)" : "", want[e]);
        detail += text;
    }
    if (mismatches == 0)
        return {};
    if (mismatches > 3)
        detail += "; " + std::to_string(mismatches) + " of " + std::to_string(want.size()) + " are wrong";
    return Verdict::wrong(detail);
}

}  // namespace

void Shortcut::add_options(OptionList& options)
{
    app.add_option("--dist", dist_, "the weights")
        ->check(CLI::IsMember(kDistributions))
        ->capture_default_str();
}

MemoryNeed Shortcut::memory(const Options& options) const
{
    const std::size_t n = options.size;
    if (n > SIZE_MAX / 16 / n)
        throw OutOfMemory("--size " + std::to_string(n) + ": more bytes than can be counted");
    const std::size_t matrix = n * n * sizeof(float);
    return {.host = 3 * matrix, .device = 2 * matrix};  // d, and r; on the host also the r that is wanted
}

Shortcut::Input Shortcut::make_input(const Options& options) const
{
    return {.n = options.size,
            .d = make_weights(dist_, options.size, options.seed),
            .description = "n = " + std::to_string(options.size) + ", weights " + dist_ + ", seed " +
                           std::to_string(options.seed),
            .wanted = {}};
}

// The triple loop. With k in the middle, the inner loop goes along rows, and the compiler takes four j at once.
Shortcut::Output Shortcut::cpu(const Input& in) const
{
    const std::size_t n = in.n;
    Matrix r(n * n, kInfinity);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t j = 0; j < n; ++j)
                r[i * n + j] = minimum(r[i * n + j], in.d[i * n + k] + in.d[k * n + j]);
    return r;
}

Verdict Shortcut::check(const Output& got, const Output& want, const Input& in, const Chain&) const
{
    return compare(got, want, in.n);
}

// One element may be wrong, and there is no cheaper way to see each than to compute it: (min, +) has no
// subtraction, on which the randomised tests of matrix products rest.
Verdict Shortcut::check_without_cpu(const Output& got, const Input& in, const Chain&) const
{
    if (in.wanted.empty())
        in.wanted = product_on_all_cores(in.d, in.n);
    return compare(got, in.wanted, in.n);
}

// Held against one addition per step and fp32 lane and clock: the least that a step takes on any device.
Shortcut::Output Shortcut::run(Version version, const Input& in, Run& run) const
{
    if (const double additions = current_device().peak_flops() / 2; additions > 0)
        run.bound(work(in).operations / additions);
    return version(in.d, in.n, run);
}

Work Shortcut::work(const Input& in) const
{
    const double n = static_cast<double>(in.n);
    return {.bytes = 2 * n * n * sizeof(float), .operations = n * n * n};
}

Figures Shortcut::figures(const Output& r) const
{
    float least = kInfinity;
    double sum = 0;
    std::size_t finite = 0;
    for (const float x : r) {
        if (!std::isfinite(x))
            continue;
        least = std::min(least, x);
        sum += x;
        ++finite;
    }
    char text[80];
    std::snprintf(text, sizeof text, "%zu finite, least %.9g, mean %.9g", finite, least,
                  finite ? sum / finite : 0);
    return {{"Result", text}};
}

std::vector<SelfTest<Shortcut::Input>> Shortcut::selftests(int) const
{
    std::vector<SelfTest<Input>> tests;
    const auto add = [&](const std::string& name, std::size_t n, Matrix d) {
        tests.push_back({name + ", n = " + std::to_string(n),
                         Input{.n = n, .d = std::move(d), .description = {}, .wanted = {}}});
    };
    // Weights that are not negative, with others in the last place, or in the first and the last and between.
    const auto plant = [&](const std::string& name, std::size_t n, const std::vector<float>& values) {
        Matrix d = make_weights("uniform", n, n);
        const std::size_t gaps = values.size() - 1;
        for (std::size_t v = 0; v < values.size(); ++v)
            d[gaps == 0 ? d.size() - 1 : v * (d.size() - 1) / gaps] = values[v];
        add(name, n, std::move(d));
    };
    const auto draw = [&](const std::string& name, std::size_t n, const std::vector<float>& values) {
        std::mt19937 random(static_cast<std::mt19937::result_type>(n));
        Matrix d(n * n);
        for (float& weight : d)
            weight = values[random() % values.size()];
        add(name, n, std::move(d));
    };

    std::vector<std::size_t> sizes{1, 2, 31, 32, 33, 63, 64, 65};
    if (!kEmulator)
        sizes.insert(sizes.end(), {127, 128, 255, 256, 257, 509, 1000});
    for (const std::size_t n : sizes)
        for (const char* dist : {"sparse", "signed"})
            add(dist, n, make_weights(dist, n, n));
    add("uniform", 100, make_weights("uniform", 100, 1));
    plant("one negative weight", 129, {-1});
    for (const std::size_t n : {std::size_t{5}, std::size_t{65}}) {
        plant("one NaN", n, {kNaN});
        plant("three NaNs", n, {kNaN, kNaN, kNaN});
        plant("one -infinity", n, {-kInfinity});
        plant("both infinities and NaN", n, {-kInfinity, kInfinity, kInfinity, -kInfinity, kNaN});
        draw("numbers and NaN", n, {1, 2, 3, kNaN});
        draw("no train at all", n, {kInfinity});
        draw("zeros of both signs", n, {0.0f, -0.0f});
        draw("sums that overflow", n, {3e38f, -3e38f, 1});
        draw("denormal numbers", n, {1e-45f, 3e-45f, -1e-44f, 1.17e-38f, 1e-40f});
        draw("all equal", n, {0.3f});
    }
    return tests;
}

dim3 grid_of(std::size_t n, unsigned width, unsigned height)
{
    constexpr std::size_t kHighest = 65535;  // of any CUDA device
    if (ceil_div(n, height) > kHighest)
        throw UsageError("--size " + std::to_string(n) + ": this version takes at most " +
                         std::to_string(kHighest * height) + " with this block");
    return dim3(static_cast<unsigned>(ceil_div(n, width)), static_cast<unsigned>(ceil_div(n, height)));
}

void require_block(const Run& run, int threads)
{
    if (run.plan().block && run.plan().block != threads)
        throw UsageError("--block " + std::to_string(run.plan().block) + ": this version's blocks have " +
                         std::to_string(threads) + " threads");
}
