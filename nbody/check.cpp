#include "check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace {

using ladders::another_size;
using ladders::Chain;
using ladders::compare_within;
using ladders::Verdict;

constexpr double kHalfUlp = 0x1p-24;
constexpr std::size_t kSample = 1024,
                      kHeaviest = 64;  // bodies, and how many of them are not chosen at random
constexpr double kQuickSeconds = 0.2;

constexpr const char* kAxes[] = {"x", "y", "z"};

struct Columns {
    const std::vector<float>*place[3], *velocity[3];

    explicit Columns(const Bodies& bodies)
        : place{&bodies.x, &bodies.y, &bodies.z}, velocity{&bodies.vx, &bodies.vy, &bodies.vz}
    {
    }
};

// What rounding can do to an acceleration, relative to the sum of the absolute values of its terms. Each term
// is off by at most 30 half ulps: the difference by 1; |r|^2 + eps^2 by 6, to the power -3/2 by 9; a square
// root and a division, or three times an approximate rsqrt of 4 half ulps, by at most 15; the products by 4.
// (In the first order; 32 covers the rest.) Then each addition of the chain rounds once. (N. J. Higham,
// Accuracy and Stability of Numerical Algorithms, 2002, chapters 3 and 4.)
double relative_bound(double chain)
{
    return std::expm1((32 + chain) * kHalfUlp);
}

// What underflow can add to an acceleration, where results below 2^-126 become 0: the inverse square of a
// distance is at most 1e8, its square root's third power at most 1e12.
double underflow_bound(const Bodies& bodies)
{
    double reach = 0, mass = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (const auto* places : {&bodies.x, &bodies.y, &bodies.z})
            reach = std::max<double>(reach, std::abs((*places)[i]));
        mass = std::max<double>(mass, bodies.mass[i]);
    }
    return 0x1p-126 * static_cast<double>(bodies.size()) * (2e8 * (1 + 2 * reach) + 1e12 * mass);
}

// The first thing that is wrong, and how many there are.
class Findings {
public:
    void add(const Verdict& verdict)
    {
        if (!verdict.right && wrong_++ == 0)
            first_ = verdict;
    }
    Verdict verdict(const std::string& when) const
    {
        if (wrong_ == 0)
            return {};
        return Verdict::wrong(when + first_.detail +
                              (wrong_ > 1 ? "; " + std::to_string(wrong_) + " such faults" : ""));
    }

private:
    std::size_t wrong_ = 0;
    Verdict first_;
};

std::string name_of(const char* what, int axis, std::size_t body)
{
    return std::string(what) + kAxes[axis] + " of body " + std::to_string(body);
}

// Each body's place must have moved by its new velocity.
void check_places(const Bodies& from, const Bodies& to, Findings& findings)
{
    const Columns before(from), after(to);
    for (int axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < from.size(); ++i) {
            const double moved = double{kTimeStep} * (*after.velocity[axis])[i];
            const double want = (*before.place[axis])[i] + moved, got = (*after.place[axis])[i];
            const double bound = 2 * kHalfUlp * (std::abs(moved) + std::abs(want)) + 0x1p-125;
            if (!(std::abs(got - want) <= bound))
                findings.add(compare_within(name_of("", axis, i), got, want, bound));
        }
}

// The velocities of the reference's bodies must have changed by the exact pulls. Gives what rounding explains
// in the pulls, summed over all bodies, each times its mass: those chosen at random stand for the others.
std::array<double, 3> check_velocities(const Bodies& from, const Bodies& to, const Reference& reference,
                                       const Chain& chain, Findings& findings)
{
    const Columns before(from), after(to);
    const auto n = static_cast<double>(from.size());
    const double relative = relative_bound(chain.of(n)), underflow = underflow_bound(from);
    const std::size_t random = reference.which.size() - reference.heaviest;
    const double each_stands_for =
        static_cast<double>(from.size() - reference.heaviest) / static_cast<double>(random);
    std::array<double, 3> explained{};
    for (std::size_t r = 0; r < reference.which.size(); ++r) {
        const std::size_t i = reference.which[r];
        const double weight = from.mass[i] * (r < reference.heaviest ? 1 : each_stands_for);
        const Pull& pull = reference.pulls[r];
        for (int axis = 0; axis < 3; ++axis) {
            const double change = double{kTimeStep} * pull.acceleration[axis];
            const double want = (*before.velocity[axis])[i] + change, got = (*after.velocity[axis])[i];
            const double of_pulls = double{kTimeStep} * (relative * pull.absolute[axis] + underflow) +
                                    2 * kHalfUlp * std::abs(change) + 0x1p-125;
            const double bound = of_pulls + 2 * kHalfUlp * std::abs(want);
            explained[axis] += weight * of_pulls;
            if (!(std::abs(got - want) <= bound))
                findings.add(compare_within(name_of("v", axis, i), got, want, bound, chain.assumption(n)));
        }
    }
    return explained;
}

