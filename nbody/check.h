// Whether a version's result is what gravity and rounding explain.
#pragma once

#include "nbody.h"

// The bodies to hold a step against, with the exact pulls at them: all, if this machine does them within `seconds`,
// else the heaviest, and some of the others, chosen at random by `seed`.
NBody::Reference make_reference(const Bodies& bodies, double seconds, std::uint64_t seed);

// chain: the longest chain of float additions in an acceleration.
Verdict check_run(const NBody::Output& got, const NBody::Input& in, double chain);
