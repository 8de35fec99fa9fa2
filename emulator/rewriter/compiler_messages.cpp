#include "compiler_messages.h"

#include "words.h"

#include <cctype>
#include <string_view>

namespace rewriter {

bool read_place(const std::string& text, Place& place, std::string& rest)
{
    std::size_t colon = 0;
    while ((colon = text.find(':', colon)) != std::string::npos) {
        std::size_t at = colon + 1;
        const auto number = [&] {
            int value = 0;
            const std::size_t begin = at;
            while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) && at - begin < 9)
                value = value * 10 + (text[at++] - '0');
            return begin < at && at < text.size() && text[at] == ':' ? value : 0;
        };
        if (const int line = number()) {
            place = {text.substr(0, colon), line, 0};
            const std::size_t after_line = at++;
            place.column = number();
            rest = text.substr((place.column ? at : after_line) + 1);
            return true;
        }
        ++colon;
    }
    return false;
}

namespace {

bool read_message(const std::string& line, Message& message)
{
    std::string rest;
    if (!read_place(line, message.place, rest))
        return false;
    for (const char* kind :
         {" fatal error: ", " error: ", " warning: ", " note: ", " sorry, unimplemented: "})
        if (rest.starts_with(kind)) {
            message.kind = std::string(kind).substr(1, std::string_view(kind).size() - 3);
            message.text = rest.substr(std::string_view(kind).size());
            return true;
        }
    return false;
}

bool is_context(const std::string& line)
{
    if (line.starts_with("In file included from ") || line.starts_with("                 from "))
        return true;
    Place place;
    std::string rest;
    if (read_place(line, place, rest))
        return rest.starts_with("   ") || rest.starts_with("  [ skipping");
    return has(line, ": In ") || has(line, ": At global scope:") || has(line, ": At top level:");
}

// g++'s 'quotes' are UTF-8 characters in some languages' locales.
std::string with_plain_quotes(std::string text)
{
    for (const char* quote : {"\xe2\x80\x98", "\xe2\x80\x99"})
        for (std::size_t at = text.find(quote); at != std::string::npos; at = text.find(quote, at))
            text.replace(at, 3, "'");
    return text;
}

}  // namespace

std::vector<Group> read_messages(const std::string& text)
{
    std::vector<Group> groups;
    std::vector<std::string> context;
    bool in_snippet = false;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = text.find('\n', begin);
        if (end == std::string::npos)
            end = text.size();
        const std::string line = with_plain_quotes(text.substr(begin, end - begin));
        begin = end + 1;
        Message message;
        if (read_message(line, message)) {
            message.context.swap(context);
            if (message.kind == "note" && !groups.empty())
                groups.back().notes.push_back(message);
            else
                groups.push_back({message, {}});
            in_snippet = true;
        } else if (is_context(line)) {
            context.push_back(line);
            in_snippet = false;
        } else if (line.ends_with(" generated.")) {
            in_snippet = false;  // clang counts what it has said
        } else if (in_snippet) {
            Group& group = groups.back();
            (group.notes.empty() ? group.message : group.notes.back()).snippet.push_back(line);
        } else {
            context.push_back(line);
        }
    }
    if (!context.empty()) {
        groups.emplace_back();
        groups.back().message.snippet = context;
    }
    return groups;
}

}  // namespace rewriter
