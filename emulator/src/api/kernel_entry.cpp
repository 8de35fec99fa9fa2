// What each thread does at the start of its kernel, and at its end.
#include "api/cluster_api.h"
#include "api/kernel_limits.h"
#include "checks/operations.h"
#include "checks/reports.h"
#include "cuda_emulator/frame.h"
#include "cuda_emulator/launch.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "execution/lanes.h"
#include "execution/served_calls.h"
#include "state/cluster.h"
#include "state/grid.h"
#include "trace/trace.h"
#include "trace/trace_words.h"

#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <string_view>

namespace emu {
namespace {

// A kernel that is called through a pointer, like a function.
[[noreturn]] void refuse_call()
{
    const SourceLine caller = host_line(1);  // not the kernel itself
    report_host("A kernel is called like a function", caller.file, caller.line,
                "It is launched as kernel<<<grid, block>>>(...).");
    std::exit(EXIT_FAILURE);
}

[[gnu::init_priority(101)]] NeverDestroyed<std::set<std::string>> names_of_kernels;

bool is_name_of_launch(std::string_view name)
{
    const std::string_view known = base_of_kernel(grid.kernel.name);
    return known.size() == name.size() && std::memcmp(known.data(), name.data(), name.size()) == 0;
}

// A launch through a pointer has the pointer's name until this call.
struct Naming : ServedCall {
    std::string_view name;

    explicit Naming(std::string_view name) : ServedCall{serve}, name(name) {}

    static uint32_t serve(Warp& warp, uint32_t lanes)
    {
        const auto* call = reinterpret_cast<const ServedCall*>(warp.address[__builtin_ctz(lanes)]);
        const std::string name(static_cast<const Naming*>(call)->name);
        const char* const kernel = names_of_kernels.value.insert(name).first->c_str();
        rename_operation(grid.kernel.name, kernel);
        grid.kernel.name = kernel;
        choose_trace_of_launch();
        return lanes;
    }
};

void name_launch(const char* kernel, const void* pc, const void* frame)
{
    const std::string_view name = base_of_kernel(kernel);
    if (is_name_of_launch(name))
        return;
    Naming call(name);
    stop_for(call, pc, frame);
}

// A launch does not know the address of its kernel. The limit of dynamic shared memory is therefore looked up here.
void note_kernel(const char* words, const char* kernel, const void* pc, const void* frame)
{
    if (!grid.kernel_pc)
        name_launch(kernel, pc, frame);
    grid.kernel_words = words;
    grid.kernel_pc = reinterpret_cast<uintptr_t>(pc);
    if (grid.cluster_blocks > kPortableCluster && !allows_large_clusters(grid.kernel_pc)) {
        grid.cluster_too_large = true;
        grid.aborted = true;
        fail_thread();
    }
    if (grid.dynamic_bytes <= std::size_t(least_allowed_dynamic_shared()))
        return;
    const int allowed = allowed_dynamic_shared(reinterpret_cast<uintptr_t>(pc));
    if (grid.dynamic_bytes <= std::size_t(allowed))
        return;
    grid.dynamic_refused = allowed;
    grid.aborted = true;
    fail_thread();
}

}  // namespace

void end_kernel()
{
    end_thread();
}

void enter_cluster(unsigned x, unsigned y, unsigned z)
{
    if (!on_fiber(EMU_FRAME))
        refuse_call();
    if (grid.cluster.x == x && grid.cluster.y == y && grid.cluster.z == z)
        return;
    grid.cluster_required = {x, y, z};
    grid.aborted = true;
    fail_thread();
}

void enter_kernel(const char* words, const char* kernel)
{
    if (!on_fiber(EMU_FRAME))
        refuse_call();
    note_kernel(words, kernel, __builtin_return_address(0), EMU_FRAME);
}

void enter_kernel(const char* words, int most_threads, const char* kernel)
{
    if (!on_fiber(EMU_FRAME))
        refuse_call();
    if (grid.threads > most_threads) {
        grid.threads_refused = most_threads;
        grid.aborted = true;
        fail_thread();
    }
    note_kernel(words, kernel, __builtin_return_address(0), EMU_FRAME);
}

void* dynamic_shared()
{
    return on_fiber(EMU_FRAME) ? grid.block->dynamic_memory : nullptr;
}

}  // namespace emu
