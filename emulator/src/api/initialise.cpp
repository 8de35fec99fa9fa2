#include "api/initialise.h"

#include "api/at_exit.h"
#include "checks/host_stores.h"
#include "checks/stream_order.h"
#include "cuda_emulator/options.h"
#include "debug_info/program.h"
#include "execution/faults.h"
#include "execution/fiber.h"
#include "execution/interrupt.h"
#include "explain/gpus.h"
#include "memory/device_memory.h"
#include "state/devices.h"

#include <cstdio>
#include <cstdlib>

namespace emu {
namespace {

bool initialised = false;

// A name in CUDA_EMULATOR=explain=GPU that no GPU has.
void require_gpu()
{
    if (find_gpu(options().gpu))
        return;
    std::fprintf(stderr,
                 "CUDA emulator: CUDA_EMULATOR: no floors are known for the GPU \"%s\"; for these they are:",
                 options().gpu);
    for (const Gpu& gpu : all_gpus())
        std::fprintf(stderr, " %s", gpu.name.c_str());
    std::fprintf(stderr, "\n");
    std::_Exit(2);
}

}  // namespace

void initialise()
{
    static const bool done = [] {
        stacks.reserve();
        program.load();
        device_memory.reserve(device_count());
        if (device_count() > 1)
            watch_stream_order();
        settle_stores_by_host();
        catch_faults();
        catch_interrupts();
        arrange_ending();
        require_gpu();
        initialised = true;
        return true;
    }();
    (void)done;
}

bool is_initialised()
{
    return initialised;
}

}  // namespace emu
