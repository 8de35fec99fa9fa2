// One element is the next larger number.
#include "spoilt_product.cuh"

#include <cmath>

namespace {

Shortcut::Output run(const Shortcut::Input& in, Run& run)
{
    return product_with_one_spoilt(in, run, [](float& x) { x = std::nextafter(x, INFINITY); });
}

}  // namespace

LADDER_VERSION(Shortcut, 2, "one too large", run);
