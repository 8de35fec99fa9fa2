// One element is the next smaller number.
#include "planted_shortcut.h"

#include <cmath>

namespace {

Shortcut::Output run(const Shortcut::Matrix& d, std::size_t n, Run&)
{
    return product_with_one_spoilt(d, n, [](float& x) { x = std::nextafter(x, -INFINITY); });
}

}  // namespace

LADDER_VERSION(Shortcut, 3, "one too small", run);
