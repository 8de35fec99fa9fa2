// For programs that decide themselves what is traced. Options::trace says what a trace holds; TRACE.md is its manual.
#pragma once

namespace emu {

// Begins the trace that options().trace asks for, and ends the one before it. Returns false if the file cannot be
// written; errno says why. A trace that the environment asks for has begun before main().
bool open_trace();

// Whether the launches from here on belong to the trace, if there is one. They do until told otherwise.
void trace_launches(bool on);

}  // namespace emu
