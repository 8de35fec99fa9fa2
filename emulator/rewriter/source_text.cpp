#include "source_text.h"

#include "columns.h"
#include "lexer.h"

#include <algorithm>

namespace rewriter {
namespace {

bool is_one_of(std::string_view spelling, std::string_view characters)
{
    return spelling.size() == 1 && characters.find(spelling[0]) != std::string_view::npos;
}

bool is_word(const Token& token)
{
    return token.kind == Kind::identifier || token.kind == Kind::number;
}

}  // namespace

SourceText::SourceText(std::string text) : text_(std::move(text))
{
    Lexer(*this).run();

    constexpr std::string_view kFirstHeader =
        "cuda_runtime.h";  // of the emulator; the others are in its folder
    std::string& folder = emulator_folder_;
    for (const Include& include : includes_)
        if (folder == "?" && std::string_view(include.path).ends_with(kFirstHeader))
            folder = include.path.substr(0, include.path.size() - kFirstHeader.size());
    for (const std::string& file : files_)
        library_files_.push_back(std::any_of(includes_.begin(), includes_.end(), [&](const Include& include) {
            return include.path == file && (include.system || file.starts_with(folder));
        }));
    for (int i = 0; i < size(); ++i)
        if (kind_is(i, Kind::directive))
            directives_.push_back(i);
        else if (!is_of_library(i))
            of_program_.push_back(i);
}

std::vector<int> SourceText::places_of(std::initializer_list<std::string_view> identifiers) const
{
    std::vector<int> places;
    for (const std::string_view identifier : identifiers)
        for (int i = words_.first_place(identifier); i != kNone; i = tokens_[i].link)
            places.push_back(i);
    std::sort(places.begin(), places.end());
    return places;
}

bool SourceText::opens_part_of_library(int i) const
{
    const int close = closing(i);
    return is_of_library(i) && close != kNone && is_of_library(close);
}

std::string SourceText::joined(int first, int last) const
{
    std::string line;
    for (int i = first; i <= last; ++i) {
        if (kind_is(i, Kind::directive))
            continue;
        if (i > first && ((is_word(tokens_[i - 1]) && is_word(tokens_[i])) || is(i - 1, ",")))
            line += ' ';
        line += spelling(i);
    }
    return line;
}

int SourceText::closing(int i) const
{
    return kind_is(i, Kind::punctuation) && is_one_of(spelling(i), "([{") ? tokens_[i].link : kNone;
}

int SourceText::opening(int i) const
{
    if (kind_is(i, Kind::punctuation) && is_one_of(spelling(i), ")]}"))
        return tokens_[i].link;
    if (!is(i, ">"))
        return kNone;
    int depth = 0;
    for (; i >= 0; --i) {
        if (!kind_is(i, Kind::punctuation))
            continue;
        if (is_one_of(spelling(i), ")]}")) {
            i = opening(i);
            if (i == kNone)
                return kNone;
        } else if (is(i, "<") && is(i - 1, "<")) {
            --i;  // a shift among the template arguments: two names' template arguments never open side by side
        } else if (is(i, ">")) {
            ++depth;
        } else if (is(i, "<") && --depth == 0) {
            return i;
        }
    }
    return kNone;
}

RewriteError SourceText::error(int i, const std::string& message) const
{
    const Token& token = tokens_[i];
    RewriteError error(files_[token.file] + ":" + std::to_string(token.line) + ": error: " + message);
    error.marked_line = line_with_mark(place_in_file(*this, i), token.line);
    return error;
}

RewriteError SourceText::error(const Include& include, const std::string& message) const
{
    return RewriteError(files_[include.file] + ":" + std::to_string(include.line) + ": error: " + message);
}

}  // namespace rewriter
