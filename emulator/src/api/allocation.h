#pragma once

namespace emu {

// Whether the copy engines can read this memory of the host by themselves.
bool is_pinned(const void* pointer);

}  // namespace emu
