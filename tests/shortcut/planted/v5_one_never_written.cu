// One element is as the harness left it.
#include "spoilt_product.cuh"

#include <bit>

namespace {

Shortcut::Output run(const Shortcut::Input& in, Run& run)
{
    return product_with_one_spoilt(in, run, [](float& x) { x = std::bit_cast<float>(0xffffffffu); });
}

}  // namespace

LADDER_VERSION(Shortcut, 5, "one never written", run);
