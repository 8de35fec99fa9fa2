// One element is as the harness left it.
#include "planted_shortcut.h"

#include <bit>

namespace {

Shortcut::Output run(const Shortcut::Matrix& d, std::size_t n, Run&)
{
    return product_with_one_spoilt(d, n, [](float& x) { x = std::bit_cast<float>(0xffffffffu); });
}

}  // namespace

LADDER_VERSION(Shortcut, 5, "one never written", run);
