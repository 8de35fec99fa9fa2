#include "conversion_types.h"

#include "assembly_text.h"
#include "source_text.h"

namespace rewriter {
namespace {

int end_of_words(const SourceText& source, int i)
{
    while (source.kind_is(i, Kind::identifier) || source.is(i, "::"))
        ++i;
    return i;
}

void add(std::map<std::string, std::string, std::less<>>& names, const SourceText& source, int name,
         int first, int end)
{
    std::string words;
    for (int i = first; i < end; ++i)
        if (!source.is(i, "::"))
            (words += words.empty() ? "" : " ") += source.spelling(i);
    if (words.rfind("std ", 0) == 0)
        words.erase(0, 4);
    if (words != source.spelling(name))
        names.emplace(source.spelling(name), words);
}
}  // namespace

std::string TypeNames::meaning(std::string type)
{
    if (!read_)
        read();
    constexpr int kMostSteps = 16;
    for (int i = 0; i < kMostSteps; ++i) {
        const auto found = names_.find(type);
        if (found == names_.end())
            break;
        type = found->second;
    }
    return type;
}

void TypeNames::read()
{
    read_ = true;
    const SourceText source(source_);
    for (const int i : source.places_of({"typedef", "using", "enum"})) {
        if (source.is(i, "typedef")) {
            const int last = end_of_words(source, i + 1);
            if (last > i + 2 && source.is(last, ";"))
                add(names_, source, last - 1, i + 1, last - 1);
        } else if (source.is(i, "using") && source.is(i + 2, "=")) {
            add(names_, source, i + 1, i + 3, end_of_words(source, i + 3));
        } else if (source.is(i, "enum")) {
            const bool is_class = source.is(i + 1, "class") || source.is(i + 1, "struct");
            const int name = i + (is_class ? 2 : 1);
            if (source.is(name + 1, ":"))
                add(names_, source, name, name + 2, end_of_words(source, name + 2));
            else if (source.is(name + 1, "{"))
                names_.emplace(source.spelling(name), is_class ? "int" : "unsigned");
        }
    }
}

std::optional<Result> known_result(std::string_view type)
{
    static const std::map<std::string_view, Result> kOthers = {
        {"char8_t", Result::low_unsigned}, {"char16_t", Result::low_unsigned}, {"char32_t", Result::uint32},
        {"wchar_t", Result::int32},        {"sizetype", Result::uint64},       {"size_t", Result::uint64}};
    if (const auto found = kOthers.find(type); found != kOthers.end())
        return found->second;
    bool is_unsigned = false, is_small = false;
    int longs = 0;
    for (const std::string_view word : split(type, " ")) {
        if (word == "unsigned")
            is_unsigned = true;
        else if (word == "char" || word == "short")
            is_small = true;
        else if (word == "long")
            ++longs;
        else if (word != "int" && word != "signed" && word != "const" && word != "volatile")
            return {};
    }
    if (longs > 0)
        return is_unsigned ? Result::uint64 : Result::int64;
    if (!is_unsigned)
        return Result::int32;
    return is_small ? Result::low_unsigned : Result::uint32;
}
}  // namespace rewriter
