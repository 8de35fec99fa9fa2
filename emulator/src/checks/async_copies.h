// Asynchronous copies of a thread (cp.async) that it has not waited for. The bytes that they write count as never written until
// then, so that no access needs a look at this list; a read of them is told apart by it.
#pragma once

#include "checks/reports.h"
#include "cuda_emulator/warp_functions.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

struct AsyncCopy {
    AsyncCopy* next;
    uintptr_t to;
    unsigned bytes, group;
    Place place;
};

void begin_copy(Warp& warp, int lane, uintptr_t to, unsigned bytes, Place place);
// The copies of groups before this one are done.
void end_copies(Warp& warp, int lane, unsigned before_group);
void forget_copies(Warp& warp);  // of a block that starts
// If a read found nothing written because a copy is in flight: reports that.
bool report_early_read(const AccessPoint& point, Space space);

}  // namespace emu
