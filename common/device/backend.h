// Which of the two backends this program is built for.
#pragma once

namespace ladders {

#ifdef CUDA_EMULATOR
inline constexpr bool kEmulator = true;
#else
inline constexpr bool kEmulator = false;
#endif

}  // namespace ladders
