#include "host_sides.h"

#include "device_code.h"
#include "launches.h"
#include "words.h"

#include <array>
#include <string>
#include <string_view>

namespace rewriter {
namespace {

class HostChecker {
public:
    explicit HostChecker(const SideFacts& facts) : facts_(facts), source_(facts.source) {}

    void check() const
    {
        for (const Function& function : facts_.program.functions)
            if (function.open != kNone && function.of_class == kNone && !function.is_device &&
                !function.is_template && !function.is_constexpr)
                check_host(function);
    }

private:
    // tex2D(), surf2Dwrite() and their kin.
    static bool is_fetch(std::string_view name)
    {
        constexpr std::array<std::string_view, 8> kFirst{"tex1D",  "tex2D",  "tex3D",  "texCubemap",
                                                         "surf1D", "surf2D", "surf3D", "surfCubemap"};
        constexpr std::array<std::string_view, 12> kRest{
            "",      "Lod",    "Grad", "Layered", "LayeredLod",  "LayeredGrad",
            "fetch", "gather", "read", "write",   "Layeredread", "Layeredwrite"};
        for (const std::string_view first : kFirst)
            if (name.starts_with(first) && contains(kRest, name.substr(first.size())))
                return true;
        return false;
    }

    // A function that only device code has.
    static bool is_device_only(std::string_view name)
    {
        constexpr std::array<std::string_view, 13> kNames{
            "__syncthreads",   "__syncthreads_count", "__syncthreads_and",   "__syncthreads_or",
            "__syncwarp",      "__ballot_sync",       "__any_sync",          "__all_sync",
            "__activemask",    "__threadfence",       "__threadfence_block", "__match_any_sync",
            "__match_all_sync"};
        constexpr std::array<std::string_view, 11> kAtomics{
            "atomicAdd", "atomicSub", "atomicExch", "atomicMin", "atomicMax", "atomicInc",
            "atomicDec", "atomicCAS", "atomicAnd",  "atomicOr",  "atomicXor"};
        return contains(kNames, name) || contains(kAtomics, name) || is_fetch(name) ||
               (name.starts_with("__shfl_") && name.ends_with("sync"));
    }

    bool is_declared_in(int first, int last, std::string_view name) const
    {
        for (int i = first; i < last; ++i)
            if (source_.is(i, name) && is_declared_at(source_, i))
                return true;
        return false;
    }

    void check_host(const Function& function) const
    {
        for (int i = function.open; i < function.close; ++i) {
            if (!source_.kind_is(i, Kind::identifier) || !is_call(source_, i) ||
                opens_launch(source_, i + 1) || facts_.is_unevaluated(i) ||
                facts_.host.contains(facts_.text(i)))
                continue;
            const bool of_program = facts_.device.contains(facts_.text(i)),
                       of_cuda = !of_program && is_device_only(facts_.text(i));
            if ((!of_program && !of_cuda) || facts_.is_kernel(facts_.text(i)) || facts_.in_device_code(i) ||
                is_declared_in(function.begin, function.close, facts_.text(i)))
                continue;
            if (of_program && (facts_.is_of_class(facts_.text(i)) ||
                               facts_.declarations.contains(facts_.text(i)) || follows_name(i)))
                continue;
            facts_.refuse(
                i, of_program
                       ? "the host calls " + facts_.word(i) +
                             "(), which is __device__: call it in a kernel, or mark it __host__ __device__"
                       : "the host calls " + facts_.word(i) + "(), which only device code can" +
                             wait(facts_.text(i)));
        }
    }

    // Type name(...) declares a variable.
    bool follows_name(int i) const
    {
        return source_.kind_is(i - 1, Kind::identifier) && !comes_before_expressions(facts_.text(i - 1));
    }

    static std::string wait(std::string_view name)
    {
        return name.starts_with("__syncthreads") ? ": cudaDeviceSynchronize() waits for the kernels" : "";
    }

    const SideFacts& facts_;
    const SourceText& source_;
};

}  // namespace

void refuse_device_calls_of_host(const SideFacts& facts)
{
    HostChecker(facts).check();
}

}  // namespace rewriter
