// ld, st, prefetch, fences and addresses of state spaces.
#include "ptx_instructions.h"

#include <algorithm>
#include <array>

namespace rewriter {
namespace {

[[maybe_unused]] constexpr std::array kMemory{
    PtxInstruction{"ld.T", ""},
    PtxInstruction{"ld.global.T", ""},
    PtxInstruction{"ld.shared.T", ""},
    PtxInstruction{"ld.const.T", ""},
    PtxInstruction{"ld.local.T", ""},
    PtxInstruction{"ld.global.nc.v4.T", ""},
    PtxInstruction{"ld.volatile.global.T", ""},
    PtxInstruction{"ld.acquire.gpu.global.T", ""},
    PtxInstruction{"st.T", ""},
    PtxInstruction{"st.global.T", ""},
    PtxInstruction{"st.shared.v4.T", ""},
    PtxInstruction{"st.volatile.global.T", ""},
    PtxInstruction{"st.release.gpu.global.T", ""},
    PtxInstruction{"prefetch.global.L2", ""},
    PtxInstruction{"cvta.to.shared.u64", ""},
    PtxInstruction{"cvta.shared.u64", ""},
    PtxInstruction{"cvta.to.global.u64", ""},
    PtxInstruction{"isspacep.shared", ""},
    PtxInstruction{"membar.gl", ""},
    PtxInstruction{"fence.acq_rel.gpu", ""},
};

bool is_any(const std::string& part, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), part) != words.end();
}

// ld.relaxed.gpu.global.v2.f32, in parts.
struct Access {
    bool shared = false, is_volatile = false, orders = false;  // orders: acquires or releases
    std::size_t count = 1;
    std::string_view type;
    int bytes = 0;  // of one element
};

std::optional<Access> access_of(const PtxCall& call)
{
    Access access;
    const std::vector<std::string>& name = call.statement.name;
    for (std::size_t i = 1; i + 1 < name.size(); ++i) {
        const std::string& part = name[i];
        if (part == "shared" || part == "shared::cta")
            access.shared = true;
        else if (part == "volatile" || part == "relaxed")
            access.is_volatile = true;
        else if (part == "acquire" || part == "release")
            access.is_volatile = access.orders = true;
        else if (part == "v2" || part == "v4")
            access.count = std::size_t(part[1] - '0');
        else if (part.find("::") == std::string::npos
                     ? !is_any(part, {"global", "const", "local", "weak", "cta", "gpu", "sys", "ca", "cg",
                                      "cs", "lu", "cv", "wb", "wt", "nc"})
                     : part[0] != 'L')  // L1::no_allocate, L2::128B
            return {};
    }
    access.type = ptx_type(call.last());
    access.bytes = ptx_bytes(call.last());
    if (access.type.empty() || call.last() == "pred" || access.count * std::size_t(access.bytes) > 16)
        return {};
    return access;
}

std::string pointer(const Access& access, const std::string& address)
{
    return access.shared ? "::emu::ptx::shared(" + address + ")" : address;
}

PtxText load(const PtxCall& call, const Access& access)
{
    const auto address = call.operands.address(call.word(1));
    const std::vector<std::string> to = PtxOperands::list(call.word(0));
    if (!address || to.size() != access.count || call.count() != 2)
        return {};
    const std::string type(access.type), from = pointer(access, *address),
                                         fence = access.orders ? " __threadfence();" : "";
    if (access.count == 1) {
        const auto set = call.operands.assignment(to[0], std::string("::emu::ptx::load") +
                                                             (access.is_volatile ? "_volatile<" : "<") +
                                                             type + ">(" + from + ")");
        return set ? PtxText(*set + fence) : std::nullopt;
    }
    std::string text = "{ const auto ptx_loaded = ::emu::ptx::load_vector<" + type + ", " +
                       std::to_string(access.count) + ">(" + from + ");";
    for (std::size_t i = 0; i < to.size(); ++i) {
        const auto set = call.operands.assignment(to[i], "ptx_loaded.v[" + std::to_string(i) + "]");
        if (!set)
            return {};
        text += " " + *set;
    }
    return text + fence + " }";
}

PtxText store(const PtxCall& call, const Access& access)
{
    const auto address = call.operands.address(call.word(0));
    const std::vector<std::string> from = PtxOperands::list(call.word(1));
    if (!address || from.size() != access.count || call.count() != 2)
        return {};
    const std::string type(access.type), to = pointer(access, *address),
                                         fence = access.orders ? "__threadfence(); " : "";
    std::string values;
    for (const std::string& word : from) {
        const auto value = call.operands.value(word, type);
        if (!value)
            return {};
        values += (values.empty() ? "" : ", ") + *value;
    }
    if (access.count == 1)
        return fence + "::emu::ptx::store" + (access.is_volatile ? "_volatile<" : "<") + type + ">(" + to +
               ", " + values + ");";
    return fence + "::emu::ptx::store_vector<" + type + ", " + std::to_string(access.count) + ">(" + to +
           ", {{" + values + "}});";
}

// cvta.to.shared.u64, and cvta.shared.u64 back. Other spaces have generic addresses.
PtxText convert_address(const PtxCall& call)
{
    const auto value = call.value(1, "unsigned long long");
    const bool to = call.part(1) == "to";
    const std::string& space = call.part(to ? 2 : 1);
    if (!value || call.count() != 2 || !is_any(space, {"shared", "shared::cta", "global", "const", "local"}))
        return {};
    if (space[0] != 's')
        return call.set(0, *value);
    return call.set(0, to ? "(unsigned long long)__cvta_generic_to_shared((const void*)(" + *value + "))"
                          : "(unsigned long long)__cvta_shared_to_generic(" + *value + ")");
}

PtxText fence(const PtxCall& call)
{
    const bool membar = call.part(0) == "membar";
    const std::string& scope = membar ? call.part(1) : call.last();
    if (membar ? call.statement.name.size() != 2
               : call.statement.name.size() != 3 || !is_any(call.part(1), {"sc", "acq_rel"}))
        return {};
    return scope == "cta"                    ? PtxText("__threadfence_block();")
           : scope == "gl" || scope == "gpu" ? PtxText("__threadfence();")
           : scope == "sys"                  ? PtxText("__threadfence_system();")
                                             : std::nullopt;
}

}  // namespace

PtxText translate_memory(const PtxCall& call)
{
    const std::string& name = call.part(0);
    if (name == "ld" || name == "st") {
        const auto access = access_of(call);
        return !access ? std::nullopt : name == "ld" ? load(call, *access) : store(call, *access);
    }
    if (name == "cvta")
        return convert_address(call);
    if (name == "membar" || name == "fence")
        return fence(call);
    if ((name == "prefetch" || name == "prefetchu") && call.operands.address(call.word(0)))
        return "";
    if (name == "isspacep" && is_any(call.part(1), {"shared", "global", "const", "local"}))
        if (const auto value = call.value(1, "unsigned long long"))
            return call.set(0, "::emu::ptx::is_" + call.part(1) + "((const void*)(" + *value + "))");
    return {};
}

}  // namespace rewriter