// Forces come in pairs, so momentum only changes by rounding: in a step by no more than the bounds of all
// bodies. The bounds of the pulls are known for the last step and, in a sample, for some bodies only. For the
// others, and for earlier steps, they are an estimate; hence the factor.
void check_momentum(const Bodies& start, const Bodies& from, const Bodies& to,
                    const std::array<double, 3>& explained, int steps, Findings& findings)
{
    constexpr double kChance = 4;
    const Momentum first = momentum_of(start), before = momentum_of(from), after = momentum_of(to);
    for (int axis = 0; axis < 3; ++axis) {
        const double velocities = 2 * kHalfUlp * std::max(before.absolute[axis], after.absolute[axis]);
        const double bound = kChance * steps * (explained[axis] + velocities);
        // Not to infinity: that would pass an infinite momentum.
        findings.add(compare_within(std::string("momentum along ") + kAxes[axis], after.sum[axis],
                                    first.sum[axis], std::min(bound, std::numeric_limits<double>::max())));
    }
}

// One step, and the momentum since `start`, `steps` steps ago.
Verdict check_step(const Bodies& from, const Bodies& to, const Reference& reference, const Chain& chain,
                   const Bodies& start, int steps)
{
    for (const Bodies* each : {&to, &from})
        if (each->size() != start.size())
            return another_size(each->size(), start.size(), "bodies");
    Findings findings;
    const auto explained = check_velocities(from, to, reference, chain, findings);
    check_places(from, to, findings);
    check_momentum(start, from, to, explained, steps, findings);
    return findings.verdict("after step " + std::to_string(steps) + ", ");
}

}  // namespace

Reference make_reference(const Bodies& bodies, double seconds, std::uint64_t seed)
{
    const std::size_t n = bodies.size();
    const double interactions = static_cast<double>(n) * static_cast<double>(n);
    Reference reference;
    reference.which.resize(n);
    std::iota(reference.which.begin(), reference.which.end(), std::size_t{0});
    if (n > kSample && interactions > seconds * interactions_per_second()) {
        // The heaviest first: their pulls at each other may be far beyond all others.
        std::nth_element(reference.which.begin(), reference.which.begin() + kHeaviest, reference.which.end(),
                         [&](std::size_t a, std::size_t b) { return bodies.mass[a] > bodies.mass[b]; });
        reference.heaviest = kHeaviest;
        // The first steps of a shuffle of the others.
        std::mt19937_64 random(seed);
        for (std::size_t k = kHeaviest; k < kSample; ++k)
            std::swap(reference.which[k], reference.which[k + random() % (n - k)]);
        reference.which.resize(kSample);
    }
    reference.pulls = exact_pulls(bodies, reference.which);
    return reference;
}

Verdict check_run(const LastStep& got, const Bodies& start, int steps, const Reference& first,
                  const Chain& chain)
{
    if (got.after.size() != start.size())
        return another_size(got.after.size(), start.size(), "bodies");
    if (got.steps != steps)
        return Verdict::wrong(std::to_string(got.steps) + " steps in place of " + std::to_string(steps));
    // The first step, if its result is there.
    if (steps <= 2) {
        const Verdict verdict =
            check_step(start, steps == 1 ? got.after : got.before, first, chain, start, 1);
        if (!verdict.right || steps == 1)
            return verdict;
    }
    return check_step(got.before, got.after, make_reference(got.before, kQuickSeconds, start.size()), chain,
                      start, steps);
}
