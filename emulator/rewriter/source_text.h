// The preprocessed text and its tokens, which every rewriting step reads.
#pragma once
#include "word_index.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rewriter {

// directive: a whole line that starts with '#', other than a line marker.
enum class Kind : std::uint8_t { identifier, number, quoted, punctuation, directive };

struct Token {
    std::uint32_t begin, end;  // bytes in the text
    int line;
    int link;  // of a bracket: the one that closes or opens it; of an identifier: the same word's next place; or kNone
    std::uint16_t file;  // index into SourceText::files()
    Kind kind;
};

// An #include directive of the program, and the path of the header.
struct Include {
    int file;  // index into SourceText::files()
    int line;
    std::string path;
    bool system;  // a system header, by the line marker
};

// A construct that cannot be rewritten. what() is a compiler-style line: "file:line: error: ...".
struct RewriteError : std::runtime_error {
    using runtime_error::runtime_error;
    std::string marked_line;  // the line of the file with a mark under the word
};

// Token positions are ints; kNone means "not found". is() and kind_is() accept positions outside the text and
// return false.
class SourceText {
public:
    explicit SourceText(std::string text);
    SourceText(const SourceText&) = delete;
    SourceText& operator=(const SourceText&) = delete;

    const std::string& text() const { return text_; }
    int size() const { return static_cast<int>(tokens_.size()); }
    const Token& operator[](int i) const { return tokens_[i]; }

    // Nearly all tokens are those of the library's headers. A step that looks for certain words, or for what only the
    // program has, visits these: the places of the identifiers, and the program's own tokens, in their order.
    std::vector<int> places_of(std::initializer_list<std::string_view> identifiers) const;
    const std::vector<int>& of_program() const { return of_program_; }
    const std::vector<int>& directives() const { return directives_; }
    // The first place of each identifier, in their order.
    std::vector<int> first_places() const { return words_.first_places(); }

    // Inline, since the steps call them for many tokens.
    std::string_view spelling(int i) const
    {
        return {text_.data() + tokens_[i].begin, tokens_[i].end - tokens_[i].begin};
    }
    bool is(int i, std::string_view expected) const
    {
        return i >= 0 && i < size() && spelling(i).size() == expected.size() &&
               std::memcmp(spelling(i).data(), expected.data(), expected.size()) == 0;
    }
    bool kind_is(int i, Kind kind) const { return i >= 0 && i < size() && tokens_[i].kind == kind; }

    // The tokens first to last on one line, with uniform spacing.
    std::string joined(int first, int last) const;

    // The bracket that closes the ( [ or { at i, or opens the ) ] } or > at i; kNone if there is none.
    int closing(int i) const;
    int opening(int i) const;

    const std::vector<Include>& includes() const { return includes_; }
    const std::string& file_of(int i) const { return files_[std::size_t(tokens_[std::size_t(i)].file)]; }
    // The emulator's folder of headers, with a / at its end; "?" if the text has none of them.
    const std::string& emulator_folder() const { return emulator_folder_; }

    // Whether the token comes from a header of the compiler or of the emulator.
    bool is_of_library(int i) const { return library_files_[std::size_t(tokens_[std::size_t(i)].file)]; }
    // Whether it is the { of a part that closes in the library, too.
    bool opens_part_of_library(int i) const;

    RewriteError error(int i, const std::string& message) const;
    RewriteError error(const Include& include, const std::string& message) const;

private:
    friend class Lexer;
    std::string text_;
    std::vector<Token> tokens_;
    WordIndex words_;
    std::vector<int> of_program_, directives_;
    std::vector<Include> includes_;
    std::vector<std::string> files_;
    std::vector<bool> library_files_;
    std::string emulator_folder_ = "?";
};

}  // namespace rewriter
