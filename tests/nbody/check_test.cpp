// The check must pass what rounding explains, and nothing else.
#include "nbody/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

using ladders::Verdict;

struct Case {
    Bodies bodies;
    int steps;
    Reference reference;  // of the first step
};

Case input(Bodies bodies, int steps, double seconds = 10)
{
    Reference reference = steps <= 2 ? make_reference(bodies, seconds, 1) : Reference{};
    return {std::move(bodies), steps, std::move(reference)};
}

Verdict check(const LastStep& got, const Case& in, double additions)
{
    return check_run(got, in.bodies, in.steps, in.reference, ladders::Chain(additions));
}

LastStep last_step_of(const Case& in)
{
    LastStep out;
    out.after = in.bodies;
    for (out.steps = 0; out.steps < in.steps; ++out.steps) {
        out.before = out.after;
        out.after = step_on_cpu(out.before, in.bodies.size());
    }
    return out;
}

TEST(Check, PassesTheSequentialReference)
{
    for (const std::string& dist : body_distributions())
        for (const std::size_t n : {1, 2, 33, 700})
            for (const int steps : {1, 2, 3, 50}) {
                const Case in = input(make_bodies(dist, n, n), steps);
                const Verdict verdict = check(last_step_of(in), in, static_cast<double>(n));
                EXPECT_TRUE(verdict.right) << dist << ' ' << n << ' ' << steps << ": " << verdict.detail;
            }
}

// Each of these spoils one number of one body.
struct Fault {
    const char* name;
    std::function<void(Bodies&, std::size_t)> spoil;
};

const Fault kFaults[] = {
    {"NaN as a velocity", [](Bodies& b, std::size_t i) { b.vy[i] = kNaN; }},
    {"NaN as a place", [](Bodies& b, std::size_t i) { b.z[i] = kNaN; }},
    {"a place that did not move", [](Bodies& b, std::size_t i) { b.x[i] -= kTimeStep * b.vx[i]; }},
    {"a place off by 1e-6", [](Bodies& b, std::size_t i) { b.y[i] += 1e-6f; }},
    {"a body at 0",
     [](Bodies& b, std::size_t i) { b.x[i] = b.y[i] = b.z[i] = b.vx[i] = b.vy[i] = b.vz[i] = 0; }},
    {"infinity", [](Bodies& b, std::size_t i) { b.vz[i] = std::numeric_limits<float>::infinity(); }},
};

TEST(Check, CatchesOneWrongNumberOfAnyBodyInEitherStep)
{
    const Case in = input(make_bodies("uniform", 500, 1), 2);
    const LastStep right = last_step_of(in);
    for (const Fault& fault : kFaults)
        for (const std::size_t body : {0, 250, 499}) {
            LastStep wrong = right;
            fault.spoil(wrong.after, body);
            EXPECT_FALSE(check(wrong, in, 500).right) << fault.name << ", last step, body " << body;
            wrong = right;
            fault.spoil(wrong.before, body);
            EXPECT_FALSE(check(wrong, in, 500).right) << fault.name << ", first step, body " << body;
        }
}

TEST(Check, CatchesAForceThatIsLeftOutDoubledOrABitTooLarge)
{
    const Case in = input(make_bodies("uniform", 200, 1), 1);
    const LastStep right = last_step_of(in);
    for (const double factor : {0.0, 0.999, 1.001, 2.0, -1.0}) {
        LastStep wrong = right;
        for (std::size_t i = 0; i < 200; ++i) {
            const float v =
                in.bodies.vx[i] + static_cast<float>(factor) * (right.after.vx[i] - in.bodies.vx[i]);
            wrong.after.vx[i] = v;
            wrong.after.x[i] = in.bodies.x[i] + kTimeStep * v;
        }
        EXPECT_FALSE(check(wrong, in, 200).right) << factor;
    }
}

TEST(Check, CatchesAMissingBody)
{
    // The others' pull without that of the last body.
    const Case in = input(make_bodies("uniform", 257, 1), 1);
    Case without = in;
    without.bodies.mass.back() = 0;
    EXPECT_FALSE(check(last_step_of(without), in, 257).right);
}

TEST(Check, CatchesAStepBeforeTheLastByTheMomentum)
{
    const Case in = input(make_bodies("uniform", 100, 1), 5);
    EXPECT_TRUE(check(last_step_of(in), in, 100).right);
    // A run in which one body was thrown away on the way: its last step is right.
    Case thrown = in;
    thrown.bodies.vx[50] += 1;
    LastStep wrong = last_step_of(thrown);
    const Verdict verdict = check(wrong, in, 100);
    EXPECT_FALSE(verdict.right);
    EXPECT_EQ(verdict.detail.rfind("after step 5, momentum along x", 0), 0u) << verdict.detail;
}

TEST(Check, SaysWhichBodyAndHowMany)
{
    const Case in = input(make_bodies("uniform", 100, 1), 1);
    LastStep wrong = last_step_of(in);
    wrong.after.vy[17] = kNaN;
    const std::string detail = check(wrong, in, 100).detail;
    EXPECT_EQ(detail.rfind("after step 1, vy of body 17: nan in place of ", 0), 0u) << detail;
    EXPECT_NE(detail.find("3 such faults"), std::string::npos) << detail;  // vy, y, and the momentum
}

TEST(Check, NeedsAllBodiesAndSteps)
{
    const Case in = input(make_bodies("uniform", 100, 1), 2);
    LastStep wrong = last_step_of(in);
    wrong.after.resize(99);
    EXPECT_FALSE(check(wrong, in, 100).right);
    wrong = last_step_of(in);
    wrong.steps = 1;
    EXPECT_FALSE(check(wrong, in, 100).right);
}

