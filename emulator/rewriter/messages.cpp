#include "messages.h"

#include "columns.h"
#include "cuda_words.h"
#include "edits.h"
#include "function_names.h"
#include "launches.h"
#include "rewrite.h"
#include "source_text.h"
#include "words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>
#include <vector>

namespace rewriter {
namespace {

// file:line:column: text
struct Place {
    std::string file;
    int line = 0, column = 0;  // 0: there is none
};

// Reads `file:line:column:` or `file:line:` at the beginning of a message, and what follows. False if there is none.
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

// One message of the compiler: an error, a warning or a note.
struct Message {
    std::vector<std::string> context;  // the lines before it: In function ..., required from here
    Place place;
    std::string kind, text;
    std::vector<std::string> snippet;  // the source with its mark
};

// An error or a warning with its notes. Without a kind: lines that are about no place.
struct Group {
    Message message;
    std::vector<Message> notes;
};

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

class Explainer {
public:
    explicit Explainer(const std::string& preprocessed)
        : source_(preprocessed), rewritten_(rewrite_accepted(source_, pieces_))
    {
    }

    std::string explain(const std::string& messages)
    {
        for (Group& group : read_messages(messages))
            tell(group);
        return out_;
    }

private:
    bool is_of_emulator(const Place& place) const
    {
        return place.file.starts_with(source_.emulator_folder());
    }
    bool is_of_library(const Place& place) const
    {
        for (const Include& include : source_.includes())
            if (include.path == place.file && include.system)
                return true;
        return is_of_emulator(place);
    }

    // The token of the source at this place of the rewritten text; kNone if there is none. A macro of a library, such as
    // assert(), breaks its line into several: the first of them where `word` begins there, or else the first long enough.
    int token_at(const Place& place, const std::string& word = "") const
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

    int token_of_source(std::size_t at, const Place& place) const
    {
        auto piece =
            std::upper_bound(pieces_.begin(), pieces_.end(), at,
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

    // The file's column in place of the rewritten text's. The snippet remains if nothing has moved.
    void move_to_file(Message& message) const
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
    std::string rewritten_line(int token) const
    {
        for (int i = 0; i < rewritten_.size(); ++i)
            if (rewritten_[i].line == source_[token].line &&
                rewritten_.file_of(i) == source_.file_of(token)) {
                const std::string& text = rewritten_.text();
                const std::size_t begin = text.rfind('\n', rewritten_[i].begin) + 1;
                return text.substr(begin, text.find('\n', begin) - begin);
            }
        return "";
    }

    // An error in a header of the emulator is one of the line that uses it: g++ says `required from here`, clang `requested
    // here`.
    void move_to_user(Group& group) const
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

    void use_place(Message& message, const Place& place) const
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

    // What the rewriting makes of the line is not what the message may speak of.
    void explain_line(Message& message) const
    {
        for (int i = 0; i < source_.size(); ++i) {
            if (source_[i].line != message.place.line || source_.file_of(i) != message.place.file)
                continue;
            if (opens_launch(source_, i) && explain_launch(message, std::string(source_.spelling(i - 1))))
                return;
            if (source_.is(i, "__emu_shared__"))
                explain_shared(message);
            if (is_thread_index(source_.spelling(i)))
                explain_thread_index(message, i);
        }
    }

    // The launch is a call of launch() of a lambda that calls the kernel.
    bool explain_launch(Message& message, const std::string& kernel) const
    {
        std::string& text = message.text;
        const std::string name = "'" + kernel + "'", call = "no matching function for call to '" + kernel;
        if (has(text, "no matching function for call to 'launch") || has(text, "launch(Call"))
            text =
                "the values between <<< and >>> do not fit: they are the grid and the block (int or dim3), "
                "then the "
                "bytes of dynamic shared memory, then the stream";
        else if (has(text, "cannot be used as a function") ||
                 has(text, "is not a function or function pointer"))
            text = name +
                   " is launched as a kernel, but here it is none: does a variable have the kernel's name?";
        else if (has(text, name) &&
                 (has(text, "was not declared in this scope") || has(text, "undeclared identifier") ||
                  has(text, "neither visible in the template definition")))
            text = name + " is not declared: " + similar_kernel(kernel);
        else if (has(text, "cannot convert") || has(text, "invalid conversion") || has(text, call + "'") ||
                 has(text, call + "("))
            text += ": the launch does not fit the kernel's parameters";
        else
            return false;
        return true;
    }

    // A kernel whose name the student may have meant.
    std::string similar_kernel(const std::string& name) const
    {
        for (const MarkedName& marked : marked_functions(source_)) {
            const std::string other(source_.spelling(marked.name));
            if (marked.is_kernel && other != name && edits_between(name, other) <= 2)
                return "did you mean '" + other + "'?";
        }
        return "a kernel must be declared above its launch";
    }

    static std::size_t edits_between(const std::string& a, const std::string& b)
    {
        if (std::max(a.size(), b.size()) < 4)
            return a.size() + b.size();
        std::vector<std::size_t> row(b.size() + 1);
        for (std::size_t j = 0; j <= b.size(); ++j)
            row[j] = j;
        for (std::size_t i = 0; i < a.size(); ++i) {
            std::size_t diagonal = row[0]++;
            for (std::size_t j = 0; j < b.size(); ++j) {
                const std::size_t above = row[j + 1];
                row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] != b[j])});
                diagonal = above;
            }
        }
        return row.back();
    }

