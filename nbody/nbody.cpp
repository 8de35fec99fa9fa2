#include "nbody.h"

#include "body_table.h"
#include "common/support/numbers.h"
#include "picture.h"

#include <algorithm>
#include <cmath>

namespace {

// With more interactions than that, the sequential reference computes some bodies only, and one step.
constexpr double kMostOnCpu = 1 << 28, kSecondsOnReference = 4, kSecondsOnEnergy = 2;
constexpr std::size_t kBodiesOnCpu = 1024;

std::string steps_text(int steps)
{
    return std::to_string(steps) + (steps == 1 ? " step" : " steps");
}

NBody::Input make(Bodies bodies, int steps, const std::string& kind)
{
    const std::string n = std::to_string(bodies.size());
    return {std::move(bodies), steps, "n = " + n + " bodies, " + kind + ", " + steps_text(steps)};
}

// Clumps of `count` bodies: place and velocity of each differ by at most `apart` from those of the one
// before. The mass of every second body is multiplied.
Bodies clumps(std::size_t n, std::size_t count, float apart, float heavier)
{
    Bodies bodies = make_bodies("uniform", n, n);
    const std::vector<float> differences = random_floats(6 * n, n, -apart, apart);
    auto difference = differences.begin();
    for (auto* column : {&bodies.x, &bodies.y, &bodies.z, &bodies.vx, &bodies.vy, &bodies.vz})
        for (std::size_t i = 0; i < n; ++i, ++difference)
            if (i % count)
                (*column)[i] = (*column)[i - 1] + *difference;
    for (std::size_t i = 1; i < n; i += 2)
        bodies.mass[i] *= heavier;
    return bodies;
}

// As far apart and as heavy as a table allows; every third body has no mass.
Bodies extremes(std::size_t n)
{
    constexpr auto kMost = static_cast<float>(kMostInTable);
    Bodies bodies = make_bodies("uniform", n, n);
    for (auto* column : {&bodies.x, &bodies.y, &bodies.z})
        for (std::size_t i = 1; i < n; i += 2)
            (*column)[i] *= kMost;
    for (std::size_t i = 0; i < n; ++i)
        bodies.mass[i] = i % 3 == 0 ? 0 : i % 3 == 1 ? kMost : bodies.mass[i];
    return bodies;
}

}  // namespace

void NBody::add_options(OptionList& options)
{
    options.input(input_file_, "table of bodies, a line each: m x y z vx vy vz");
    options.choice("--dist", dist_, body_distributions(), "made-up bodies");
    options.exclude("--input", {"--size", "--dist"});
    options.whole("--steps", steps_, 1, 1000000, "time steps of 0.01");
    options.output(output_files_, {".txt", ".png"},
                   "write the bodies: FILE.txt as a table, FILE.png as a picture (repeat -o for both)");
}

NBody::Input NBody::make_input(const Options& options) const
{
    const bool made_up = input_file_.empty();
    if (made_up && options.size > kMostBodies)
        throw UsageError(format_text("--size %zu: at most %zu bodies", options.size, kMostBodies));
    Bodies bodies = made_up ? make_bodies(dist_, options.size, options.seed) : read_body_table(input_file_);
    const std::string kind = made_up ? dist_ + ", seed " + std::to_string(options.seed) : input_file_;
    Input in = make(std::move(bodies), steps_, kind);
    if (double(in.size()) * in.size() / 2 <= kSecondsOnEnergy * interactions_per_second())
        in.energy = energy_of(in.bodies);
    return in;
}

NBody::Output NBody::cpu(const Input& in) const
{
    if (in.interactions() > kMostOnCpu)
        return {{}, step_on_cpu(in.bodies, std::min(kBodiesOnCpu, in.bodies.size())), 1};
    Output out{{}, in.bodies, 0};
    while (out.steps < in.steps)
        out = {out.after, step_on_cpu(out.after, in.bodies.size()), out.steps + 1};
    return out;
}

double NBody::cpu_share(const Input& in) const
{
    const double bodies = std::min<double>(kBodiesOnCpu, in.size());
    return in.interactions() <= kMostOnCpu ? 1 : bodies * in.size() / in.interactions();
}

Reference NBody::exact(const Input& in) const
{
    return in.steps > 2 ? Reference{} : make_reference(in.bodies, kSecondsOnReference, in.bodies.size());
}

Work NBody::work(const Input& in) const
{
    // A step reads each body's 7 numbers and writes 6.
    return {.bytes = double(in.size()) * 13 * sizeof(float) * in.steps,
            .operations = info.operations_per_unit * in.interactions()};
}

Figures NBody::figures(const Output& out) const
{
    return {{"Body 0 after " + steps_text(out.steps),
             format_text("%.6g %.6g %.6g", out.after.x[0], out.after.y[0], out.after.z[0])}};
}

std::vector<std::string> NBody::remarks(const Output& got, const Input& in) const
{
    const Momentum start = momentum_of(in.bodies), end = momentum_of(got.after);
    const double change =
        std::hypot(end.sum[0] - start.sum[0], end.sum[1] - start.sum[1], end.sum[2] - start.sum[2]);
    const double all = std::hypot(end.absolute[0], end.absolute[1], end.absolute[2]);
    std::vector<std::string> lines{
        format_text("Momentum drift: %.3g of the sum of m |v|", all > 0 ? change / all : change)};
    if (const double energy = in.energy.value_or(0); in.energy)
        lines.push_back(format_text("Energy drift: %.3g of the start's %.6g",
                                    energy != 0 ? (energy_of(got.after) - energy) / std::abs(energy) : 0.0,
                                    energy));
    return lines;
}

void NBody::selftests(SelfTests<NBody>& tests) const
{
    tests.add_to_plain_runs({"-n 67 --steps 1", "-n 521 --steps 1 --dist plummer"});
    const auto add = [&](const char* kind, Bodies bodies, int steps) {
        const Input in = make(std::move(bodies), steps, kind);
        tests.add(in.description, in);
    };
    const std::size_t b = tests.block();
    tests.add_sizes({1, 2, 31, 32, 33, b - 1, b, b + 1}, "--steps 1");
    tests.add_options(format_text("-n %d --dist plummer --steps 1", kEmulator ? 521 : 8191));
    tests.add_options("-n 67 --dist plummer --steps 3");
    tests.add_options(kEmulator ? "-n 131" : "-n 20011");
    add("two at each place", clumps(kEmulator ? 129 : 16385, 2, 0, 1000), 2);
    add("pairs closer than the softening", clumps(67, 2, 2 * kSoftening, 1), 1);
    add("all at one place", clumps(65, 65, 0, 1), 2);
    add("far apart and heavy", extremes(97), 2);
}

void NBody::write_output(const Output& out) const
{
    for (const std::string& file : output_files_)
        if (file.ends_with(".png"))
            write_png(file, projection(out.after, 768));
        else
            write_body_table(file, out.after);
}
