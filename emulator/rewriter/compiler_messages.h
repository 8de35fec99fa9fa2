// What g++ and clang print, message by message.
#pragma once
#include <string>
#include <vector>

namespace rewriter {

// file:line:column: text
struct Place {
    std::string file;
    int line = 0, column = 0;  // 0: there is none
};

// Reads `file:line:column:` or `file:line:` at the beginning of a message, and what follows. False if there is none.
bool read_place(const std::string& text, Place& place, std::string& rest);

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

std::vector<Group> read_messages(const std::string& text);

}  // namespace rewriter
