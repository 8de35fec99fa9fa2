// It ends the program before its result is checked.
#include "planted.h"

#include <cstdlib>

namespace {

Planted::Output run(const Planted::Input&, Run&)
{
    std::exit(0);
}

}  // namespace

LADDER_VERSION(Planted, 16, "exits", run);
