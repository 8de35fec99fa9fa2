#include "api/child_grids.h"

#include "api/launch_configuration.h"
#include "checks/relatives.h"
#include "checks/reports.h"
#include "checks/stream_order.h"
#include "counters/launch_counters.h"
#include "cuda_runtime_api.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "memory/clock.h"
#include "state/grid.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

namespace emu {

std::size_t most_pending_launches = 2048;

namespace {

constexpr int kMostNested = 24;
// A recursion without an end that branches would meet its limit for ever.
constexpr int kMostTooDeep = 256;

struct LaunchCall : DeviceCall {
    const Kernel* kernel;
    dim3 size, block;
    std::size_t dynamic_shared;
    cudaStream_t stream;
};

// What device code has put into a stream: a kernel, or a copy or fill, which `work` does.
struct Pending {
    Kernel kernel{};
    std::vector<std::max_align_t> arguments;
    dim3 size, block;
    std::size_t dynamic_shared = 0;
    std::function<cudaError_t()> work;
    Relative relative;
};

struct Launches {
    std::vector<Pending> of_running;  // by the grid that runs
    std::set<cudaStream_t> streams;   // likewise
    std::size_t pending = 0;          // of all grids
    uintptr_t last_stream = 0x10000;  // the handle; none is the address of a host's stream
    int depth = 0;                    // of the grid that runs; 0: the host has launched it
    int too_deep = 0;                 // child_launches that were refused for their depth
};
[[gnu::init_priority(101)]] NeverDestroyed<Launches> the_launches;
Launches& child_launches = the_launches.value;

// What has been done when this lane child_launches.
LaunchPoint point_of(const Warp& warp, int lane)
{
    const Block& block = *grid.block;
    LaunchPoint point;
    point.who = who::of(uint32_t(warp.index * kLanes + lane), block.number);
    point.barrier_stamp = block.barrier_stamp;
    point.sync_stamp = warp.sync_stamp[lane];
    point.acquired = std::max(warp.acquired[lane], block.acquired);
    point.stamp = next_stamp();
    return point;
}

cudaError_t refuse(const DeviceCall& call, Warp& warp, int lane, const std::string& what, cudaError_t error,
                   const std::string& why)
{
    report_at(what + " by device code fails: " + cudaGetErrorName(error) + " (error " +
                  std::to_string(error) + "), \"" + cudaGetErrorString(error) + "\"",
              call.file, call.line, warp.index, lane, why);
    warp.last_error[lane] = uint16_t(error);
    return error;
}

// Into which queue of the grid the stream puts work. Returns false if this grid has no such stream.
bool find_queue(cudaStream_t stream, Relative& relative)
{
    constexpr uint64_t kOfBlock = uint64_t(1) << 62;
    relative.tail = stream == cudaStreamTailLaunch;
    if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
        relative.queue = kOfBlock | grid.block->number;
    else if (stream != cudaStreamTailLaunch && stream != cudaStreamFireAndForget)
        relative.queue = reinterpret_cast<uintptr_t>(stream);
    return relative.queue == 0 || !stream || (relative.queue & kOfBlock) ||
           child_launches.streams.count(stream);
}

// What nobody but the launching thread, or its block, can reach.
const char* private_memory(uintptr_t address)
{
    const Block& block = *grid.block;
    if (stacks.contain(address))
        return "local";
    return block.static_shared.contains(address, address + 1) ||
                   block.dynamic_shared.contains(address, address + 1)
               ? "shared"
               : nullptr;
}

// An argument that points to such memory; its number from 1, or 0 if there is none.
int private_argument(const Kernel& kernel, const char** memory)
{
    std::vector<ArgumentPlace> places(kernel.arguments_count);
    if (kernel.find_arguments)
        kernel.find_arguments(kernel.arguments, places.data());
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t at = 0; at + sizeof(uintptr_t) <= places[i].bytes; at += sizeof(uintptr_t)) {
            uintptr_t word;
            std::memcpy(&word, static_cast<const char*>(kernel.arguments) + places[i].offset + at,
                        sizeof word);
            if ((*memory = private_memory(word)))
                return int(i) + 1;
        }
    return 0;
}

bool has_place(const DeviceCall& call, Warp& warp, int lane, const std::string& what, const std::string& why)
{
    if (child_launches.depth >= kMostNested) {
        ++child_launches.too_deep;
        refuse(call, warp, lane, what, cudaErrorLaunchMaxDepthExceeded,
               why + "\nGrids may be nested " + std::to_string(kMostNested) +
                   " deep. Does the recursion end? Pass the depth as an argument, and stop at a limit.");
        return false;
    }
    if (child_launches.pending >= most_pending_launches) {
        refuse(call, warp, lane, what, cudaErrorLaunchPendingCountExceeded,
               why + "\n" + std::to_string(child_launches.pending) +
                   " child_launches wait already. The host can raise the limit before it child_launches:\n"
                   "cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, n)");
        return false;
    }
    return true;
}

void add(Pending pending, const DeviceCall& call, const Warp& warp, int lane)
{
    pending.relative.launched = {call.file, call.line};
    pending.relative.point = point_of(warp, lane);
    child_launches.of_running.push_back(std::move(pending));
    ++child_launches.pending;
    grid.has_launched = true;
}

constexpr const char* kNoStream =
    "This grid has no such stream. Device code has the streams 0, cudaStreamFireAndForget and "
    "cudaStreamTailLaunch,\nand those that the same grid makes by cudaStreamCreateWithFlags().";

void serve_launch(DeviceCall& device_call, Warp& warp, int lane)
{
    const auto& call = static_cast<const LaunchCall&>(device_call);
    const std::string what = "A kernel launch", of = std::string("of kernel ") + call.kernel->name;
    std::string why;
    if (const cudaError_t error = check_configuration(call.size, call.block, call.dynamic_shared, &why);
        error != cudaSuccess) {
        refuse(call, warp, lane, what, error, of + "\n" + why);
        return;
    }
    Pending pending;
    if (!find_queue(call.stream, pending.relative)) {
        refuse(call, warp, lane, what, cudaErrorInvalidResourceHandle, of + "\n" + kNoStream);
        return;
    }
    const char* memory = nullptr;
    if (const int argument = private_argument(*call.kernel, &memory)) {
        report_at(
            "A child grid gets a pointer to " + std::string(memory) + " memory of its parent", call.file,
            call.line, warp.index, lane,
            "argument " + std::to_string(argument) + " " + of +
                "\nOnly its own thread can use local memory, and only its own block shared memory: pass "
                "a pointer to\nglobal memory, or the value.");
        return;
    }
    if (!has_place(call, warp, lane, what, of))
        return;
    pending.kernel = *call.kernel;
    pending.size = call.size, pending.block = call.block;
    pending.dynamic_shared = call.dynamic_shared;
    const std::size_t unit = sizeof(std::max_align_t);
    pending.arguments.resize((call.kernel->arguments_size + unit - 1) / unit);
    std::memcpy(pending.arguments.data(), call.kernel->arguments, call.kernel->arguments_size);
    pending.relative.name = std::string("the kernel ") + call.kernel->name;
    add(std::move(pending), call, warp, lane);
    count_launch_in_kernel(call.file, call.line);
}

GridResult run_pending(Pending& pending)
{
    if (pending.work)
        return {true, true, pending.work()};
    pending.kernel.arguments = pending.arguments.data();
    return run_one_grid(pending.kernel, pending.size, pending.block, pending.dynamic_shared);
}

// Runs what the grid that has just ended has launched. parent: its number among its relatives.
void run_launches(int parent, GridResult& result)
{
    std::vector<Pending> mine = std::move(child_launches.of_running);
    child_launches.of_running.clear();
    child_launches.streams.clear();
    std::stable_partition(mine.begin(), mine.end(), [](const Pending& each) { return !each.relative.tail; });
    ++child_launches.depth;
    for (Pending& each : mine) {
        --child_launches.pending;
        if (result.error != cudaSuccess || child_launches.too_deep > kMostTooDeep)
            continue;  // an error ends them all
        each.relative.parent = parent;
        const int number = begin_relative(each.relative);
        const GridResult done = run_pending(each);
        result.stored |= done.stored;
        result.error = done.error;
        run_launches(number, result);
    }
    --child_launches.depth;
}

}  // namespace

