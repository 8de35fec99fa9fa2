// Finds the places of a word among the tokens.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace rewriter {

constexpr int kNone = -1;

class WordIndex {
public:
    // A place of the word, after all those that were added before. Returns its last place before, or kNone.
    // The word's text must outlive the index.
    int add(std::string_view word, int place);
    int first_place(std::string_view word) const;  // or kNone
    std::vector<int> first_places() const;         // of each word, in their order

private:
    struct Word {
        std::string_view spelling;
        int first, last;
    };
    std::size_t slot_of(std::string_view word) const;
    void grow();

    std::vector<Word> words_;
    std::vector<int> slots_ = std::vector<int>(1 << 15, kNone);  // a hash table of indices into words_
};

}  // namespace rewriter
