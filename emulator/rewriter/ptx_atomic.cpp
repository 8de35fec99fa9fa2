// atom and red.
#include "ptx_instructions.h"

#include <array>

namespace rewriter {
namespace {

// The type of CUDA's function for it: the one of PTX, or another of its size.
struct AtomicForm {
    std::string_view name, function;
};
constexpr std::array kAtomics{
    AtomicForm{"add", "atomicAdd"},   AtomicForm{"min", "atomicMin"}, AtomicForm{"max", "atomicMax"},
    AtomicForm{"and", "atomicAnd"},   AtomicForm{"or", "atomicOr"},   AtomicForm{"xor", "atomicXor"},
    AtomicForm{"exch", "atomicExch"}, AtomicForm{"inc", "atomicInc"}, AtomicForm{"dec", "atomicDec"},
    AtomicForm{"cas", "atomicCAS"},
};

[[maybe_unused]] constexpr std::array kAtomicNames{
    PtxInstruction{"atom.add.T", ""},           PtxInstruction{"atom.global.cas.b32", ""},
    PtxInstruction{"atom.shared.exch.b32", ""}, PtxInstruction{"atom.acq_rel.gpu.global.add.T", ""},
    PtxInstruction{"red.global.add.T", ""},     PtxInstruction{"red.shared.or.b32", ""},
};

// atom.acquire.gpu.shared.add.u32, in parts.
struct Atomic {
    std::string_view function;
    bool shared = false, block = false, acquires = false, releases = false;
};

std::optional<Atomic> atomic_of(const PtxCall& call)
{
    Atomic atomic;
    const std::vector<std::string>& name = call.statement.name;
    for (std::size_t i = 1; i + 1 < name.size(); ++i) {
        const std::string& part = name[i];
        if (part == "shared" || part == "shared::cta")
            atomic.shared = true;
        else if (part == "cta")
            atomic.block = true;
        else if (part == "acquire")
            atomic.acquires = true;
        else if (part == "release")
            atomic.releases = true;
        else if (part == "acq_rel")
            atomic.acquires = atomic.releases = true;
        else if (part != "global" && part != "relaxed" && part != "gpu" && part != "sys") {
            for (const AtomicForm& form : kAtomics)
                if (form.name == part)
                    atomic.function = form.function;
            if (atomic.function.empty())
                return {};
        }
    }
    return atomic.function.empty() ? std::nullopt : std::optional(atomic);
}

}  // namespace

PtxText translate_atomic(const PtxCall& call)
{
    const bool returns = call.part(0) == "atom";
    if (!returns && call.part(0) != "red")
        return {};
    const auto atomic = atomic_of(call);
    std::string type(ptx_type(call.last()));
    if (call.last() == "s64" && atomic && atomic->function == "atomicAdd")
        type = "unsigned long long";
    const auto address = call.operands.address(call.word(returns));
    const std::size_t values = atomic && atomic->function == "atomicCAS" ? 2 : 1;
    if (!atomic || !address || type.empty() || call.last().find("f16") != std::string::npos ||
        call.count() != returns + 1 + values)
        return {};
    std::string text = "::" + std::string(atomic->function) + "((" + type + "*)" +
                       (atomic->shared ? "::emu::ptx::shared(" + *address + ")" : "(" + *address + ")");
    for (std::size_t i = 0; i < values; ++i) {
        const auto value = call.value(returns + 1 + i, type);
        if (!value)
            return {};
        text += ", " + *value;
    }
    text += ")";
    const PtxText done = returns ? call.set(0, text) : PtxText(text + ";");
    if (!done)
        return {};
    return (atomic->releases ? "__threadfence(); " : "") +
           std::string(atomic->block ? "::emu::limit_to_block(); " : "") + *done +
           (atomic->acquires ? " __threadfence();" : "");
}

}  // namespace rewriter
