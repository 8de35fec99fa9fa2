// Watching a version's copies between host and device, for the blindfold.
#pragma once

#include <cstddef>

namespace ladders {

// to_device: puts the bytes of a copy at `to`. to_host: called after a copy; stored: whether kernels have stored into the
// array that it was copied from. Gives false on a GPU, where copies cannot be watched.
bool watch_copies(void (*to_device)(void* to, const void* from, std::size_t bytes),
                  void (*to_host)(const void* to, std::size_t bytes, bool stored));

}  // namespace ladders
