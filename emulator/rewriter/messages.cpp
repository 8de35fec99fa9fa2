#include "messages.h"

#include "compiler_messages.h"
#include "cuda_words.h"
#include "line_messages.h"
#include "message_places.h"
#include "rewrite.h"
#include "source_text.h"
#include "words.h"

#include <algorithm>
#include <set>
#include <vector>

namespace rewriter {
namespace {

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
    static bool is_about_emulator(const std::string& text)
    {
        return has(text, "emu::") || has(text, "emu_arg") || has(text, "(lambda at ") ||
               has(text, "(anonymous class)::operator()");
    }

    bool is_internal(const Message& note) const
    {
        return places_.is_of_library(note.place) || is_about_emulator(note.text);
    }

    // An error that g++ finds while it explains why a candidate does not fit.
    bool is_part_of_explanation(const Message& message, const Message* note_before) const
    {
        const bool in_substitution =
            std::any_of(message.context.begin(), message.context.end(),
                        [](const std::string& line) { return has(line, "required by substitution of"); });
        return message.kind == "error" && ((in_substitution && places_.is_of_library(message.place)) ||
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
            if (!chain || (!internal && !places_.is_of_library(message.place)))
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
                   moves = places_.is_of_library(message.place);
        if (!explains) {
            places_.move_to_user(group);
            if (!moves)
                places_.move_to_file(message);
            else if (message.kind == "warning" && places_.is_of_library(message.place))
                return;
            std::string notes;
            for (const Message& note : group.notes)
                notes += has(note.text, "initializing argument") ? note.text : "";
            message.text = in_words_of_cuda(message.text, notes);
            explain_line(source_, message);
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
                places_.move_to_file(note);
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
    const MessagePlaces places_{source_, rewritten_, pieces_};
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
