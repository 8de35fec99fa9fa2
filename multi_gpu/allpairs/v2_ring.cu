// allpairs_v2: a ring of copies          ./allpairs_v2 --gpus 2
//
// Slow in v1: all bodies cross the host's bus in each step, and no GPU works meanwhile.
// Idea: each GPU begins with the pairs within its share. In turn k it meets the share of the GPU k places ahead, which a
// peer copy has brought while it met the one before; the pulls at those bodies are copied back to their GPU. So in
// each turn every GPU sends to one and receives from one.
// Limit: the arithmetic: the copies are hidden behind it.
#include "shares.cuh"

namespace {

struct Queues {
    Stream work, in, out;
    Event moved;
    DeviceArray<float> inbox;  // the pulls that the other GPUs send: (GPU, x y z, bodies of the share)
    std::vector<Event> arrived, met, sent;  // of each other share

    Queues(int gpus, Share share, Run& run)
        : inbox(run.zeros<float>(std::max<std::size_t>(1, 3 * std::size_t(gpus - 1) * share.capacity()))),
          arrived(gpus),
          met(gpus),
          sent(gpus)
    {
    }
};

class Ring {
public:
    Ring(const AllPairs::Input& in, Run& run) : in_(in), shares_(in, run)
    {
        for (const Gpu& gpu : shares_) {
            const OnDevice on(gpu.device);
            queues_.emplace_back(in.gpus, gpu.share, run);
        }
    }
    Shares& shares() { return shares_; }

    void steps(Parts parts) const
    {
        for (int s = 0; s < in_.steps; ++s) {
            for (const Gpu& gpu : shares_)
                begin(gpu, s, parts);
            for (int turn = 1; turn < in_.gpus; ++turn)
                for (const Gpu& gpu : shares_)
                    meet(gpu, shares_[(gpu.device + turn) % in_.gpus], turn, s, parts);
            for (const Gpu& gpu : shares_)
                move(gpu, s);
        }
    }

private:
    void begin(const Gpu& gpu, int s, Parts parts) const
    {
        const Queues& mine = queues_[gpu.device];
        CUDA_CHECK(cudaSetDevice(gpu.device));
        for (const Event& sent : mine.sent)  // the last step's pulls
            CUDA_CHECK(cudaStreamWaitEvent(mine.work, sent));
        CUDA_CHECK(
            cudaStreamWaitEvent(mine.in, mine.moved));  // its kernels have read the places that are replaced
        shares_.clear_pulls(gpu, mine.work);
        if (parts.work)
            shares_.pull_between(gpu, s, gpu.share, mine.work);
    }

    // A GPU's share meets another one's.
    void meet(const Gpu& gpu, const Gpu& other, int turn, int s, Parts parts) const
    {
        if (!shares_.meet(gpu.share, other.share))
            return;
        const Queues &mine = queues_[gpu.device], &its = queues_[other.device];
        const std::size_t first = other.share.first();
        CUDA_CHECK(cudaSetDevice(gpu.device));
        if (parts.exchange) {
            CUDA_CHECK(cudaStreamWaitEvent(mine.in, its.moved));
            CUDA_CHECK(cudaMemcpyPeerAsync(gpu.places(s) + first, gpu.device, other.places(s) + first,
                                           other.device, shares_.bodies(other.share) * sizeof(float4),
                                           mine.in));
            CUDA_CHECK(cudaEventRecord(mine.arrived[other.device], mine.in));
            CUDA_CHECK(cudaStreamWaitEvent(mine.work, mine.arrived[other.device]));
        }
        if (parts.work)
            shares_.pull_between(gpu, s, other.share, mine.work);
        if (parts.exchange) {
            const std::size_t numbers = 3 * std::size_t(other.share.capacity());
            CUDA_CHECK(cudaEventRecord(mine.met[other.device], mine.work));
            CUDA_CHECK(cudaStreamWaitEvent(mine.out, mine.met[other.device]));
            CUDA_CHECK(cudaMemcpyPeerAsync(its.inbox.data() + (turn - 1) * numbers, other.device,
                                           gpu.pulls(other.share).x, gpu.device, numbers * sizeof(float),
                                           mine.out));
            CUDA_CHECK(cudaEventRecord(mine.sent[other.device], mine.out));
        }
    }

    void move(const Gpu& gpu, int s) const
    {
        const Queues& mine = queues_[gpu.device];
        CUDA_CHECK(cudaSetDevice(gpu.device));
        for (const Queues& its : queues_)
            CUDA_CHECK(cudaStreamWaitEvent(mine.work, its.sent[gpu.device]));
        shares_.move_share(gpu, s, mine.work, mine.inbox.data(), in_.gpus - 1);
        CUDA_CHECK(cudaEventRecord(mine.moved, mine.work));
    }

    const AllPairs::Input& in_;
    Shares shares_;
    std::deque<Queues> queues_;
};

AllPairs::Output simulate(const AllPairs::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    use_peer_access_if_possible(in.gpus, run);
    Ring ring(in, run);
    run.kernel(ring.shares().launch(), [&] { ring.steps({}); });
    run.longest_chain(ring.shares().longest_chain());
    const AllPairs::Output out = ring.shares().download(run);
    ring.shares().measure(run, [&](Parts parts) { ring.steps(parts); });
    return out;
}

}  // namespace

LADDER_VERSION(AllPairs, 2, "a ring of copies", simulate);
