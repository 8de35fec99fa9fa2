#include "api/at_exit.h"
#include "cuda_emulator/atomic_functions.h"
#include "debug_info/program.h"
#include "execution/faults.h"
#include "execution/fiber.h"
#include "execution/interrupt.h"
#include "memory/device_memory.h"
#include "state/grid.h"

namespace emu {

void initialise()
{
    static const bool done = [] {
        stacks.reserve();
        device_memory.reserve();
        program.load();
        catch_faults();
        catch_interrupts();
        arrange_ending();
        return true;
    }();
    (void)done;
}

void issue_atomic(void* address, unsigned bytes, AtomicKind kind, void* pc, void* frame)
{
    if (!on_fiber(frame) || on_fiber(address))
        return;
    const Operation operation = kind == AtomicKind::update ? Operation::atomic : Operation::compare_and_swap;
    stop(reinterpret_cast<uintptr_t>(address), pack(operation, bytes), pc, frame);
}

}  // namespace emu
