#include "machine.h"

#include "machine_aarch64.h"
#include "machine_x86_64.h"
#include "words.h"

namespace rewriter {

bool is_for_arm(std::string_view assembly)
{
    // Instrumented functions have calls.
    return has(assembly, "\n\tbl\t") || has(assembly.substr(0, 200), "\t.arch armv");
}

const Machine& machine_of(std::string_view assembly)
{
    return is_for_arm(assembly) ? aarch64() : x86_64();
}

}  // namespace rewriter
