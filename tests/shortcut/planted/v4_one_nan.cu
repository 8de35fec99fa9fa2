// One element is NaN.
#include "planted_shortcut.h"

#include <cmath>

namespace {

Shortcut::Output run(const Shortcut::Input& in, Run& run)
{
    return product_with_one_spoilt(in, run, [](float& x) { x = NAN; });
}

}  // namespace

LADDER_VERSION(Shortcut, 4, "one NaN", run);
