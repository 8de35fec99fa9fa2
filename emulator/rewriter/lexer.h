// Splits preprocessed C++ into tokens. The line markers tell the original file and line.
#pragma once
#include "source_text.h"

#include <string>
#include <vector>

namespace rewriter {

class Lexer {
public:
    explicit Lexer(SourceText& source);  // which has its text, and gets all else
    void run();

private:
    void skip_space();
    bool skip_comment();
    void directive();
    bool line_marker(std::size_t end);
    void identifier();
    void number();
    void quoted();
    void raw_string();
    void punctuation();

    char at(std::size_t offset) const { return here_ + offset < text_.size() ? text_[here_ + offset] : '\0'; }
    void move_to(std::size_t position);  // counts the lines passed
    void add(std::size_t begin, Kind kind, int line);

    const std::string& text_;
    std::vector<Token>& tokens_;
    std::vector<std::string>& files_;
    std::vector<Include>& includes_;
    WordIndex& words_;
    std::vector<int> open_brackets_;
    std::size_t here_ = 0;
    int file_ = 0;
    int line_ = 1;
    bool line_is_blank_so_far_ = true;
};

}  // namespace rewriter
