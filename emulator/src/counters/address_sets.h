// Sets of sectors and words that were accessed.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace emu {

constexpr uintptr_t kBitsOfPage = 64;

// A set of sectors.
class Sectors {
public:
    // Whether the sector is new.
    bool add(uintptr_t sector)
    {
        uint64_t& page = pages_[sector / kBitsOfPage];
        const uint64_t bit = uint64_t(1) << sector % kBitsOfPage, before = page;
        page |= bit;
        return !(before & bit);
    }
    bool has(uintptr_t sector) const
    {
        const auto page = pages_.find(sector / kBitsOfPage);
        return page != pages_.end() && page->second >> sector % kBitsOfPage & 1;
    }
    void clear() { pages_.clear(); }

private:
    std::unordered_map<uintptr_t, uint64_t> pages_;
};

// Counts the different sectors, or words, of a launch and of each block.
class PerBlock {
public:
    void add(uintptr_t what, uint64_t block)
    {
        const uintptr_t number = what / kBitsOfPage;
        if (!last_ || number != last_number_) {
            last_ = &pages_[number];
            last_number_ = number;
        }
        Page& page = *last_;
        const uint64_t bit = uint64_t(1) << what % kBitsOfPage;
        if (page.block != block) {
            page.block = block;
            page.of_block = 0;
        }
        of_launch += !(page.of_launch & bit);
        of_blocks += !(page.of_block & bit);
        page.of_launch |= bit;
        page.of_block |= bit;
    }

    uint64_t of_launch = 0, of_blocks = 0;  // different ones

private:
    struct Page {
        uint64_t of_launch = 0, of_block = 0, block = 0;
    };
    std::unordered_map<uintptr_t, Page> pages_;  // whose elements never move
    Page* last_ = nullptr;
    uintptr_t last_number_ = 0;
};

// Which block has stored a word last.
class Writers {
public:
    void note(uintptr_t word, uint64_t block) { pages_[word / kWords].block[word % kWords] = block + 1; }
    // Whether another block than this one has.
    bool is_foreign(uintptr_t word, uint64_t block) const
    {
        const auto page = pages_.find(word / kWords);
        const uint64_t writer = page == pages_.end() ? 0 : page->second.block[word % kWords];
        return writer != 0 && writer != block + 1;
    }
    void clear() { pages_.clear(); }

private:
    static constexpr uintptr_t kWords = 16;
    struct Page {
        uint64_t block[kWords] = {};  // its number + 1; 0: none
    };
    std::unordered_map<uintptr_t, Page> pages_;
};

}  // namespace emu
