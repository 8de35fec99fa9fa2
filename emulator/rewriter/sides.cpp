#include "sides.h"

#include "device_sides.h"
#include "host_sides.h"
#include "kernel_sides.h"
#include "lambda_sides.h"
#include "side_facts.h"

namespace rewriter {

void refuse_wrong_side(const SourceText& source)
{
    const SideFacts facts(source);
    refuse_wrong_kernels(facts);
    refuse_device_calls_of_host(facts);
    refuse_host_in_device_code(facts);
    refuse_host_lambdas(facts);
}

}  // namespace rewriter