void note_launch_in_kernel(const Kernel& kernel, dim3 size, dim3 block, std::size_t dynamic_shared,
                           cudaStream_t stream, const void* pc, const void* frame)
{
    LaunchCall call{{serve_launch, kernel.file, kernel.line}, &kernel, size, block, dynamic_shared, stream};
    stop_for(call, pc, frame);
}

cudaError_t note_work_in_kernel(const DeviceCall& call, const char* function, cudaStream_t stream,
                                std::function<cudaError_t()> work, Warp& warp, int lane)
{
    Pending pending;
    if (!find_queue(stream, pending.relative))
        return refuse(call, warp, lane, function, cudaErrorInvalidResourceHandle, kNoStream);
    if (!has_place(call, warp, lane, function, std::string("of ") + function))
        return cudaError_t(warp.last_error[lane]);
    pending.work = std::move(work);
    pending.relative.name = function;
    add(std::move(pending), call, warp, lane);
    return cudaSuccess;
}

cudaStream_t make_stream_of_grid()
{
    child_launches.last_stream += 16;
    const auto stream = reinterpret_cast<cudaStream_t>(child_launches.last_stream);
    child_launches.streams.insert(stream);
    return stream;
}

bool end_stream_of_grid(cudaStream_t stream)
{
    return child_launches.streams.erase(stream) > 0;
}

void run_child_grids(GridResult& result)
{
    child_launches.streams.clear();
    if (child_launches.of_running.empty())
        return;
    const bool begins = running_relative() < 0, was_unordered = has_unordered;
    int parent = running_relative();
    if (begins) {
        Relative root;
        root.name = std::string("the kernel ") + grid.kernel.name;
        root.launched = host_line();
        root.stamp = grid.start_stamp;
        parent = begin_relative(root);
    }
    has_unordered = true;
    child_launches.too_deep = 0;
    run_launches(parent, result);
    has_unordered = was_unordered;
    if (begins)
        end_family();
}

}  // namespace emu
