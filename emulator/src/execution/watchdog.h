// Ends kernels that get nowhere, in a time that does not depend on how many of their threads are active.
//
// A kernel gets on if a thread ends, or the accesses of one second are not to the same memory as those of the second
// before. A loop that goes round over the same memory for longer than Options::patience does not get on, whether it changes
// that memory or not. One that reads the clock may wait for a time: it gets several times the patience.
#pragma once

#include "state/warp.h"

#include <cstdint>
#include <string>

namespace emu {

// A launch begins.
void start_watch();
// Called once a second of processor time by a signal handler: sets Grid::is_slow and Grid::is_second_over.
void watch_kernel();

// Grid::is_second_over: if the kernel gets nowhere, reports where this warp is, ends the grid, and returns true.
bool end_if_stuck(const Warp& warp);

// A warp has used up its turn; repeats: it has gone round over the same memory. If that is all that any warp does, for as long
// as Options::patience, reports where this warp is, ends the grid, and returns true. The windows of end_if_stuck() do not show
// it where many warps take turns of about a second.
bool end_if_turns_repeat(const Warp& warp, bool repeats);

// A loop that makes no access to memory does not end. It may wait for a variable that the compiler reads only once.
// Ends the grid. known: a line about this one; advice: what else can be done, which begins with a new line.
void report_empty_loop(uintptr_t pc, int warp_index, int lane, const std::string& known,
                       const std::string& advice = "");

// So many more threads were ended by an error. A launch in which nearly all threads fail is ended.
void note_failed_threads(int count);

}  // namespace emu
