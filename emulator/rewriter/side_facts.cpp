#include "side_facts.h"

namespace rewriter {

SideFacts::SideFacts(const SourceText& text)
    : source(text), program(read_program(text)), bodies(function_bodies(text))
{
    std::set<std::string_view> names;
    for (const GlobalVariable& variable : program.variables)
        names.insert(this->text(variable.name));
    for (const Function& function : program.functions) {
        names.insert(this->text(function.name));
        if (function.is_device)
            device.insert(this->text(function.name));
        if (function.is_host)
            host.insert(this->text(function.name));
    }
    declarations = count_declarations(source, names);
}

bool SideFacts::is_member_or_qualified(int i) const
{
    return source.is(i - 1, ".") || source.is(i - 1, "->") || source.is(i - 1, "::");
}

bool SideFacts::in_device_code(int i) const
{
    for (const FunctionBody& body : bodies)
        if (body.first <= i && i <= body.close)
            return true;
    return false;
}

bool SideFacts::is_unevaluated(int i) const
{
    return source.is(i - 1, "(") &&
           (source.is(i - 2, "decltype") || source.is(i - 2, "sizeof") || source.is(i - 2, "noexcept"));
}

bool SideFacts::is_kernel(std::string_view name) const
{
    for (const Function& function : program.functions)
        if (function.is_kernel && text(function.name) == name)
            return true;
    return false;
}

bool SideFacts::is_of_class(std::string_view name) const
{
    for (const Function& function : program.functions)
        if (function.of_class != kNone && text(function.name) == name)
            return true;
    return false;
}

}  // namespace rewriter
