#include "api/cluster_api.h"

#include "checks/distributed.h"
#include "checks/reports.h"
#include "cuda_emulator/cluster.h"
#include "cuda_emulator/frame.h"
#include "execution/cluster_blocks.h"
#include "execution/run_order.h"
#include "execution/served_calls.h"
#include "state/cluster.h"
#include "state/grid.h"

namespace emu {
namespace {

constexpr uint32_t kLongPoll = 1 << 10;  // idle requests: as if the warp had polled for a while

std::string text_of(dim3 d)
{
    return std::to_string(d.x) + " x " + std::to_string(d.y) + " x " + std::to_string(d.z);
}

// A function of a lane that the scheduler carries out, with the line that calls it.
struct Call : Service {
    WaitCall wait{};
    bool done = false;
    const void* shared = nullptr;
    unsigned rank = 0;
};

bool report_misuse(Service& service, Warp& warp, int lane)
{
    const bool waits = !((warp.arrived_at_cluster | warp.past_cluster) >> lane & 1);
    const Place& place = static_cast<Call&>(service).wait.place;
    report_at(waits ? "Cluster barrier: a wait without an arrive"
                    : "Cluster barrier: a second arrive without a wait",
              place.file, place.line, warp.index, lane,
              "Each thread arrives once and then waits once; cluster.sync() does both.");
    return false;
}

bool serve_wait(Service& service, Warp& warp, int lane)
{
    auto& call = static_cast<Call&>(service);
    const uint32_t bit = 1u << lane;
    if (!((warp.arrived_at_cluster | warp.past_cluster) & bit))
        return report_misuse(service, warp, lane);
    if (!(warp.past_cluster & bit))
        complete_cluster_barrier();
    call.done = warp.past_cluster & bit;
    if (call.done) {
        warp.past_cluster &= ~bit;
        warp.polls &= ~bit;
    } else {
        warp.polls |= bit;
        warp.wait_call[lane] = &call.wait;
        grid.idle_requests += kLongPoll;
    }
    return true;
}

bool report_mapping(Service& service, Warp& warp, int lane)
{
    const auto& call = static_cast<Call&>(service);
    const uint3 size = cluster_size();
    const unsigned blocks = size.x * size.y * size.z;
    const bool known = address_in(*grid.block, reinterpret_cast<uintptr_t>(call.shared)) != 0;
    report_at(
        known ? "Rank out of range: map_shared_rank() of block " + std::to_string(call.rank) +
                    " of a cluster of " + std::to_string(blocks)
              : std::string("map_shared_rank() of an address that is not in the block's shared memory"),
        call.wait.place.file, call.wait.place.line, warp.index, lane,
        !known ? "It takes the address of a __shared__ variable of this block."
        : blocks == 1
            ? "The launch has no clusters: __cluster_dims__ at the kernel, or cudaLaunchKernelEx() with "
              "cudaLaunchAttributeClusterDimension, makes them."
            : "The ranks are 0 to " + std::to_string(blocks - 1) + ".");
    return false;
}

}  // namespace

std::string wrong_cluster(dim3 size, dim3 cluster)
{
    if (cluster.x == 0)
        return "";
    const uint64_t blocks = uint64_t(cluster.x) * cluster.y * cluster.z;
    if (blocks == 0 || blocks > kLargestCluster)
        return "a cluster of " + text_of(cluster) + " blocks: the limit is " +
               std::to_string(kPortableCluster) + ", or " + std::to_string(kLargestCluster) +
               " with cudaFuncAttributeNonPortableClusterSizeAllowed";
    if (size.x % cluster.x || size.y % cluster.y || size.z % cluster.z)
        return "a grid of " + text_of(size) + " blocks is not a multiple of the cluster of " +
               text_of(cluster) +
               "\nRound the number of blocks up: (blocks + cluster - 1) / cluster * cluster.";
    return "";
}

void set_cluster(dim3 cluster)
{
    grid.cluster = cluster.x == 0 ? dim3(1, 1, 1) : cluster;
    grid.cluster_blocks = int(grid.cluster.x * grid.cluster.y * grid.cluster.z);
    grid.cluster_required = {0, 0, 0};
    grid.cluster_too_large = false;
}

bool begin_again_in_clusters()
{
    const dim3 required = grid.cluster_required;
    if (required.x == 0 || grid.kernel.cluster.x != 0 || !wrong_cluster(grid.size, required).empty())
        return false;
    set_cluster(required);
    set_orders(grid.blocks / unsigned(grid.cluster_blocks));
    grid.aborted = false;
    grid.warp_steps = grid.lane_steps = 0;
    return true;
}

std::string refused_cluster()
{
    if (grid.cluster_too_large)
        return "a cluster of " + text_of(grid.cluster) + " blocks: more than " +
               std::to_string(kPortableCluster) +
               " need cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1)";
    if (grid.cluster_required.x == 0)
        return "";
    if (grid.kernel.cluster.x != 0)
        return "a cluster of " + text_of(grid.kernel.cluster) +
               " blocks, but the kernel is declared with __cluster_dims__ of " +
               text_of(grid.cluster_required);
    return wrong_cluster(grid.size, grid.cluster_required);
}

void arrive_at_cluster_barrier(const char* file, int line)
{
    const void* frame = EMU_FRAME;
    if (!on_fiber(frame))
        return;
    Warp& warp = *running.warp;
    const uint32_t bit = 1u << running.lane;
    if ((warp.arrived_at_cluster | warp.past_cluster) & bit) {
        Call call{{report_misuse}, {"cluster barrier", nullptr, {file, line}}};
        stop_for(call, __builtin_return_address(0), frame);
    }
    warp.arrived_at_cluster |= bit;
}

void wait_at_cluster_barrier(const char* file, int line)
{
    const void* frame = EMU_FRAME;
    if (!on_fiber(frame))
        return;
    Call call{{serve_wait}, {"cluster barrier", nullptr, {file, line}}};
    while (!call.done)
        stop_for(call, __builtin_return_address(0), frame);
}

void* map_shared_rank(const void* shared, unsigned rank, const char* file, int line)
{
    const void* frame = EMU_FRAME;
    if (!on_fiber(frame))
        return nullptr;
    const Cluster* cluster = grid.block->cluster;
    const bool exists = rank < unsigned(cluster ? cluster->size : 1);
    const Block& owner = exists && cluster ? *cluster->blocks[rank] : *grid.block;
    const uintptr_t address = exists ? address_in(owner, reinterpret_cast<uintptr_t>(shared)) : 0;
    if (address == 0) {
        Call call{{report_mapping}, {"", nullptr, {file, line}}, false, shared, rank};
        stop_for(call, __builtin_return_address(0), frame);
    }
    return reinterpret_cast<void*>(address);
}

unsigned query_shared_rank(const void* shared)
{
    if (!on_fiber(EMU_FRAME) || !grid.block->cluster)
        return 0;
    const Block* owner = remote_owner(reinterpret_cast<uintptr_t>(shared));
    return unsigned(owner ? owner->rank : grid.block->rank);
}

uint3 cluster_size()
{
    return {grid.cluster.x, grid.cluster.y, grid.cluster.z};
}

uint3 block_index_in_cluster()
{
    if (!on_fiber(EMU_FRAME))
        return {0, 0, 0};
    const uint3 block = grid.block->index;
    return {block.x % grid.cluster.x, block.y % grid.cluster.y, block.z % grid.cluster.z};
}

}  // namespace emu
