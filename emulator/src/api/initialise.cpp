#include "api/initialise.h"

#include "api/at_exit.h"
#include "checks/host_stores.h"
#include "debug_info/program.h"
#include "execution/faults.h"
#include "execution/fiber.h"
#include "execution/interrupt.h"
#include "memory/device_memory.h"

namespace emu {
namespace {

bool initialised = false;

}  // namespace

void initialise()
{
    static const bool done = [] {
        stacks.reserve();
        program.load();
        device_memory.reserve();
        settle_stores_by_host();
        catch_faults();
        catch_interrupts();
        arrange_ending();
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
