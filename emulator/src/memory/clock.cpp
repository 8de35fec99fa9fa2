#include "memory/clock.h"

namespace emu {

uint32_t now = 0;

}  // namespace emu
