// Errors that cannot have changed a result: a kernel has used an undefined value (memory that was never written, a
// shuffle from an inactive lane), but what it computed was never looked at, as in a warm-up before the data are there.
//
// An undefined value may change what a launch stores, and whether it stores at all. So after such a launch all memory is
// suspect that it could have reached: what it has touched, and what its arguments point to. A word is no longer suspect
// once a copy, a fill or another kernel has overwritten it. A kernel that reads suspect words makes a launch of the same
// kind. If the host reads one, or if such a launch prints, fails, or reaches memory that the host sees by itself, the
// errors so far are settled: they are errors. Those that are not settled when the program ends are warnings.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

// The running kernel uses an undefined value. To be called before the report; also for each later one like it.
void doubt_launch();
// Around each launch, before its sites are cleared.
void begin_doubts_of_launch();
void end_doubts_of_launch();

// The host reads, writes or frees memory of the device.
void doubts_read(uintptr_t address, std::size_t bytes);
void doubts_written(uintptr_t address, std::size_t bytes);
void doubts_freed(uintptr_t address);
void doubts_cleared();  // all memory
// From now on nobody can tell: what was found so far is an error.
void settle_doubts();

}  // namespace emu
