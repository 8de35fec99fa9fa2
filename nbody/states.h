// The bodies on the device, before and after the steps of a run.
#pragma once

#include "nbody.h"

// The start, which stays as it was uploaded, and two arrays that take turns, each computed from the other.
template <class T>
class ThreeStates {
public:
    // start: must outlive this object.
    ThreeStates(const std::vector<T>& start, Run& run)
        : arrays_{run.upload(start), run.array<T>(start.size()), run.array<T>(start.size())}
    {
    }

    // The state after so many steps. Of those after the start, only the last two are there.
    const DeviceArray<T>& after(int steps) const { return arrays_[steps == 0 ? 0 : 1 + steps % 2]; }
    // On the host. The timed part of a run downloads the last state; the one before serves the check only.
    std::vector<T> last(int steps, Run& run) const { return run.download(after(steps)); }
    std::vector<T> before_last(int steps) const
    {
        std::vector<T> state;
        after(steps - 1).copy_to(state, after(steps - 1).size());
        return state;
    }

private:
    DeviceArray<T> arrays_[3];
};

// Bodies as structs. Vector: a place or a velocity, with members x, y, z; if it has a w, that of a place is
// the mass.
template <class Vector>
class States {
public:
    struct State {
        Vector *places, *velocities;
    };

    States(const NBody::Input& in, Run& run)
        : steps_(in.steps),
          masses_(in.bodies.mass),
          first_places_(pack(in.bodies.x, in.bodies.y, in.bodies.z)),
          first_velocities_(pack(in.bodies.vx, in.bodies.vy, in.bodies.vz)),
          places_(first_places_, run),
          velocities_(first_velocities_, run)
    {
    }

    State after(int steps) const { return {places_.after(steps).data(), velocities_.after(steps).data()}; }
    NBody::Output download(Run& run) const
    {
        const Bodies after = unpack(places_.last(steps_, run), velocities_.last(steps_, run));
        return {unpack(places_.before_last(steps_), velocities_.before_last(steps_)), after, steps_};
    }

private:
    std::vector<Vector> pack(const std::vector<float>& x, const std::vector<float>& y,
                             const std::vector<float>& z) const
    {
        std::vector<Vector> packed(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            packed[i].x = x[i];
            packed[i].y = y[i];
            packed[i].z = z[i];
            if constexpr (requires { packed[i].w; })
                packed[i].w = masses_[i];
        }
        return packed;
    }
    Bodies unpack(const std::vector<Vector>& places, const std::vector<Vector>& velocities) const
    {
        Bodies bodies;
        bodies.resize(places.size());
        bodies.mass = masses_;
        for (std::size_t i = 0; i < places.size(); ++i) {
            bodies.x[i] = places[i].x;
            bodies.y[i] = places[i].y;
            bodies.z[i] = places[i].z;
            bodies.vx[i] = velocities[i].x;
            bodies.vy[i] = velocities[i].y;
            bodies.vz[i] = velocities[i].z;
        }
        return bodies;
    }

    const int steps_;
    const std::vector<float>& masses_;
    const std::vector<Vector> first_places_, first_velocities_;
    const ThreeStates<Vector> places_, velocities_;
};

// Bodies as six arrays of n numbers each, one after the other in device memory.
class ColumnStates {
public:
    struct State {
        float *x, *y, *z, *vx, *vy, *vz;
    };

    ColumnStates(const NBody::Input& in, Run& run)
        : steps_(in.steps), masses_(in.bodies.mass), first_(pack(in.bodies)), numbers_(first_, run)
    {
    }

    State after(int steps) const
    {
        float* const numbers = numbers_.after(steps).data();
        const std::size_t n = masses_.size();
        return {numbers, numbers + n, numbers + 2 * n, numbers + 3 * n, numbers + 4 * n, numbers + 5 * n};
    }
    NBody::Output download(Run& run) const
    {
        const Bodies after = unpack(numbers_.last(steps_, run));
        return {unpack(numbers_.before_last(steps_)), after, steps_};
    }

private:
    static std::vector<float> pack(const Bodies& bodies)
    {
        std::vector<float> numbers;
        for (const auto* column : {&bodies.x, &bodies.y, &bodies.z, &bodies.vx, &bodies.vy, &bodies.vz})
            numbers.insert(numbers.end(), column->begin(), column->end());
        return numbers;
    }
    Bodies unpack(const std::vector<float>& numbers) const
    {
        Bodies bodies;
        bodies.mass = masses_;
        auto from = numbers.begin();
        for (auto* column : {&bodies.x, &bodies.y, &bodies.z, &bodies.vx, &bodies.vy, &bodies.vz}) {
            column->assign(from, from + static_cast<std::ptrdiff_t>(masses_.size()));
            from += static_cast<std::ptrdiff_t>(masses_.size());
        }
        return bodies;
    }

    const int steps_;
    const std::vector<float>& masses_;
    const std::vector<float> first_;
    const ThreeStates<float> numbers_;
};
