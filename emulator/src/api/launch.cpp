#include "cuda_emulator/launch.h"

#include "api/capture.h"
#include "api/child_grids.h"
#include "api/cluster_api.h"
#include "api/copy.h"
#include "api/errors.h"
#include "api/forced_failure.h"
#include "api/host_loop.h"
#include "api/initialise.h"
#include "api/kernel_limits.h"
#include "api/launch_checks.h"
#include "api/launch_configuration.h"
#include "api/run_one_grid.h"
#include "api/stream_work.h"
#include "checks/arrivals.h"
#include "checks/byte_fills.h"
#include "checks/doubts.h"
#include "checks/host_stores.h"
#include "checks/race.h"
#include "checks/reports.h"
#include "counters/detail.h"
#include "counters/launch_counters.h"
#include "cuda_emulator/frame.h"
#include "cuda_emulator/options.h"
#include "debug_info/host_line.h"
#include "execution/interrupt.h"
#include "execution/lanes.h"
#include "execution/resident_blocks.h"
#include "execution/run_order.h"
#include "execution/watchdog.h"
#include "memory/clock.h"
#include "memory/device_memory.h"
#include "state/cluster.h"
#include "state/devices.h"
#include "state/grid.h"
#include "state/one_at_a_time.h"
#include "trace/trace.h"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace emu {
namespace {

void number_threads(dim3 block)
{
    int thread = 0;
    for (unsigned z = 0; z < block.z; ++z)
        for (unsigned y = 0; y < block.y; ++y)
            for (unsigned x = 0; x < block.x; ++x)
                grid.thread_index[thread++] = {x, y, z};
    grid.threads = thread;
}

// The launch as a graph repeats it, with a byte-wise copy of the arguments, which CUDA permits.
Work later(Kernel kernel, dim3 size, dim3 block, std::size_t dynamic_shared)
{
    const auto* bytes = static_cast<const std::byte*>(kernel.arguments);
    const std::size_t words =
        (kernel.arguments_size + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
    auto copy = std::make_shared<std::vector<std::max_align_t>>(words);
    std::memcpy(copy->data(), bytes, kernel.arguments_size);
    return [=] {
        Kernel replayed = kernel;
        replayed.arguments = copy->data();
        run(replayed, size, block, dynamic_shared, nullptr);
        return cudaPeekAtLastError();
    };
}

}  // namespace

namespace {

void prepare_grid(const Kernel& kernel, dim3 size, dim3 block, std::size_t dynamic_shared)
{
    grid.kernel = kernel;
    grid.size = size;
    grid.block_size = block;
    grid.blocks = uint64_t(size.x) * size.y * size.z;
    number_threads(block);
    ++grid.number;
    grid.dynamic_bytes = dynamic_shared;
    grid.dynamic_refused = grid.threads_refused = -1;
    grid.start_stamp = next_stamp();
    grid.aborted = grid.waits_for_host = false;
    grid.error = cudaSuccess;
    grid.barriers = grid.collectives = grid.warp_steps = grid.lane_steps = 0;
    grid.looks_closer = grid.has_peers || any_fill_is_watched();
    grid.check_races = options().check_races;
    grid.check_initialised = options().check_initialised;
    grid.count_divergence = options().count_divergence;
    grid.explain = options().explain;
    grid.step_limit = options().step_limit ? options().step_limit : UINT64_MAX;
    grid.steps = 0;
    grid.kernel_pc = 0;
    grid.kernel_words = "";
    grid.has_launched = false;
}

void run_on_host(const Kernel& kernel, dim3 size, dim3 block, std::size_t dynamic_shared, cudaStream_t stream)
{
    const OneAtATime one_at_a_time;
    if (device_count() > 1 && !is_stream_of_current_device(kernel, stream))
        return;
    if (capture(stream, later(kernel, size, block, dynamic_shared),
                {cudaGraphNodeTypeKernel, std::string("the kernel ") + kernel.name})
            .is)
        return;
    initialise();
    grid.kernel = kernel;
    if (const cudaError_t error = sticky_error(); error != cudaSuccess) {
        note(error);
        count_refused_call();
        return;
    }
    count_launch();
    check_arguments(kernel);
    check_constants(kernel.name);
    grid.device = current_device();
    grid.has_peers = device_count() > 1;
    if (grid.has_peers)
        turn_variables_to(grid.device);
    std::string why;
    if (const cudaError_t error = check_configuration(size, block, dynamic_shared, &why);
        error != cudaSuccess) {
        refuse(kernel, error, why);
        return;
    }

    if (const std::string wrong = wrong_cluster(size, kernel.cluster); !wrong.empty()) {
        refuse(kernel, cudaErrorInvalidClusterSize, wrong);
        return;
    }

    if (must_fail(Fails::launch)) {
        note(cudaErrorLaunchOutOfResources);
        return;
    }
    if (must_fail(Fails::kernel)) {
        set_sticky_error(cudaErrorLaunchFailure);
        return;
    }
    const RunningOperation running(stream, kernel.name, true);
    GridResult result = run_one_grid(kernel, size, block, dynamic_shared);
    if (!result.started)
        return;
    if (grid.waits_for_host) {
        std::fflush(stdout);
        std::fprintf(stderr,
                     "CUDA emulator: the program is ended: its host may wait for this kernel for ever.\n");
        std::exit(EXIT_FAILURE);
    }
    run_child_grids(result);
    watch_idle_launches(result.stored);
    enqueue(stream);
    if (result.error != cudaSuccess)
        set_sticky_error(result.error);
}

}  // namespace

GridResult run_one_grid(const Kernel& kernel, dim3 size, dim3 block, std::size_t dynamic_shared)
{
    prepare_grid(kernel, size, block, dynamic_shared);
    if (grid.explain)
        begin_detail();
    begin_trace_of_launch();
    start_watch();
    set_cluster(kernel.cluster);
    set_orders(grid.blocks / unsigned(grid.cluster_blocks));
    forget_releases();
    {
        const OpenDeviceMemory open;
        begin_doubts_of_launch();
        grid.runs = true;
        run_grid();
        if (begin_again_in_clusters())
            run_grid();
        grid.runs = false;
        if (!grid.aborted && grid.error == cudaSuccess)
            look_at_arrivals();
        end_trace_of_launch();
        end_doubts_of_launch();
        end_if_interrupted();
    }
    if (const std::string refused = refused_cluster(); !refused.empty()) {
        refuse(kernel, cudaErrorInvalidClusterSize, refused);
        return {};
    }
    if (grid.threads_refused >= 0) {
        refuse(kernel, cudaErrorInvalidValue,
               std::to_string(grid.threads) +
                   " threads per block, but the kernel is declared with __launch_bounds__(" +
                   std::to_string(grid.threads_refused) +
                   ").\nLaunch it with smaller blocks, or declare it with larger ones.");
        return {};
    }
    if (grid.dynamic_refused >= 0) {
        refuse(kernel, cudaErrorInvalidValue,
               std::to_string(dynamic_shared) +
                   " bytes of dynamic shared memory: " + std::to_string(grid.dynamic_refused) +
                   " are allowed, unless cudaFuncSetAttribute() sets another limit for this kernel");
        return {};
    }
    const bool stored = record_launch();
    return {true, stored, grid.error};
}

void run(const Kernel& kernel, dim3 size, dim3 block, std::size_t dynamic_shared, cudaStream_t stream)
{
    if (on_fiber(EMU_FRAME))
        note_launch_in_kernel(kernel, size, block, dynamic_shared, stream, __builtin_return_address(0),
                              EMU_FRAME);
    else
        run_on_host(kernel, size, block, dynamic_shared, stream);
}

}  // namespace emu
