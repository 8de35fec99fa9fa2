// The check for races of plain loads and stores of whole words: quick where nothing is found, as nearly always.
#pragma once

#include "checks/race.h"

namespace emu {

// Checks and records plain loads and stores of whole words, lane by lane, up to the first one that needs more than a
// glance: most never do. Returns the lanes that are left for check_races(). written: also checks that the loaded words
// have been written, and notes that the stored ones are.
uint32_t record_plain(const Request& request, bool written);

}  // namespace emu
