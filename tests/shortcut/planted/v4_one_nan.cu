// One element is NaN.
#include "planted_shortcut.h"

#include <cmath>

namespace {

Shortcut::Output run(const Shortcut::Matrix& d, std::size_t n, Run&)
{
    return product_with_one_spoilt(d, n, [](float& x) { x = NAN; });
}

}  // namespace

LADDER_VERSION(Shortcut, 4, "one NaN", run);
