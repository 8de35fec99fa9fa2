// The bodies on the device, at the moments of a run.
#pragma once

#include "nbody.h"

// Three states: the start, which stays as it was uploaded, and two that take turns, each made of the other.
//
// Vector: what a place or a velocity is, with members x, y, z. A float4 holds the mass of its body in w.
template <class Vector>
class States {
public:
    struct State {
        Vector *places, *velocities;
    };

    States(const NBody::Input& in, Run& run)
        : steps_(in.steps),
          bodies_(in.bodies),
          host_places_(pack(bodies_.x, bodies_.y, bodies_.z)),
          host_velocities_(pack(bodies_.vx, bodies_.vy, bodies_.vz)),
          places_{{run, bodies_.size()}, {run, bodies_.size()}, {run, bodies_.size()}},
          velocities_{{run, bodies_.size()}, {run, bodies_.size()}, {run, bodies_.size()}}
    {
        run.upload([&] {
            places_[0].copy_from(host_places_);
            velocities_[0].copy_from(host_velocities_);
        });
    }

    // The state after so many steps. Of those after the start, only the last two are there.
    State after(int steps) { return {places_[buffer(steps)].data(), velocities_[buffer(steps)].data()}; }

    // What the run came to.
    NBody::Output download(Run& run) const
    {
        NBody::Output out;
        out.steps = steps_;
        std::vector<Vector> places, velocities;
        run.download([&] {
            places_[buffer(steps_)].copy_to(places);
            velocities_[buffer(steps_)].copy_to(velocities);
        });
        out.after = unpack(places, velocities);
        // For the check only.
        places_[buffer(steps_ - 1)].copy_to(places);
        velocities_[buffer(steps_ - 1)].copy_to(velocities);
        out.before = unpack(places, velocities);
        return out;
    }

private:
    static int buffer(int steps) { return steps == 0 ? 0 : 1 + steps % 2; }

    std::vector<Vector> pack(const std::vector<float>& x, const std::vector<float>& y,
                             const std::vector<float>& z) const
    {
        std::vector<Vector> packed(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            packed[i].x = x[i];
            packed[i].y = y[i];
            packed[i].z = z[i];
            if constexpr (requires { packed[i].w; })
                packed[i].w = bodies_.mass[i];
        }
        return packed;
    }
    Bodies unpack(const std::vector<Vector>& places, const std::vector<Vector>& velocities) const
    {
        Bodies bodies;
        bodies.resize(places.size());
        bodies.mass = bodies_.mass;
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

    int steps_;
    const Bodies& bodies_;
    std::vector<Vector> host_places_, host_velocities_;
    DeviceArray<Vector> places_[3], velocities_[3];
};
