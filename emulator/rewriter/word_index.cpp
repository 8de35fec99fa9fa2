#include "word_index.h"

namespace rewriter {

// The word's slot, or the empty one where it belongs.
std::size_t WordIndex::slot_of(std::string_view word) const
{
    std::uint32_t hash = 2166136261;  // FNV-1a
    for (const char c : word)
        hash = (hash ^ std::uint8_t(c)) * 16777619;
    std::size_t slot = (hash ^ hash >> 15) % slots_.size();
    while (slots_[slot] != kNone && words_[std::size_t(slots_[slot])].spelling != word)
        slot = (slot + 1) % slots_.size();
    return slot;
}

int WordIndex::add(std::string_view word, int place)
{
    const std::size_t slot = slot_of(word);
    if (slots_[slot] != kNone) {
        Word& known = words_[std::size_t(slots_[slot])];
        const int before = known.last;
        known.last = place;
        return before;
    }
    slots_[slot] = int(words_.size());
    words_.push_back({word, place, place});
    if (words_.size() > slots_.size() / 2)
        grow();
    return kNone;
}

void WordIndex::grow()
{
    slots_.assign(2 * slots_.size(), kNone);
    for (std::size_t i = 0; i < words_.size(); ++i)
        slots_[slot_of(words_[i].spelling)] = int(i);
}

int WordIndex::first_place(std::string_view word) const
{
    const int found = slots_[slot_of(word)];
    return found == kNone ? kNone : words_[std::size_t(found)].first;
}

std::vector<int> WordIndex::first_places() const
{
    std::vector<int> places;
    for (const Word& word : words_)
        places.push_back(word.first);
    return places;
}

}  // namespace rewriter
