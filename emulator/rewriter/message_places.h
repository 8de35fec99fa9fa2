// Where in the student's file a message about the rewritten text belongs.
#pragma once
#include "compiler_messages.h"
#include "rewrite.h"
#include "source_text.h"

#include <string>
#include <vector>

namespace rewriter {

class MessagePlaces {
public:
    // rewritten: made of the source by rewrite_accepted(), which also gave the pieces. All must outlive this.
    MessagePlaces(const SourceText& source, const SourceText& rewritten, const std::vector<Piece>& pieces)
        : source_(source), rewritten_(rewritten), pieces_(pieces)
    {
    }

    bool is_of_library(const Place& place) const;
    // The file's column in place of the rewritten text's. The snippet remains if nothing has moved.
    void move_to_file(Message& message) const;
    // An error in a header of the emulator is one of the line that uses it: g++ says `required from here`, clang `requested
    // here`.
    void move_to_user(Group& group) const;

private:
    int token_at(const Place& place, const std::string& word = "") const;
    int token_of_source(std::size_t at, const Place& place) const;
    std::string rewritten_line(int token) const;
    void use_place(Message& message, const Place& place) const;

    const SourceText& source_;
    const SourceText& rewritten_;
    const std::vector<Piece>& pieces_;
};

}  // namespace rewriter
