#include "state/grid.h"

namespace emu {

Grid grid;

}  // namespace emu
