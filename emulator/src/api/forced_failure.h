// CUDA_EMULATOR=fail=copy:2 makes the second copy fail, to see what the program does about it.
#pragma once

#include "cuda_emulator/options.h"

namespace emu {

// Whether this call of the kind is the one that Options::fails names; it is then told on stderr. To be asked once for each
// call that would else be carried out.
bool must_fail(Fails kind);

// At exit: tells if there were too few calls of the kind, so that none has failed.
void tell_missing_failure();

}  // namespace emu