    static void explain_shared(Message& message)
    {
        for (const char* words :
             {"isn't constant", "isn't known", "variable length array", "needs an explicit size"})
            if (has(message.text, words)) {
                message.text =
                    "the size of a __shared__ array must be a constant. An array whose size the launch says "
                    "is "
                    "extern __shared__ T name[], and its bytes are the third value of <<<grid, block, "
                    "bytes>>>";
                return;
            }
    }

    static bool is_thread_index(std::string_view word)
    {
        return word == "threadIdx" || word == "blockIdx" || word == "blockDim" || word == "gridDim";
    }

    // A call, and so no variable.
    void explain_thread_index(Message& message, int i) const
    {
        const std::string name(source_.spelling(i));
        if (has(message.text, "using rvalue as lvalue") || has(message.text, "expression is not assignable"))
            message.text = name + " cannot be changed: copy it to a variable";
        else if ((has(message.text, "cannot be used as a function") ||
                  has(message.text, "called object type '")) &&
                 message.place.column == place_in_file(source_, i).column)
            message.text = "a comma or an operator is missing beside '" + name + "'";
    }

    static bool is_about_emulator(const std::string& text)
    {
        return has(text, "emu::") || has(text, "emu_arg") || has(text, "(lambda at ") ||
               has(text, "(anonymous class)::operator()");
    }

    bool is_internal(const Message& note) const
    {
        return is_of_library(note.place) || is_about_emulator(note.text);
    }

    // An error that g++ finds while it explains why a candidate does not fit.
    bool is_part_of_explanation(const Message& message, const Message* note_before) const
    {
        const bool in_substitution =
            std::any_of(message.context.begin(), message.context.end(),
                        [](const std::string& line) { return has(line, "required by substitution of"); });
        return message.kind == "error" && ((in_substitution && is_of_library(message.place)) ||
                                           (note_before && has(note_before->text, "conversion of argument") &&
                                            has(note_before->text, "would be ill-formed")));
    }

    void tell_context(const Message& message)
    {
        const bool internal = std::any_of(message.context.begin(), message.context.end(), is_about_emulator);
        for (const std::string& line : message.context) {
            Place place;
            std::string rest;
            const bool chain = has(line, ": In instantiation of ") || has(line, ": In substitution of ") ||
                               read_place(line, place, rest) || line.starts_with("In file included from ") ||
                               line.starts_with("                 from ");
            if (!chain || (!internal && !is_of_library(message.place)))
                out_ += line + "\n";
        }
    }

    void tell(const Message& message)
    {
        tell_context(message);
        if (!message.kind.empty()) {
            out_ += message.place.file + ":" + std::to_string(message.place.line) + ":";
            if (message.place.column)
                out_ += std::to_string(message.place.column) + ":";
            out_ += " " + message.kind + ": " + message.text + "\n";
        }
        for (const std::string& line : message.snippet)
            out_ += line + "\n";
    }

    void tell(Group& group)
    {
        Message& message = group.message;
        if (message.kind.empty())
            return tell(message);
        const bool explains = is_part_of_explanation(message, last_note_),
                   moves = is_of_library(message.place);
        if (!explains) {
            move_to_user(group);
            if (!moves)
                move_to_file(message);
            else if (message.kind == "warning" && is_of_library(message.place))
                return;
            std::string notes;
            for (const Message& note : group.notes)
                notes += has(note.text, "initializing argument") ? note.text : "";
            message.text = in_words_of_cuda(message.text, notes);
            explain_line(message);
            const std::string same = message.place.file + std::to_string(message.place.line) + message.text;
            const bool follows =
                !told_.empty() && is_about_emulator(message.text);  // from an error in a launch
            if (!follows && told_.insert(same).second)
                tell(message);
        }
        bool told = !explains;
        for (Message& note : group.notes) {
            told = !explains && !is_internal(note) && (told || !note.text.starts_with(" ")) &&
                   !(moves && has(note.text, "requested here"));
            if (told) {
                move_to_file(note);
                note.text = in_words_of_cuda(note.text);
                tell(note);
            }
        }
        if (group.notes.empty()) {
            last_note_ = nullptr;
        } else {
            kept_note_ = group.notes.back();
            last_note_ = &kept_note_;
        }
    }

    const SourceText source_;
    std::vector<Piece> pieces_;
    const SourceText rewritten_;  // made with the two above
    std::set<std::string> told_;
    Message kept_note_;
    const Message* last_note_ = nullptr;
    std::string out_;
};

}  // namespace

std::string explain_messages(const std::string& preprocessed, const std::string& messages)
{
    return Explainer(preprocessed).explain(messages);
}

}  // namespace rewriter
