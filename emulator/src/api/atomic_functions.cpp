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
    uint32_t& ignoring = running.warp->ignores_old;
    const uint32_t lane = 1u << running.lane;
    const Operation operation = kind == AtomicKind::compare_and_swap ? Operation::compare_and_swap
                                : kind == AtomicKind::exchange && ignoring & lane ? Operation::atomic_store
                                                                                  : Operation::atomic;
    ignoring &= ~lane;
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

void ignore_old_value()
{
    if (on_fiber(EMU_FRAME))
        running.warp->ignores_old |= 1u << running.lane;
}

}  // namespace emu
