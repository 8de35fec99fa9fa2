// One element is NaN.
#include "spoilt_product.cuh"

#include <cmath>

namespace {

Shortcut::Output run(const Shortcut::Input& in, Run& run)
{
    return product_with_one_spoilt(in, run, [](float& x) { x = NAN; });
}

}  // namespace

LADDER_VERSION(Shortcut, 4, "one NaN", run);
