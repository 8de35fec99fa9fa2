// allpairs_ring: the bodies of all GPUs go round, and meet those that stay          scripts/lab check allpairs_ring
//
// Each GPU has a share of the bodies, and two buffers for visitors. In turn 0 the bodies of a share meet each other. In
// turn k they meet those of the share k places ahead, which the next GPU has sent. Meanwhile these are sent on to the GPU
// before, into its other buffer. When may that buffer be overwritten?
#include "shares.cuh"

namespace {

// Adds the pull of one body at another one to `pull`.
inline __device__ void attract(float4 other, float4 me, float3& pull)
{
    const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    const float r = rsqrtf(kSoftening2 + dx * dx + dy * dy + dz * dz);
    const float its_pull = r * r * r * other.w;
    pull.x += its_pull * dx;
    pull.y += its_pull * dy;
    pull.z += its_pull * dz;
}

// Adds the pulls of all visitors at n bodies. A thread has two of them, which share its loads.
__global__ void meet(const float4* bodies, int n, const float4* visitors, int visitor_count, Pulls pulls)
{
    const int a = 2 * blockIdx.x * blockDim.x + threadIdx.x, b = a + blockDim.x;
    if (a >= n)
        return;
    const float4 body_a = bodies[a], body_b = bodies[min(b, n - 1)];
    float3 pull_a = {0, 0, 0}, pull_b = {0, 0, 0};
    for (int k = 0; k < visitor_count; ++k) {
        const float4 other = visitors[k];
        attract(other, body_a, pull_a);
        attract(other, body_b, pull_b);
    }
    pulls.add(pulls.share.first() + a, pull_a);
    if (b < n)
        pulls.add(pulls.share.first() + b, pull_b);
}

struct Queues {
    Stream work, links;  // its kernels; its copies to the GPU before
    Event moved;         // its own bodies, in the last step
    Event met, sent;     // its visitors, in the last turn
    const DeviceArray<float4> buffers[2];

    Queues(std::size_t bodies, Run& run) : buffers{run.array<float4>(bodies), run.array<float4>(bodies)} {}
};

AllPairs::Output simulate(const AllPairs::Input& in, Run& run)
{
    use_peer_access_if_possible(in.gpus, run);
    const int gpus = in.gpus, block = run.block_size(kBlockSize);
    const Shares shares(in, run);
    const int largest = shares.share(gpus - 1).capacity();
    std::deque<Queues> queues;
    for (const Gpu& gpu : shares) {
        const OnDevice on(gpu.device);
        queues.emplace_back(largest, run);
    }

    const auto next = [&](const Gpu& gpu) { return (gpu.device + 1) % gpus; };
    const auto before = [&](const Gpu& gpu) { return (gpu.device + gpus - 1) % gpus; };
    // The bodies that a GPU meets in a turn of step s: in turn 0 its own, then those in its buffers.
    const auto visitors = [&](const Gpu& gpu, int turn, int s) {
        return turn == 0 ? gpu.places(s) + gpu.share.first() : queues[gpu.device].buffers[turn % 2].data();
    };
    const auto count = [&](const Gpu& gpu, int turn) {
        return shares.bodies(shares.share((gpu.device + turn) % gpus));
    };
    // Copies the visitors of this turn to the GPU before, which meets them in the next turn.
    const auto send_visitors = [&](const Gpu& gpu, int turn, int s) {
        const Gpu& to = shares[before(gpu)];
        CUDA_CHECK(cudaMemcpyPeerAsync(visitors(to, turn + 1, s), to.device, visitors(gpu, turn, s),
                                       gpu.device, count(gpu, turn) * sizeof(float4),
                                       queues[gpu.device].links));
    };
    const auto meet_visitors = [&](const Gpu& gpu, int turn, int s) {
        if (const unsigned blocks = ceil_div(count(gpu, 0), 2 * block))
            meet<<<blocks, block, 0, queues[gpu.device].work>>>(visitors(gpu, 0, s), count(gpu, 0),
                                                                visitors(gpu, turn, s), count(gpu, turn),
                                                                gpu.pulls(gpu.share));
    };
    const auto wait = [](const Stream& stream, const Event& event) {
        CUDA_CHECK(cudaStreamWaitEvent(stream, event));
    };

    // TODO: all kernels and copies are here, but almost no order. What must have been done before a GPU's visitors are met
    // and sent on? Record the events `met` and `sent`, and let the two streams wait for them.
    const auto play_turn = [&](int turn, int s) {
        for (const Gpu& gpu : shares) {
            const Queues& mine = queues[gpu.device];
            CUDA_CHECK(cudaSetDevice(gpu.device));
            wait(mine.work, queues[next(gpu)].sent);  // the visitors have come
            if (turn + 1 < gpus)
                send_visitors(gpu, turn, s);
            meet_visitors(gpu, turn, s);
        }
    };
    run.kernel(Launch(meet, ceil_div(largest, 2 * block), block), [&] {
        for (int s = 0; s < in.steps; ++s) {
            for (const Gpu& gpu : shares) {
                const Queues& mine = queues[gpu.device];
                CUDA_CHECK(cudaSetDevice(gpu.device));
                shares.clear_pulls(gpu, mine.work);
            }
            for (int turn = 0; turn < gpus; ++turn)
                play_turn(turn, s);
            for (const Gpu& gpu : shares) {
                const Queues& mine = queues[gpu.device];
                CUDA_CHECK(cudaSetDevice(gpu.device));
                shares.move_share(gpu, s, mine.work);  // TODO: who else must wait for this?
            }
        }
    });
    return shares.download(run);
}

}  // namespace

LADDER_VERSION(AllPairs, 2, "a ring of visitors", simulate);
