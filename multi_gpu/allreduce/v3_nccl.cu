// allreduce_v3: NCCL          ./allreduce_v3 --gpus 2
//
// Slow in v2: each GPU reads and writes all others at once, which suits a few GPUs that are all linked directly.
// Idea: ncclAllReduce does it in one call for each GPU. The library knows the links of the machine, and other hosts, and
// chooses rings or trees. The calls of one process stand in a group, since each waits for the others.
// Limit: the links.
#include "multi_gpu/nccl.cuh"
#include "vectors.cuh"

namespace {

template <class T>
std::vector<T> all_reduce(const Summands<T>& in, Run& run)
{
    const Communicators ranks(in.gpus);
    Vectors<T> vectors(in, run);
    const std::vector<Stream> streams = vectors.make_streams();

    run.kernel(std::vector<Launch>{}, [&] {
        NCCL_CHECK(ncclGroupStart());
        for (int gpu = 0; gpu < in.gpus; ++gpu)
            NCCL_CHECK(ncclAllReduce(vectors.numbers(gpu), vectors.sums(gpu), in.n, nccl_type<T>(), ncclSum,
                                     ranks[gpu], streams[gpu]));
        NCCL_CHECK(ncclGroupEnd());
    });
    const std::vector<T> sums = vectors.download(run);
    vectors.measure(run);
    return sums;
}

}  // namespace

LADDER_VERSION(AllReduce, 3, "NCCL", all_reduce<float>, all_reduce<unsigned>);
