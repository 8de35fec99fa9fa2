#include "nbody.h"

#include "body_table.h"
#include "check.h"
#include "common/support/numbers.h"
#include "picture.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>

namespace {

constexpr std::size_t kMostBodies = std::size_t{1} << 30;
// More interactions than these the sequential reference does not do: it takes so many bodies then, and one step.
constexpr double kMostOnCpu = 1 << 28;
constexpr std::size_t kBodiesOnCpu = 1024;
constexpr double kSecondsOnReference = 4, kSecondsOnEnergy = 2;
constexpr int kPictureSide = 768;

double interactions_of_step(std::size_t n)
{
    return static_cast<double>(n) * static_cast<double>(n);
}

bool cpu_does_all(const NBody::Input& in)
{
    return interactions_of_step(in.bodies.size()) * in.steps <= kMostOnCpu;
}

bool energy_is_quick(std::size_t n)
{
    return interactions_of_step(n) / 2 <= kSecondsOnEnergy * interactions_per_second();
}

std::string steps_text(int steps)
{
    return std::to_string(steps) + (steps == 1 ? " step" : " steps");
}

template <class... Values>
std::string text_of(const char* format, Values... values)
{
    char text[160];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

NBody::Input make(Bodies bodies, int steps, const std::string& description)
{
    NBody::Input in;
    in.bodies = std::move(bodies);
    in.steps = steps;
    in.description =
        "n = " + std::to_string(in.bodies.size()) + " bodies, " + description + ", " + steps_text(steps);
    if (steps <= 2)  // of longer runs only the last step is held against double
        in.reference = make_reference(in.bodies, kSecondsOnReference, in.bodies.size());
    return in;
}

// Two bodies at each place, one of them much heavier.
Bodies coincident_pairs(std::size_t n)
{
    Bodies bodies = make_bodies("uniform", n, n);
    for (std::size_t i = 1; i < n; i += 2) {
        bodies.x[i] = bodies.x[i - 1];
        bodies.y[i] = bodies.y[i - 1];
        bodies.z[i] = bodies.z[i - 1];
        bodies.mass[i] *= 1000;
    }
    return bodies;
}

// Pairs as far apart as the softening is long, or some times less or more: their pull tells softenings apart, which
// vanish beside the distances of other bodies.
Bodies close_pairs(std::size_t n)
{
    Bodies bodies = make_bodies("uniform", n, n);
    const std::vector<float> away = random_floats(3 * n, n, -2 * kSoftening, 2 * kSoftening);
    for (std::size_t i = 1; i < n; i += 2) {
        bodies.x[i] = bodies.x[i - 1] + away[3 * i];
        bodies.y[i] = bodies.y[i - 1] + away[3 * i + 1];
        bodies.z[i] = bodies.z[i - 1] + away[3 * i + 2];
    }
    return bodies;
}

// All bodies at one place, with one velocity.
Bodies one_place(std::size_t n)
{
    Bodies bodies = make_bodies("uniform", n, n);
    for (auto* column : {&bodies.x, &bodies.y, &bodies.z, &bodies.vx, &bodies.vy, &bodies.vz})
        std::fill(column->begin(), column->end(), column->front());
    return bodies;
}

// As far apart, as fast and as heavy as tables may have them; every third body weighs nothing.
Bodies extremes(std::size_t n)
{
    Bodies bodies = make_bodies("uniform", n, n);
    const auto most = static_cast<float>(kMostInTable);
    for (auto* column : {&bodies.x, &bodies.y, &bodies.z})
        for (std::size_t i = 0; i < n; ++i)
            (*column)[i] = i % 2 ? most * (*column)[i] : (*column)[i];
    for (std::size_t i = 0; i < n; ++i)
        bodies.mass[i] = i % 3 == 0 ? 0 : i % 3 == 1 ? most : bodies.mass[i];
    return bodies;
}

}  // namespace

void NBody::add_options(OptionList& options)
{
    auto* input = app.add_option("-i,--input", input_file_, "table of bodies, a line each: m x y z vx vy vz")
                      ->type_name("FILE")
                      ->check(a_file_name);
    app.add_option("--dist", dist_, "made-up bodies")
        ->check(CLI::IsMember(body_distributions()))
        ->capture_default_str()
        ->excludes(input);
    app.get_option("--size")->excludes(input);
    app.add_option("--steps", steps_, "time steps of 0.01")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    add_output_option(app, output_files_, {".txt", ".png"},
                      "write the bodies: FILE.txt as a table, FILE.png as a picture (both: twice)");
}

MemoryNeed NBody::memory(const Options& options) const
{
    if (!input_file_.empty())
        return {};
    // On the host the bodies at the start and round the last step, and as places and velocities in fours.
    constexpr std::size_t kOnHost = (3 * 7 + 2 * 4) * sizeof(float),
                          kOnDevice = 3 * 6 * sizeof(float) + sizeof(float);
    require_countable(options.size, kOnDevice);
    return {.host = options.size * kOnHost, .device = options.size * kOnDevice};
}

NBody::Input NBody::make_input(const Options& options) const
{
    if (input_file_.empty() && options.size > kMostBodies)
        throw UsageError("--size " + std::to_string(options.size) + ": nbody takes at most " +
                         std::to_string(kMostBodies) + " bodies");
    Bodies bodies =
        input_file_.empty() ? make_bodies(dist_, options.size, options.seed) : read_body_table(input_file_);
    if (bodies.size() > kMostBodies)
        throw InputError(input_file_ + ": nbody takes at most " + std::to_string(kMostBodies) + " bodies");
    Input in = make(std::move(bodies), steps_,
                    input_file_.empty() ? dist_ + ", seed " + std::to_string(options.seed) : input_file_);
    if (energy_is_quick(in.bodies.size()))
        in.energy = energy_of(in.bodies);
    return in;
}

NBody::Output NBody::cpu(const Input& in) const
{
    Output out;
    if (!cpu_does_all(in)) {
        out.after = step_on_cpu(in.bodies, std::min(kBodiesOnCpu, in.bodies.size()));
        out.steps = 1;
        return out;
    }
    out.after = in.bodies;
    for (out.steps = 0; out.steps < in.steps; ++out.steps) {
        out.before = std::move(out.after);
        out.after = step_on_cpu(out.before, out.before.size());
    }
    return out;
}

double NBody::cpu_share(const Input& in) const
{
    if (cpu_does_all(in))
        return 1;
    return static_cast<double>(std::min(kBodiesOnCpu, in.bodies.size())) /
           (static_cast<double>(in.bodies.size()) * in.steps);
}

Verdict NBody::check(const Output& got, const Output&, const Input& in, const Chain& chain) const
{
    return check_run(got, in, run.longest_chain());  // against double, not against the CPU's float
}

Verdict NBody::check_without_cpu(const Output& got, const Input& in, const Chain& chain) const
{
    return check_run(got, in, run.longest_chain());
}

Work NBody::work(const Input& in) const
{
    // A step reads each body's 7 numbers and writes 6.
    return {.bytes = static_cast<double>(in.bodies.size()) * 13 * sizeof(float) * in.steps,
            .operations = info.operations_per_unit * interactions_of_step(in.bodies.size()) * in.steps};
}

Figures NBody::figures(const Output& out) const
{
    return {{"Body 0 after " + steps_text(out.steps),
             text_of("%.6g %.6g %.6g", out.after.x[0], out.after.y[0], out.after.z[0])}};
}

std::vector<std::string> NBody::remarks(const Output& got, const Input& in) const
{
    const Momentum start = momentum_of(in.bodies), end = momentum_of(got.after);
    double change = 0, all = 0;
    for (int axis = 0; axis < 3; ++axis) {
        change = std::hypot(change, end.sum[axis] - start.sum[axis]);
        all = std::hypot(all, end.absolute[axis]);
    }
    std::vector<std::string> lines{
        text_of("Momentum drift: %.3g of the sum of m |v|", all > 0 ? change / all : change)};
    if (in.energy)
        lines.push_back(text_of(
            "Energy drift: %.3g of the start's %.6g",
            *in.energy != 0 ? (energy_of(got.after) - *in.energy) / std::abs(*in.energy) : 0.0, *in.energy));
    return lines;
}

std::vector<SelfTest<NBody::Input>> NBody::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<SelfTest<Input>> tests;
    const auto add = [&](const char* what, Bodies bodies, int steps) {
        Input in = make(std::move(bodies), steps, what);
        std::string name = in.description;
        tests.push_back({std::move(name), std::move(in)});
    };
    for (const std::size_t n :
         {std::size_t{1}, std::size_t{2}, std::size_t{31}, std::size_t{32}, std::size_t{33}, b - 1, b, b + 1})
        if (n > 0)
            add("uniform", make_bodies("uniform", n, n), 1);
    add("plummer", make_bodies("plummer", kEmulator ? 521 : 8191, 1), 1);
    add("plummer", make_bodies("plummer", 67, 1), 3);
    add("two at each place", coincident_pairs(129), 2);
    add("close pairs", close_pairs(67), 1);
    add("all at one place", one_place(65), 2);
    add("far apart and heavy", extremes(97), 2);
    if (!kEmulator) {
        add("uniform", make_bodies("uniform", 20011, 1), 2);
        add("two at each place", coincident_pairs(16385), 2);
    }
    return tests;
}

void NBody::write_output(const Output& out) const
{
    for (const std::string& file : output_files_)
        if (file.ends_with(".png"))
            write_png(file, projection(out.after, kPictureSide));
        else
            write_body_table(file, out.after);
}
