// nbody_v5: an array each for x, y, z and the mass          ./nbody_v5
//
// A structure of arrays, the advice of many a lecture: neighbouring lanes read neighbouring words.
// Idea, and what it is worth here: the lanes read neighbouring words only once, when each fetches its own body. In the
// loop all lanes read the same body, and the four numbers of it, side by side in v4, now lie in four arrays: four
// loads again, as in v1. The best layout follows from who reads what at the same time.
// Still slow: as v4, and more so. v6 goes on from v4.
#include "states.h"

namespace {

constexpr int kBlockSize = 256;

struct State {
    float *x, *y, *z, *vx, *vy, *vz;
};

__global__ void step(State from, const float* masses, int n, State to)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    const float x = from.x[i], y = from.y[i], z = from.z[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; ++j) {
        const float dx = from.x[j] - x, dy = from.y[j] - y, dz = from.z[j] - z;
        const float r2 = dx * dx + dy * dy + dz * dz + kSoftening2;
        const float pull = masses[j] / (r2 * sqrtf(r2));
        ax += pull * dx;
        ay += pull * dy;
        az += pull * dz;
    }

    const float vx = from.vx[i] + kTimeStep * ax;
    const float vy = from.vy[i] + kTimeStep * ay;
    const float vz = from.vz[i] + kTimeStep * az;
    to.vx[i] = vx;
    to.vy[i] = vy;
    to.vz[i] = vz;
    to.x[i] = x + kTimeStep * vx;
    to.y[i] = y + kTimeStep * vy;
    to.z[i] = z + kTimeStep * vz;
}

// The six arrays of a state, one behind the other.
State parts_of(float* numbers, std::size_t n)
{
    return {numbers, numbers + n, numbers + 2 * n, numbers + 3 * n, numbers + 4 * n, numbers + 5 * n};
}

Bodies bodies_of(const DeviceArray<float>& state, const std::vector<float>& masses)
{
    const std::size_t n = masses.size();
    std::vector<float> numbers;
    state.copy_to(numbers);
    Bodies bodies;
    bodies.mass = masses;
    auto from = numbers.begin();
    for (auto* column : {&bodies.x, &bodies.y, &bodies.z, &bodies.vx, &bodies.vy, &bodies.vz}) {
        column->assign(from, from + n);
        from += n;
    }
    return bodies;
}

NBody::Output simulate(const NBody::Input& in, Run& run)
{
    const int n = in.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(step, ceil_div(n, block), block);

    std::vector<float> start;
    for (const auto* column :
         {&in.bodies.x, &in.bodies.y, &in.bodies.z, &in.bodies.vx, &in.bodies.vy, &in.bodies.vz})
        start.insert(start.end(), column->begin(), column->end());
    const std::size_t numbers = start.size();
    DeviceArray<float> d_masses(run, n);
    DeviceArray<float> states[] = {{run, numbers}, {run, numbers}, {run, numbers}};
    // The start stays as it is; the other two take turns.
    const auto after = [&](int steps) -> DeviceArray<float>& {
        return states[steps == 0 ? 0 : 1 + steps % 2];
    };
    run.upload([&] {
        d_masses.copy_from(in.bodies.mass);
        states[0].copy_from(start);
    });
    run.kernel(launch, [&] {
        for (int s = 0; s < in.steps; ++s)
            step<<<launch.grid, launch.block>>>(parts_of(after(s).data(), n), d_masses.data(), n,
                                                parts_of(after(s + 1).data(), n));
    });

    NBody::Output out;
    out.steps = in.steps;
    run.download([&] { out.after = bodies_of(after(in.steps), in.bodies.mass); });
    out.before = bodies_of(after(in.steps - 1), in.bodies.mass);  // for the check only
    run.longest_chain(n);
    return out;
}

}  // namespace

LADDER_VERSION(NBody, 5, "an array for each number", simulate);
