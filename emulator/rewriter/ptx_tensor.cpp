// mma, ldmatrix and stmatrix.
#include "ptx_instructions.h"

#include <array>

namespace rewriter {
namespace {

struct MmaForm {
    std::string_view name;  // the shape, and the types of d, a, b and c
    std::size_t d, a, b;    // registers; c has as many as d
};
constexpr std::array kMma{
    MmaForm{"m16n8k16 f32 f16 f16 f32", 4, 4, 2},   MmaForm{"m16n8k8 f32 f16 f16 f32", 4, 2, 1},
    MmaForm{"m16n8k16 f16 f16 f16 f16", 2, 4, 2},   MmaForm{"m16n8k8 f16 f16 f16 f16", 2, 2, 1},
    MmaForm{"m16n8k16 f32 bf16 bf16 f32", 4, 4, 2}, MmaForm{"m16n8k8 f32 bf16 bf16 f32", 4, 2, 1},
    MmaForm{"m16n8k8 f32 tf32 tf32 f32", 4, 4, 2},  MmaForm{"m16n8k4 f32 tf32 tf32 f32", 4, 2, 1},
    MmaForm{"m16n8k16 s32 s8 s8 s32", 4, 2, 1},     MmaForm{"m16n8k32 s32 s8 s8 s32", 4, 4, 2},
    MmaForm{"m16n8k16 s32 u8 u8 s32", 4, 2, 1},     MmaForm{"m16n8k32 s32 u8 u8 s32", 4, 4, 2},
    MmaForm{"m16n8k16 s32 s8 u8 s32", 4, 2, 1},     MmaForm{"m16n8k32 s32 s8 u8 s32", 4, 4, 2},
    MmaForm{"m16n8k16 s32 u8 s8 s32", 4, 2, 1},     MmaForm{"m16n8k32 s32 u8 s8 s32", 4, 4, 2},
    MmaForm{"m8n8k4 f64 f64 f64 f64", 2, 1, 1},
};

[[maybe_unused]] constexpr std::array kTensor{
    PtxInstruction{"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", ""},
    PtxInstruction{"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", ""},
    PtxInstruction{"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", ""},
    PtxInstruction{"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", ""},
    PtxInstruction{"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", ""},
    PtxInstruction{"mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", ""},
    PtxInstruction{"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", ""},
    PtxInstruction{"mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", ""},
    PtxInstruction{"mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32", ""},
    PtxInstruction{"mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32", ""},
    PtxInstruction{"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", ""},
    PtxInstruction{"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", ""},
    PtxInstruction{"stmatrix.sync.aligned.m8n8.x4.trans.shared.b16", ""},
};

constexpr std::string_view kPlace = "{__builtin_FILE(), __builtin_LINE()}";

// const unsigned name[] = {...}: the registers of an operand.
PtxText registers(const PtxCall& call, std::size_t operand, const std::string& name, const std::string& type,
                  std::size_t count)
{
    const std::vector<std::string> words = PtxOperands::list(call.word(operand));
    if (words.size() != count)
        return {};
    std::string text = "const " + type + " " + name + "[] = {";
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = call.operands.value(words[i], type);
        if (!value)
            return {};
        text += (i ? ", " : "") + *value;
    }
    return text + "}; ";
}

PtxText assign_all(const PtxCall& call, const std::string& operand, const std::string& name)
{
    std::string text;
    const std::vector<std::string> words = PtxOperands::list(operand);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto set = call.operands.assignment(words[i], name + "[" + std::to_string(i) + "]");
        if (!set)
            return {};
        text += *set + " ";
    }
    return text;
}

// m16n8k16 -> 16, 8, 16
std::string numbers_of(std::string shape)
{
    shape[0] = ' ';
    for (const char letter : {'n', 'k'})
        shape.replace(shape.find(letter), 1, ", ");
    return shape;
}

PtxText multiply(const PtxCall& call)
{
    const std::vector<std::string>& n = call.statement.name;
    const bool saturates = call.has("satfinite");
    const std::size_t types = saturates ? 7 : 6;
    if (n.size() != types + 4 || call.count() != 4 || n[1] != "sync" || n[2] != "aligned" || n[4] != "row" ||
        n[5] != "col" || (saturates && n[6] != "satfinite"))
        return {};
    const std::string wanted =
        n[3] + " " + n[types] + " " + n[types + 1] + " " + n[types + 2] + " " + n[types + 3];
    for (const MmaForm& form : kMma) {
        if (form.name != wanted)
            continue;
        const std::string type = n[types] == "f64" ? "unsigned long long" : "unsigned", place(kPlace);
        const auto a = registers(call, 1, "ptx_a", type, form.a),
                   b = registers(call, 2, "ptx_b", type, form.b),
                   c = registers(call, 3, "ptx_c", type, form.d),
                   set = assign_all(call, call.word(0), "ptx_d");
        if (!a || !b || !c || !set || PtxOperands::list(call.word(0)).size() != form.d)
            return {};
        std::string names;
        for (const std::size_t each : {types + 1, types + 2, types + 3})
            names += "::emu::TensorType::" + n[each] + ", ";
        return "{ " + *a + *b + *c + type + " ptx_d[" + std::to_string(form.d) + "]; ::emu::mma({" + names +
               numbers_of(n[3]) + ", " + (saturates ? "true" : "false") + "}, ptx_d, ptx_a, ptx_b, ptx_c, " +
               place + "); " + *set + "}";
    }
    return {};
}

// ldmatrix.sync.aligned.m8n8.x4{.trans}.shared{::cta}.b16, whose parts come in several orders.
PtxText move_matrices(const PtxCall& call)
{
    const bool loads = call.part(0) == "ldmatrix", transposed = call.has("trans");
    const bool shared = call.has("shared") || call.has("shared::cta");
    const std::size_t count = call.has("x1") ? 1 : call.has("x2") ? 2 : call.has("x4") ? 4 : 0;
    if (call.statement.name.size() != 7u + transposed || !call.has("sync") || !call.has("aligned") ||
        !call.has("m8n8") || !shared || call.last() != "b16" || call.count() != 2)
        return {};
    const std::string &list = call.word(loads ? 0 : 1), place(kPlace);
    const auto address = call.operands.address(call.word(loads ? 1 : 0));
    if (!address || count == 0 || PtxOperands::list(list).size() != count)
        return {};
    const std::string arguments = std::to_string(count) + ", " + (transposed ? "true" : "false") +
                                  ", ptx_r, (void*)::emu::ptx::shared(" + *address + "), " + place + "); ";
    if (loads) {
        const auto set = assign_all(call, list, "ptx_r");
        return set ? PtxText("{ unsigned ptx_r[" + std::to_string(count) + "]; ::emu::load_matrices(" +
                             arguments + *set + "}")
                   : std::nullopt;
    }
    const auto from = registers(call, 1, "ptx_r", "unsigned", count);
    return from ? PtxText("{ " + *from + "::emu::store_matrices(" + arguments + "}") : std::nullopt;
}

}  // namespace

PtxText translate_tensor(const PtxCall& call)
{
    const std::string& name = call.part(0);
    return name == "mma"                              ? multiply(call)
           : name == "ldmatrix" || name == "stmatrix" ? move_matrices(call)
                                                      : std::nullopt;
}

}  // namespace rewriter
