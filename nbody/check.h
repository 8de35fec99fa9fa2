// Whether a version's result is what gravity and rounding explain.
#pragma once

#include "bodies.h"
#include "common/support/check.h"
#include "gravity.h"

#include <cstdint>
#include <vector>

// The states before and after the last of so many steps.
struct LastStep {
    Bodies before, after;
    int steps = 0;
};

template <class Step>
requires std::is_same_v<std::remove_const_t<Step>, LastStep>
auto members(Step& step)
{
    return std::tie(step.before, step.after, step.steps);
}

// What a step is held against: the exact pulls at some bodies, or at all.
struct Reference {
    std::vector<std::size_t> which;
    std::size_t heaviest = 0;  // the first `heaviest` entries are the heaviest bodies, the others random ones
    std::vector<Pull> pulls;
};

// All bodies, if this machine does them within `seconds`; else the heaviest, and some of the others, chosen
// at random by `seed`.
Reference make_reference(const Bodies& bodies, double seconds, std::uint64_t seed);

// A run of `steps` steps from `start`. first: of its first step; not used if there are more than two.
ladders::Verdict check_run(const LastStep& got, const Bodies& start, int steps, const Reference& first,
                           const ladders::Chain& chain);
