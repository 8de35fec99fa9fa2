#include "sides.h"

#include "argument_list.h"
#include "device_code.h"
#include "function_names.h"
#include "launches.h"
#include "scopes.h"
#include "words.h"

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace rewriter {
namespace {

constexpr std::array<std::string_view, 13> kBuiltIn{"void",   "bool",     "char",    "short", "int",
                                                    "long",   "unsigned", "signed",  "float", "double",
                                                    "size_t", "uint64_t", "uint32_t"};

class SideChecker {
public:
    explicit SideChecker(const SourceText& source)
        : source_(source), program_(read_program(source)), bodies_(function_bodies(source))
    {
        std::set<std::string_view> names;
        for (const GlobalVariable& variable : program_.variables)
            names.insert(text(variable.name));
        for (const Function& function : program_.functions) {
            names.insert(text(function.name));
            if (function.is_device)
                device_.insert(text(function.name));
            if (function.is_host)
                host_.insert(text(function.name));
        }
        declarations_ = count_declarations(source, names);
    }

    void check()
    {
        for (const Function& function : program_.functions)
            if (function.is_kernel)
                check_kernel(function);
            else if (function.is_device && source_.is(function.name, "main"))
                refuse(function.name, "main() runs on the host: it cannot be __device__");
        check_shared();
        for (const Function& function : program_.functions)
            if (function.open != kNone && function.of_class == kNone && !function.is_device &&
                !function.is_template && !function.is_constexpr)
                check_host(function);
        for (const FunctionBody& body : bodies_)
            if (!body.is_host_too && !source_.is_of_library(body.open))
                check_device(body);
        check_launches();
    }

private:
    std::string_view text(int i) const { return source_.spelling(i); }
    std::string word(int i) const { return std::string(text(i)); }
    [[noreturn]] void refuse(int i, const std::string& message) const { throw source_.error(i, message); }

    bool is_member_or_qualified(int i) const
    {
        return source_.is(i - 1, ".") || source_.is(i - 1, "->") || source_.is(i - 1, "::");
    }

    bool in_device_code(int i) const
    {
        for (const FunctionBody& body : bodies_)
            if (body.first <= i && i <= body.close)
                return true;
        return false;
    }

    void check_kernel(const Function& kernel) const
    {
        const std::string name = "the kernel '" + word(kernel.name) + "'";
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
            } else if (contains(kBuiltIn, text(i)) && !source_.is(i - 1, "<") && !source_.is(i - 1, ",")) {
                is_void |= source_.is(i, "void");
                result |= !source_.is(i, "void");
            }
        }
        int marks = 0;
        for (int i = kernel.begin; i < kernel.name; ++i)
            marks += is_device_mark(source_, i);
        if (marks > 2 || !is_pure)
            refuse(kernel.name, name + " is also marked __device__ or __host__: a kernel is __global__ only");
        if (kernel.of_class != kNone && !is_friend)
            refuse(kernel.name,
                   name + " is a member of a class: a kernel must be a function outside of classes");
        if (result && !(is_void && !source_.is(kernel.name - 1, "*")) &&
            !source_.is(kernel.begin, "template"))
            refuse(kernel.name, name +
                                    " returns a value: a kernel must have a void return type. It stores its "
                                    "results in device memory");
    }

    // The namespace of each declaration matters: in each, the name is another variable.
    void check_shared() const
    {
        std::map<std::pair<int, std::string_view>, std::pair<int, std::string>> dynamic;
        for (const Function& function : program_.functions) {
            for (int i = function.open; function.open != kNone && i < function.close; ++i) {
                if (!source_.is(i, "__emu_shared__"))
                    continue;
                if (!is_extern(i) && !function.is_device && !in_device_code(i))
                    refuse(i,
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
            if (!contains(kBuiltIn, text(i)))
                return;  // one may be a name of the other
            type += (type.empty() ? "" : " ") + word(i);
        }
        if (!source_.kind_is(i, Kind::identifier) || type.empty())
            return;
        const auto [first, is_new] = dynamic.try_emplace({function.space, text(i)}, i, type);
        if (!is_new && first->second.second != type)
            refuse(i, "'" + word(i) + "' is dynamic shared memory of type " + first->second.second +
                          " at line " + std::to_string(source_[first->second.first].line) + " and of type " +
                          type + " here: give the two different names");
    }

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

    bool is_unevaluated(int i) const
    {
        return source_.is(i - 1, "(") && (source_.is(i - 2, "decltype") || source_.is(i - 2, "sizeof") ||
                                          source_.is(i - 2, "noexcept"));
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
                opens_launch(source_, i + 1) || is_unevaluated(i) || host_.contains(text(i)))
                continue;
            const bool of_program = device_.contains(text(i)),
                       of_cuda = !of_program && is_device_only(text(i));
            if ((!of_program && !of_cuda) || is_kernel(text(i)) || in_device_code(i) ||
                is_declared_in(function.begin, function.close, text(i)))
                continue;
            if (of_program && (is_of_class(text(i)) || declarations_.contains(text(i)) || follows_name(i)))
                continue;
            refuse(i, of_program
                          ? "the host calls " + word(i) +
                                "(), which is __device__: call it in a kernel, or mark it __host__ __device__"
                          : "the host calls " + word(i) + "(), which only device code can" + wait(text(i)));
        }
    }

    // Type name(...) declares a variable.
    bool follows_name(int i) const
    {
        return source_.kind_is(i - 1, Kind::identifier) && !comes_before_expressions(text(i - 1));
    }

    static std::string wait(std::string_view name)
    {
        return name.starts_with("__syncthreads") ? ": cudaDeviceSynchronize() waits for the kernels" : "";
    }

    bool is_kernel(std::string_view name) const
    {
        for (const Function& function : program_.functions)
            if (function.is_kernel && text(function.name) == name)
                return true;
        return false;
    }

    bool is_of_class(std::string_view name) const
    {
        for (const Function& function : program_.functions)
            if (function.of_class != kNone && text(function.name) == name)
                return true;
        return false;
    }

    void check_device(const FunctionBody& body) const
    {
        bool is_constexpr = false, in_class = false;
        for (const Function& function : program_.functions)
            if (function.open == body.open) {
                is_constexpr = function.is_constexpr;
                in_class = function.of_class != kNone;
            }
        for (int i = body.open; i < body.close; ++i) {
            if (!is_constexpr && (source_.is(i, "throw") || source_.is(i, "try")))
                refuse(i, "device code cannot use exceptions (" + word(i) + ")");
            if (source_.kind_is(i, Kind::identifier)) {
                if (!is_member_or_qualified(i) && !in_class)
                    check_variable(body, i);
                check_member(body, i);
                check_constructor(i);
                check_array(body, i);
            }
        }
    }

    void check_variable(const FunctionBody& body, int i) const
    {
        for (const GlobalVariable& variable : program_.variables) {
            if (!source_.is(i, text(variable.name)) || variable.name > i)
                continue;
            const auto count = declarations_.find(text(i));
            if ((count != declarations_.end() && count->second > 1) || host_.contains(text(i)) ||
                device_.contains(text(i)) || is_unevaluated(i) || is_template_parameter(body, text(i)) ||
                (source_.is(i - 1, "=") && source_.is(i - 2, "[")))
                continue;
            if (variable.is_constant_memory && is_stored_to(i))
                refuse(i, "device code stores to '" + word(i) +
                              "', which is __constant__: only the host can, by cudaMemcpyToSymbol()");
            if (!variable.is_device && !variable.is_constexpr && (!variable.is_const || variable.is_array))
                refuse(i, "device code uses '" + word(i) +
                              "', a variable of the host: pass it as an argument, or make it constexpr, "
                              "__constant__ or "
                              "__device__");
        }
    }

    bool is_template_parameter(const FunctionBody& body, std::string_view name) const
    {
        for (int i = body.first; i > 0 && !source_.is(i, ";") && !source_.is(i, "}"); --i)
            if (source_.is(i, name))
                return true;
        return false;
    }

    // x = ..., x[i] += ..., ++x
    bool is_stored_to(int i) const
    {
        if ((source_.is(i - 1, "+") && source_.is(i - 2, "+")) ||
            (source_.is(i - 1, "-") && source_.is(i - 2, "-")))
            return true;
        int next = i + 1;
        while (source_.is(next, "["))
            next = source_.closing(next) + 1;
        if (source_.is(next, "="))
            return !source_.is(next + 1, "=");
        for (const char* operation : {"+", "-", "*", "/", "%", "&", "|", "^"})
            if (source_.is(next, operation))
                return source_.is(next + 1, "=") ||
                       ((source_.is(next, "+") || source_.is(next, "-")) &&
                        source_.is(next + 1, text(next)) &&
                        (source_.is(next + 2, ";") || source_.is(next + 2, ")")));
        return false;
    }

    // The members of this name that the class declares, without those that the compiler makes.
    std::vector<const Function*> members(std::string_view class_name, std::string_view name) const
    {
        std::vector<const Function*> found;
        for (const Function& function : program_.functions)
            if (function.of_class != kNone && text(function.of_class) == class_name &&
                text(function.name) == name)
                found.push_back(&function);
        return found;
    }

    static bool all_of_host(const std::vector<const Function*>& functions)
    {
        for (const Function* function : functions)
            if (function->is_device || function->is_constexpr || function->is_defaulted ||
                function->is_template)
                return false;
        return !functions.empty();
    }

    // The class of the variable of this name, by its only declaration in the body or the parameters: `Class name`.
    std::string_view class_of(const FunctionBody& body, std::string_view name) const
    {
        std::string_view found;
        int count = 0;
        for (int i = body.first; i < body.close; ++i) {
            if (!source_.is(i, name) || is_member_or_qualified(i) || is_call_of_name(i) ||
                !is_declared_or_made(i))
                continue;
            int type = i - 1;
            while (source_.is(type, "*") || source_.is(type, "&"))
                --type;
            found = text(type);
            ++count;
        }
        return count == 1 ? found : "";
    }

    bool is_call_of_name(int i) const { return source_.is(i - 1, "(") && source_.is(i + 1, "("); }

    // Class name(...) too.
    bool is_declared_or_made(int i) const
    {
        return is_declared_at(source_, i) ||
               (source_.is(i + 1, "(") && source_.kind_is(i - 1, Kind::identifier) &&
                !comes_before_expressions(text(i - 1)));
    }

    // object.member(...) or pointer->member(...)
    void check_member(const FunctionBody& body, int i) const
    {
        if (!(source_.is(i - 1, ".") || source_.is(i - 1, "->")) || !source_.is(i + 1, "("))
            return;
        const int object = i - 2;
        if (!source_.kind_is(object, Kind::identifier) || is_member_or_qualified(object) ||
            !is_of_class(text(i)))
            return;
        const std::string_view type = class_of(body, text(object));
        if (type.empty() || !all_of_host(members(type, text(i))))
            return;
        refuse(i, "device code calls " + std::string(type) + "::" + word(i) +
                      "(), which is not __device__: mark the member __host__ __device__");
    }

    // Class name(2, ...) or Class name{...}: with a number, it is no copy.
    void check_constructor(int i) const
    {
        const bool makes = source_.kind_is(i + 1, Kind::identifier) &&
                           (source_.is(i + 2, "(") || source_.is(i + 2, "{")) &&
                           source_.kind_is(i + 3, Kind::number);
        if (!makes || is_member_or_qualified(i) || !all_of_host(members(text(i), text(i))))
            return;
        refuse(i, "device code makes a " + word(i) +
                      ", whose constructor is not __device__: mark the constructor __host__ __device__");
    }

    // int a[n]; with an n that is an int variable of this function, or a parameter.
    void check_array(const FunctionBody& body, int i) const
    {
        const bool begins = source_.is(i - 1, ";") || source_.is(i - 1, "{") || source_.is(i - 1, "}");
        if (!begins || !contains(kBuiltIn, text(i)) || !source_.kind_is(i + 1, Kind::identifier) ||
            !source_.is(i + 2, "[") || !source_.kind_is(i + 3, Kind::identifier) || !source_.is(i + 4, "]"))
            return;
        int declarations = 0;
        bool plain = true;
        for (int k = body.first; k < i; ++k)
            if (source_.is(k, text(i + 3)) && is_declared_at(source_, k)) {
                ++declarations;
                plain &= source_.is(k - 1, "int") && !source_.is(k - 2, "const") &&
                         !source_.is(k - 2, "constexpr") && !source_.is(k - 2, "static");
            }
        if (declarations == 1 && plain)
            refuse(i + 1, "the size of the array '" + word(i + 1) + "' in device code must be a constant: '" +
                              word(i + 3) + "' is a variable");
    }

    // kernel<<<...>>>([...](...) {...})
    void check_launches() const
    {
        for (int i = 0; i < source_.size(); ++i) {
            if (!opens_launch(source_, i))
                continue;
            int end = i;
            while (end < source_.size() && !source_.is(end, ";") && !source_.is(end, "{"))
                if (source_.is(end, ">") && source_.is(end + 1, ">") && source_.is(end + 2, ">") &&
                    source_.is(end + 3, "("))
                    break;
                else
                    ++end;
            const int open = end + 3, close = source_.is(open, "(") ? source_.closing(open) : kNone;
            if (close == kNone || !is_template_kernel(i - 1))
                continue;
            for (const Range argument : split_arguments(source_, open, close))
                check_lambda(argument);
        }
    }

    // Where the type of an argument is the template's. A kernel that takes a pointer to a function is none.
    bool is_template_kernel(int last) const
    {
        const int name = source_.is(last, ">") ? source_.opening(last) - 1 : last;
        for (const Function& function : program_.functions)
            if (name >= 0 && function.is_kernel && function.is_template && text(function.name) == text(name))
                return true;
        return false;
    }

    void check_lambda(Range argument) const
    {
        if (!source_.is(argument.first, "[") || !source_.is(argument.last, "}"))
            return;
        for (int i = argument.first; i < argument.last && !source_.is(i, "{"); ++i)
            if (is_device_mark(source_, i))
                return;
        refuse(argument.first,
               "a lambda that a kernel gets must be a __device__ lambda: [=] __device__ (...) {...}, with "
               "nvcc's option --extended-lambda");
    }

    const SourceText& source_;
    const Program program_;
    const std::vector<FunctionBody> bodies_;
    std::set<std::string_view> device_, host_;
    std::map<std::string_view, int> declarations_;
};

}  // namespace

void refuse_wrong_side(const SourceText& source)
{
    SideChecker(source).check();
}

}  // namespace rewriter
