#include "kernel_sides.h"

#include "device_code.h"
#include "words.h"

#include <map>
#include <string>
#include <utility>

namespace rewriter {
namespace {

class KernelChecker {
public:
    explicit KernelChecker(const SideFacts& facts) : facts_(facts), source_(facts.source) {}

    void check() const
    {
        for (const Function& function : facts_.program.functions)
            if (function.is_kernel)
                check_kernel(function);
            else if (function.is_device && source_.is(function.name, "main"))
                facts_.refuse(function.name, "main() runs on the host: it cannot be __device__");
        check_shared();
    }

private:
    void check_kernel(const Function& kernel) const
    {
        const std::string name = "the kernel '" + facts_.word(kernel.name) + "'";
        bool is_friend = false, is_pure = true, result = false, is_void = false;
        for (int i = kernel.begin; i < kernel.name; ++i) {
            is_friend |= source_.is(i, "friend");
            if (source_.is(i, "__attribute__") || source_.is(i, "__emu_launch_bounds__")) {
                const int close = source_.closing(i + 1);
                is_pure &= !is_host_mark(source_, i);
                if (close == kNone)
                    return;
                i = close;
            } else if (source_.is(i, "*")) {
                result = !source_.is(kernel.begin, "template");
            } else if (contains(kBuiltInTypes, facts_.text(i)) && !source_.is(i - 1, "<") &&
                       !source_.is(i - 1, ",")) {
                is_void |= source_.is(i, "void");
                result |= !source_.is(i, "void");
            }
        }
        int marks = 0;
        for (int i = kernel.begin; i < kernel.name; ++i)
            marks += is_device_mark(source_, i);
        if (marks > 2 || !is_pure)
            facts_.refuse(kernel.name,
                          name + " is also marked __device__ or __host__: a kernel is __global__ only");
        if (kernel.of_class != kNone && !is_friend)
            facts_.refuse(kernel.name,
                          name + " is a member of a class: a kernel must be a function outside of classes");
        if (result && !(is_void && !source_.is(kernel.name - 1, "*")) &&
            !source_.is(kernel.begin, "template"))
            facts_.refuse(kernel.name,
                          name +
                              " returns a value: a kernel must have a void return type. It stores its "
                              "results in device memory");
    }

    // The namespace of each declaration matters: in each, the name is another variable.
    void check_shared() const
    {
        std::map<std::pair<int, std::string_view>, std::pair<int, std::string>> dynamic;
        for (const Function& function : facts_.program.functions) {
            for (int i = function.open; function.open != kNone && i < function.close; ++i) {
                if (!source_.is(i, "__emu_shared__"))
                    continue;
                if (!is_extern(i) && !function.is_device && !facts_.in_device_code(i))
                    facts_.refuse(
                        i,
                        "a __shared__ variable in a function of the host: only device code has shared "
                        "memory");
                if (source_.is(i - 1, "extern") && !function.is_template)
                    check_dynamic(function, i + 1, dynamic);
            }
        }
    }

    bool is_extern(int i) const
    {
        while (source_.kind_is(i, Kind::identifier) && !source_.is(i, "extern"))
            --i;
        return source_.is(i, "extern");
    }

    void check_dynamic(const Function& function, int i,
                       std::map<std::pair<int, std::string_view>, std::pair<int, std::string>>& dynamic) const
    {
        std::string type;
        for (; source_.kind_is(i, Kind::identifier) && !source_.is(i + 1, "["); ++i) {
            if (!contains(kBuiltInTypes, facts_.text(i)))
                return;  // one may be a name of the other
            type += (type.empty() ? "" : " ") + facts_.word(i);
        }
        if (!source_.kind_is(i, Kind::identifier) || type.empty())
            return;
        const auto [first, is_new] = dynamic.try_emplace({function.space, facts_.text(i)}, i, type);
        if (!is_new && first->second.second != type)
            facts_.refuse(i, "'" + facts_.word(i) + "' is dynamic shared memory of type " +
                                 first->second.second + " at line " +
                                 std::to_string(source_[first->second.first].line) + " and of type " + type +
                                 " here: give the two different names");
    }

    const SideFacts& facts_;
    const SourceText& source_;
};

}  // namespace

void refuse_wrong_kernels(const SideFacts& facts)
{
    KernelChecker(facts).check();
}

}  // namespace rewriter