// The first body, from `first` on, that is not in the sample.
std::size_t outside_of_the_sample(const Case& in, std::size_t first)
{
    const auto& which = in.reference.which;
    while (std::find(which.begin(), which.end(), first) != which.end())
        ++first;
    return first;
}

// With more bodies than there is time for, 1024 of them are held against double, and all against each other.
TEST(CheckOfASample, PassesTheSequentialReference)
{
    const Case in = input(make_bodies("plummer", 2000, 1), 1, 0);
    EXPECT_EQ(in.reference.which.size(), 1024u);
    const Verdict verdict = check(last_step_of(in), in, 2000);
    EXPECT_TRUE(verdict.right) << verdict.detail;
}

TEST(CheckOfASample, CatchesWhatDoesNotFitTogetherInAnyBody)
{
    const Case in = input(make_bodies("uniform", 2000, 1), 1, 0);
    const LastStep right = last_step_of(in);
    const std::size_t body = outside_of_the_sample(in, 0);
    for (const Fault& fault : kFaults) {
        LastStep wrong = right;
        fault.spoil(wrong.after, body);
        EXPECT_FALSE(check(wrong, in, 2000).right) << fault.name;
    }
}

TEST(CheckOfASample, CatchesAMomentumThatChanges)
{
    const Case in = input(make_bodies("uniform", 2000, 1), 1, 0);
    LastStep wrong = last_step_of(in);
    const std::size_t body = outside_of_the_sample(in, 0);
    wrong.after.vx[body] += 1;
    wrong.after.x[body] = in.bodies.x[body] + kTimeStep * wrong.after.vx[body];
    const Verdict verdict = check(wrong, in, 100);
    EXPECT_FALSE(verdict.right);
    EXPECT_NE(verdict.detail.find("momentum along x"), std::string::npos) << verdict.detail;
}

// Light bodies, and `count` heavy ones from `first` on.
Case heavy_bodies(std::size_t first, std::size_t count, int steps = 1)
{
    Bodies bodies = make_bodies("uniform", 2000, 1);
    std::fill(bodies.mass.begin(), bodies.mass.end(), 1e-6f);
    for (std::size_t body = first; body < first + count; ++body) {
        bodies.mass[body] = 1e4f;
        bodies.vx[body] = bodies.vy[body] = bodies.vz[body] = 0.3f;
    }
    return input(std::move(bodies), steps, 0);
}

// Their pulls at each other are most of all there is, and a random sample might have none of them.
TEST(CheckOfASample, PassesHeavyBodies)
{
    for (const std::size_t count : {1, 2, 3, 300})
        for (std::size_t first = 0; first < 20; first += 4) {
            const Case in = heavy_bodies(first, count);
            const Verdict verdict = check(last_step_of(in), in, 2000);
            EXPECT_TRUE(verdict.right) << count << " from " << first << ": " << verdict.detail;
        }
    const Case in = heavy_bodies(0, 1, 2);
    const Verdict verdict = check(last_step_of(in), in, 2000);
    EXPECT_TRUE(verdict.right) << verdict.detail;
}

TEST(CheckOfASample, CatchesAMomentumOfAHeavyBodyThatChanges)
{
    const Case in = heavy_bodies(0, 1);
    LastStep wrong = last_step_of(in);
    wrong.after.vx[0] += 1e-4f;
    wrong.after.x[0] = in.bodies.x[0] + kTimeStep * wrong.after.vx[0];
    EXPECT_FALSE(check(wrong, in, 2000).right);
}

// One step that rounds nothing but its results.
LastStep run_exactly(const Case& in)
{
    std::vector<std::size_t> all(in.bodies.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto pulls = exact_pulls(in.bodies, all);
    LastStep out{in.bodies, in.bodies, 1};
    std::vector<float>* const places[] = {&out.after.x, &out.after.y, &out.after.z};
    std::vector<float>* const velocities[] = {&out.after.vx, &out.after.vy, &out.after.vz};
    for (int axis = 0; axis < 3; ++axis)
        for (const std::size_t i : all) {
            float& velocity = (*velocities[axis])[i];
            velocity = static_cast<float>(velocity + double{kTimeStep} * pulls[i].acceleration[axis]);
            (*places[axis])[i] += kTimeStep * velocity;
        }
    return out;
}

// Its velocity rounds more than all others together.
TEST(CheckOfASample, PassesAFastBodyOutsideOfIt)
{
    for (std::size_t body = 0; body < 20; ++body) {
        Case in = input(make_bodies("uniform", 2000, 1), 1, 0);
        body = outside_of_the_sample(in, body);
        in.bodies.vx[body] = in.bodies.vy[body] = in.bodies.vz[body] = 123456.7f;
        const Verdict verdict = check(run_exactly(in), in, 10);
        EXPECT_TRUE(verdict.right) << body << ": " << verdict.detail;
    }
}

TEST(CheckOfASample, CatchesAnInfiniteVelocityOutsideOfIt)
{
    const Case in = input(make_bodies("uniform", 2000, 1), 1, 0);
    LastStep wrong = last_step_of(in);
    const std::size_t body = outside_of_the_sample(in, 0);
    wrong.after.vx[body] = wrong.after.x[body] = std::numeric_limits<float>::infinity();
    EXPECT_FALSE(check(wrong, in, 2000).right);
}

}  // namespace
