#include "cuda_emulator/atomic_functions.h"

#include "checks/local_atomics.h"
#include "cuda_emulator/frame.h"
#include "execution/lanes.h"

namespace emu {

void issue_atomic(void* address, unsigned bytes, AtomicKind kind, void* pc, void* frame)
{
    if (!on_fiber(frame))
        return;
    if (on_fiber(address))
        fail_thread({report_local_atomic, {}, 0}, pc, frame);
    const Operation operation = kind == AtomicKind::update ? Operation::atomic : Operation::compare_and_swap;
    stop(reinterpret_cast<uintptr_t>(address), pack(operation, bytes), pc, frame);
}

void issue_atomic_of_object(void* address, unsigned bytes, AtomicKind kind, void* pc, void* frame)
{
    if (!on_fiber(address))
        issue_atomic(address, bytes, kind, pc, frame);
}

void limit_to_block()
{
    if (on_fiber(EMU_FRAME))
        running.warp->block_scope |= 1u << running.lane;
}

}  // namespace emu
