#include "common/harness/option_list.h"

#include "common/harness/options.h"
#include "common/support/errors.h"

#include <CLI/CLI.hpp>

#include <limits>

namespace ladders {
namespace {

// "--rows" of "-m,--rows".
std::string long_name(const std::string& names)
{
    return names.substr(names.find("--"));
}

// An option whose text becomes the value.
CLI::Option* add_parsed(CLI::App& app, const std::string& names, const std::string& help, const char* type,
                        const std::function<void(const std::string&)>& parse)
{
    return app.add_option_function<std::string>(names, parse, help)->type_name(type);
}

template <class T>
void add_within(CLI::App& app, const std::string& names, T& value, T least, T most, const std::string& help)
{
    CLI::Option* option = app.add_option(names, value, help)->check(CLI::Range(least, most));
    if (least <= value && value <= most)
        option->capture_default_str();
}

}  // namespace

void OptionList::choice(const std::string& names, std::string& value, const std::vector<std::string>& choices,
                        const std::string& help)
{
    app_.add_option(names, value, help)->check(CLI::IsMember(choices))->capture_default_str();
}

void OptionList::size(const std::string& names, std::size_t& value, const std::string& help)
{
    add_parsed(app_, names, help, "N", [&value, name = long_name(names)](const std::string& text) {
        value = parse_size(name, text);
    });
}

void OptionList::whole(const std::string& names, int& value, int least, int most, const std::string& help)
{
    add_within(app_, names, value, least, most, help);
}

void OptionList::whole(const std::string& names, std::size_t& value, std::size_t least, std::size_t most,
                       const std::string& help)
{
    add_within(app_, names, value, least, most, help);
}

void OptionList::whole(const std::string& names, std::optional<std::int64_t>& value, const std::string& help)
{
    using Limits = std::numeric_limits<std::int64_t>;
    add_parsed(app_, names, help, "N", [&value, name = long_name(names)](const std::string& text) {
        value = parse_whole(name, text, Limits::min(), Limits::max());
    });
}

void OptionList::whole(const std::string& names, int& value, const std::string& help,
                       const std::function<std::string(const std::string&)>& wrong)
{
    app_.add_option(names, value, help)->check(wrong)->capture_default_str();
}

void OptionList::flag(const std::string& names, bool& value, const std::string& help)
{
    app_.add_flag(names, value, help);
}

void OptionList::input(std::string& file, const std::string& help)
{
    app_.add_option("-i,--input", file, help)->type_name("FILE")->check(a_file_name);
}

void OptionList::output(std::vector<std::string>& files, const std::vector<std::string>& endings,
                        const std::string& help)
{
    const auto check = [endings](const std::string& file) -> std::string {
        std::string expected;
        for (const std::string& ending : endings) {
            if (file.ends_with(ending))
                return is_writable(file) ? "" : file + " cannot be written";
            expected += (expected.empty() ? "" : " or ") + ending;
        }
        return file + " must end in " + expected;
    };
    app_.add_option("-o,--output", files, help)
        ->type_name("FILE")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->expected(1)
        ->check(check);
}

void OptionList::exclude(const std::string& option, const std::vector<std::string>& others)
{
    for (const std::string& other : others)
        app_.get_option(option)->excludes(app_.get_option(other));
}

void OptionList::describe(const std::string& option, const std::string& help)
{
    app_.get_option(option)->description(help);
}

}  // namespace ladders
