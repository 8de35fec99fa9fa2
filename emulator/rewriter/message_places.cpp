#include "message_places.h"

#include "columns.h"
#include "launches.h"
#include "words.h"

#include <algorithm>

namespace rewriter {

bool MessagePlaces::is_of_library(const Place& place) const
{
    for (const Include& include : source_.includes())
        if (include.path == place.file && include.system)
            return true;
    return place.file.starts_with(source_.emulator_folder());
}

// The token of the source at this place of the rewritten text; kNone if there is none. A macro of a library, such as
// assert(), breaks its line into several: the first of them where `word` begins there, or else the first long enough.
int MessagePlaces::token_at(const Place& place, const std::string& word) const
{
    int first = kNone;
    for (int i = 0; i < rewritten_.size(); ++i) {
        if (rewritten_[i].line != place.line || rewritten_.file_of(i) != place.file)
            continue;
        const std::string& text = rewritten_.text();
        const std::size_t begin = text.rfind('\n', rewritten_[i].begin) + 1;  // 0 on the first line
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::size_t at = begin + std::size_t(std::max(place.column, 1)) - 1;
        if (at <= end && !word.empty() && text.compare(at, word.size(), word) == 0)
            return token_of_source(at, place);
        if (at <= end && first == kNone)
            first = token_of_source(at, place);
        while (i + 1 < rewritten_.size() && rewritten_[i + 1].begin < end)
            ++i;
    }
    return first;
}

int MessagePlaces::token_of_source(std::size_t at, const Place& place) const
{
    auto piece = std::upper_bound(pieces_.begin(), pieces_.end(), at,
                                  [](std::size_t position, const Piece& p) { return position < p.begin; });
    --piece;  // the first piece begins at 0
    const std::size_t from = piece->copied ? piece->source + (at - piece->begin) : piece->source;
    // The first token that ends after it. At the end of a line that is the last one.
    int low = 0, high = source_.size();
    while (low < high) {
        const int middle = (low + high) / 2;
        if (source_[middle].end <= from)
            low = middle + 1;
        else
            high = middle;
    }
    const auto is_there = [&](int i) {
        return i >= 0 && i < source_.size() && source_[i].line == place.line &&
               source_.file_of(i) == place.file;
    };
    if (opens_launch(source_, low) && source_.kind_is(low - 1, Kind::identifier))
        --low;  // the kernel's name
    return is_there(low) ? low : is_there(low - 1) ? low - 1 : kNone;
}

void MessagePlaces::move_to_file(Message& message) const
{
    const std::size_t quote = message.text.find('\'');
    const std::string word =
        quote == std::string::npos
            ? ""
            : message.text.substr(quote + 1, message.text.find('\'', quote + 1) - quote - 1);
    const int token = message.place.column ? token_at(message.place, word) : kNone;
    if (token == kNone)
        return;
    const FilePlace place = place_in_file(source_, token);
    const bool same = place.column == message.place.column && place.line == rewritten_line(token);
    if (same || place.column == 0)
        return;
    message.place.column = place.column;
    message.snippet.clear();
    std::string marked = line_with_mark(place, message.place.line);
    if (!marked.empty())
        marked.pop_back();
    message.snippet.push_back(marked);
}

// The line of the rewritten text where the token's line is.
std::string MessagePlaces::rewritten_line(int token) const
{
    for (int i = 0; i < rewritten_.size(); ++i)
        if (rewritten_[i].line == source_[token].line && rewritten_.file_of(i) == source_.file_of(token)) {
            const std::string& text = rewritten_.text();
            const std::size_t begin = text.rfind('\n', rewritten_[i].begin) + 1;
            return text.substr(begin, text.find('\n', begin) - begin);
        }
    return "";
}

void MessagePlaces::move_to_user(Group& group) const
{
    Message& message = group.message;
    if (!is_of_library(message.place))
        return;
    Place place;
    std::string rest;
    for (const std::string& line : message.context)
        if (read_place(line, place, rest) && has(rest, "required") && !is_of_library(place))
            return use_place(message, place);
    for (const Message& note : group.notes)
        if (has(note.text, "requested here") && !is_of_library(note.place))
            return use_place(message, note.place);
}

void MessagePlaces::use_place(Message& message, const Place& place) const
{
    message.place = place;
    message.context.clear();
    message.snippet.clear();
    const int token = token_at(place);
    if (token == kNone)
        return;
    const FilePlace there = place_in_file(source_, token);
    message.place.column = there.column;
    message.snippet.push_back(line_with_mark(there, place.line));
    if (!message.snippet[0].empty())
        message.snippet[0].pop_back();
}

}  // namespace rewriter
