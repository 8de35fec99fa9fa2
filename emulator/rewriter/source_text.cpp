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
    Lexer(text_, tokens_, files_, includes_).run();

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
}

bool SourceText::is_of_library(int i) const
{
    return library_files_[tokens_[i].file];
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
    int depth = 0;
    for (; i < size(); ++i) {
        if (!kind_is(i, Kind::punctuation))
            continue;
        if (is_one_of(spelling(i), "([{"))
            ++depth;
        else if (is_one_of(spelling(i), ")]}") && --depth == 0)
            return i;
    }
    return kNone;
}

int SourceText::opening(int i) const
{
    const bool angle = is(i, ">");
    int depth = 0;
    for (; i >= 0; --i) {
        if (!kind_is(i, Kind::punctuation))
            continue;
        if (angle && is_one_of(spelling(i), ")]}")) {
            i = opening(i);
            if (i == kNone)
                return kNone;
        } else if (angle && is(i, "<") && is(i - 1, "<")) {
            --i;  // a shift among the template arguments: two names' template arguments never open side by
                  // side
        } else if (is_one_of(spelling(i), angle ? ">" : ")]}")) {
            ++depth;
        } else if (is_one_of(spelling(i), angle ? "<" : "([{") && --depth == 0) {
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
