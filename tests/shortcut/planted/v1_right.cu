// Nothing is spoilt: what the other versions do wrong is that one thing.
#include "spoilt_product.cuh"

namespace {

Shortcut::Output run(const Shortcut::Input& in, Run& run)
{
    return product_with_one_spoilt(in, run, [](float&) {});
}

}  // namespace

LADDER_VERSION(Shortcut, 1, "right", run);
