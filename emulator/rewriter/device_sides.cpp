#include "device_sides.h"

#include "device_code.h"
#include "words.h"

#include <string>
#include <string_view>
#include <vector>

namespace rewriter {
namespace {

class DeviceChecker {
public:
    explicit DeviceChecker(const SideFacts& facts) : facts_(facts), source_(facts.source) {}

    void check() const
    {
        for (const FunctionBody& body : facts_.bodies)
            if (!body.is_host_too && !source_.is_of_library(body.open))
                check_device(body);
    }

private:
    void check_device(const FunctionBody& body) const
    {
        bool is_constexpr = false, in_class = false;
        for (const Function& function : facts_.program.functions)
            if (function.open == body.open) {
                is_constexpr = function.is_constexpr;
                in_class = function.of_class != kNone;
            }
        for (int i = body.open; i < body.close; ++i) {
            if (!is_constexpr && (source_.is(i, "throw") || source_.is(i, "try")))
                facts_.refuse(i, "device code cannot use exceptions (" + facts_.word(i) + ")");
            if (source_.kind_is(i, Kind::identifier)) {
                if (!facts_.is_member_or_qualified(i) && !in_class)
                    check_variable(body, i);
                check_member(body, i);
                check_constructor(i);
                check_array(body, i);
            }
        }
    }

    void check_variable(const FunctionBody& body, int i) const
    {
        for (const GlobalVariable& variable : facts_.program.variables) {
            if (!source_.is(i, facts_.text(variable.name)) || variable.name > i)
                continue;
            const auto count = facts_.declarations.find(facts_.text(i));
            if ((count != facts_.declarations.end() && count->second > 1) ||
                facts_.host.contains(facts_.text(i)) || facts_.device.contains(facts_.text(i)) ||
                facts_.is_unevaluated(i) || is_template_parameter(body, facts_.text(i)) ||
                (source_.is(i - 1, "=") && source_.is(i - 2, "[")))
                continue;
            if (variable.is_constant_memory && is_stored_to(i))
                facts_.refuse(i, "device code stores to '" + facts_.word(i) +
                                     "', which is __constant__: only the host can, by cudaMemcpyToSymbol()");
            if (!variable.is_device && !variable.is_constexpr && (!variable.is_const || variable.is_array))
                facts_.refuse(i,
                              "device code uses '" + facts_.word(i) +
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
                        source_.is(next + 1, facts_.text(next)) &&
                        (source_.is(next + 2, ";") || source_.is(next + 2, ")")));
        return false;
    }

    // The members of this name that the class declares, without those that the compiler makes.
    std::vector<const Function*> members(std::string_view class_name, std::string_view name) const
    {
        std::vector<const Function*> found;
        for (const Function& function : facts_.program.functions)
            if (function.of_class != kNone && facts_.text(function.of_class) == class_name &&
                facts_.text(function.name) == name)
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
            if (!source_.is(i, name) || facts_.is_member_or_qualified(i) || is_call_of_name(i) ||
                !is_declared_or_made(i))
                continue;
            int type = i - 1;
            while (source_.is(type, "*") || source_.is(type, "&"))
                --type;
            found = facts_.text(type);
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
                !comes_before_expressions(facts_.text(i - 1)));
    }

    // object.member(...) or pointer->member(...)
    void check_member(const FunctionBody& body, int i) const
    {
        if (!(source_.is(i - 1, ".") || source_.is(i - 1, "->")) || !source_.is(i + 1, "("))
            return;
        const int object = i - 2;
        if (!source_.kind_is(object, Kind::identifier) || facts_.is_member_or_qualified(object) ||
            !facts_.is_of_class(facts_.text(i)))
            return;
        const std::string_view type = class_of(body, facts_.text(object));
        if (type.empty() || !all_of_host(members(type, facts_.text(i))))
            return;
        facts_.refuse(i, "device code calls " + std::string(type) + "::" + facts_.word(i) +
                             "(), which is not __device__: mark the member __host__ __device__");
    }

    // Class name(2, ...) or Class name{...}: with a number, it is no copy.
    void check_constructor(int i) const
    {
        const bool makes = source_.kind_is(i + 1, Kind::identifier) &&
                           (source_.is(i + 2, "(") || source_.is(i + 2, "{")) &&
                           source_.kind_is(i + 3, Kind::number);
        if (!makes || facts_.is_member_or_qualified(i) ||
            !all_of_host(members(facts_.text(i), facts_.text(i))))
            return;
        facts_.refuse(i,
                      "device code makes a " + facts_.word(i) +
                          ", whose constructor is not __device__: mark the constructor __host__ __device__");
    }

    // int a[n]; with an n that is an int variable of this function, or a parameter.
    void check_array(const FunctionBody& body, int i) const
    {
        const bool begins = source_.is(i - 1, ";") || source_.is(i - 1, "{") || source_.is(i - 1, "}");
        if (!begins || !contains(kBuiltInTypes, facts_.text(i)) ||
            !source_.kind_is(i + 1, Kind::identifier) || !source_.is(i + 2, "[") ||
            !source_.kind_is(i + 3, Kind::identifier) || !source_.is(i + 4, "]"))
            return;
        int declarations = 0;
        bool plain = true;
        for (int k = body.first; k < i; ++k)
            if (source_.is(k, facts_.text(i + 3)) && is_declared_at(source_, k)) {
                ++declarations;
                plain &= source_.is(k - 1, "int") && !source_.is(k - 2, "const") &&
                         !source_.is(k - 2, "constexpr") && !source_.is(k - 2, "static");
            }
        if (declarations == 1 && plain)
            facts_.refuse(i + 1, "the size of the array '" + facts_.word(i + 1) +
                                     "' in device code must be a constant: '" + facts_.word(i + 3) +
                                     "' is a variable");
    }

    const SideFacts& facts_;
    const SourceText& source_;
};

}  // namespace

void refuse_host_in_device_code(const SideFacts& facts)
{
    DeviceChecker(facts).check();
}

}  // namespace rewriter
