// The words of reports, in the style of compute-sanitizer.
#pragma once

#include "cuda_emulator/launch_counters.h"
#include "debug_info/line_table.h"
#include "memory/arena.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector_types.h>

namespace emu {

std::string access_name(Space space, bool write);
std::string file_and_line(const SourceLine& place);
// Of the call that allocated it, if that is known.
SourceLine place_of(const Allocation& allocation);
// Without folders, for the middle of a sentence.
std::string short_file_and_line(const SourceLine& place);
// The line itself. Empty: the file cannot be read.
std::string text_of_line(const SourceLine& place);
std::string coordinates(const uint3& v);
// Where pc is, and the calls that were inlined there.
std::string function_and_line(uintptr_t pc);
// Of the running block.
std::string thread_and_block(int thread);
// 31319 as 31,319.
std::string with_commas(std::size_t n);
// Puts compute-sanitizer's prefix before each line.
std::string framed(const std::string& first, const std::string& rest);

}  // namespace emu
