// Streams, events and graphs that a program has made. A handle of one that was destroyed, or that nobody made, is told
// with the lines of its use and of its end, and never followed.
#pragma once

#include "cuda_emulator/errors.h"

namespace emu {

enum class Handle { stream, event, graph, executable_graph };

void note_created(Handle kind, const void* handle);
// release: frees the object. It is called when many others have been destroyed since, so that for a while no new object
// gets the same address.
void note_destroyed(Handle kind, void* handle, void (*release)(void*));

// Whether the handle may be used. If not, reports it as an error of the call.
bool is_usable(Handle kind, const void* handle);

}  // namespace emu
