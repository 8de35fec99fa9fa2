// Changes to a text: collected first, then applied together. They preserve line ends, so every token stays on
// its line.
#pragma once
#include "source_text.h"

#include <string>
#include <vector>

namespace rewriter {

// A part of the text after the edits: what was copied from `source` on, or what an edit at `source` put in.
struct Piece {
    std::size_t begin, source;
    bool copied;
};

class Edits {
public:
    explicit Edits(const SourceText& source) : source_(source) {}

    void insert_before(int token, const std::string& text)
    {
        add(source_[token].begin, source_[token].begin, text);
    }
    void insert_after(int token, const std::string& text)
    {
        add(source_[token].end, source_[token].end, text);
    }
    void replace(int first, int last, const std::string& text)
    {
        add(source_[first].begin, source_[last].end, text);
    }
    void remove(int first, int last) { replace(first, last, ""); }

    // The text after all edits, and where each part of it comes from.
    std::string apply() const;
    std::string apply(std::vector<Piece>& pieces) const;

private:
    struct Edit {
        std::size_t begin, end;
        std::string text;
    };

    void add(std::size_t begin, std::size_t end, const std::string& text)
    {
        edits_.push_back({begin, end, text});
    }

    const SourceText& source_;
    std::vector<Edit> edits_;
};

}  // namespace rewriter
