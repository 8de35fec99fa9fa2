#include "common/harness/blindfold.h"

#include "common/device/watch_copies.h"
#include "common/support/errors.h"
#include "common/support/split_random.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sys/mman.h>

namespace ladders {

void HiddenArrays::add(void* first, std::size_t n, std::size_t element, std::size_t step, bool is_movable,
                       Values values)
{
    arrays_.push_back(
        {static_cast<unsigned char*>(first), n, element, step, is_movable, values == Values::free});
}

Blindfold& blindfold = *new Blindfold;  // never destroyed: static destructors may still copy

namespace {

// The values of movable elements: NaNs of this kind, each with a number. No other input has them, and a copy keeps
// their bits.
constexpr std::uint32_t kWord = 0x7FD0'0000, kMostWords = 0x7FFF'FFFF - kWord;
constexpr std::uint64_t kDoubleWord = 0x7FFB'2D64'0000'0000, kMostDoubleWords = 0x1'0000'0000;
// A copy of an array is known by its bytes only if these are enough to tell it from others.
constexpr std::size_t kFewestBytes = 16;

// One mapping that is closed to all but Open.
class Vault {
public:
    static constexpr std::size_t kBytes = std::size_t{1} << 30;

    void reserve()
    {
        if (!base_)
            base_ = static_cast<unsigned char*>(
                mmap(nullptr, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
        if (base_ == MAP_FAILED)
            throw OutOfMemory("no memory for the hidden input");
    }
    std::size_t add(const void* bytes, std::size_t n);
    void clear();
    const unsigned char* at(std::size_t offset) const { return base_ + offset; }

    class Open {
    public:
        explicit Open(const Vault& vault) : vault_(vault) { set(PROT_READ | PROT_WRITE); }
        ~Open() { set(PROT_NONE); }
        Open(const Open&) = delete;
        Open& operator=(const Open&) = delete;

    private:
        void set(int protection) const
        {
            if (vault_.base_ && mprotect(vault_.base_, kBytes, protection) != 0)
                throw OutOfMemory("the hidden input cannot be protected");
        }
        const Vault& vault_;
    };

private:
    unsigned char* base_ = nullptr;
    std::size_t used_ = 0;
};
Vault& vault = *new Vault;

std::size_t Vault::add(const void* bytes, std::size_t n)
{
    const std::size_t offset = used_;
    if (n > kBytes - used_ - 64)
        throw UsageError("the input is too large to be hidden");
    const Open open(*this);
    std::memcpy(base_ + offset, bytes, n);
    used_ += (n + 63) / 64 * 64;
    return offset;
}

void Vault::clear()
{
    const Open open(*this);
    if (used_)
        std::memset(base_, 0, used_);
    used_ = 0;
}

int pauses = 0;

// Calls f(word, number) for each word in `bytes` that stands for a movable element.
template <class Word, class F>
void for_each_word(unsigned char* bytes, std::size_t n, Word base, std::size_t count, F f)
{
    for (std::size_t at = 0; at + sizeof(Word) <= n; at += sizeof(Word)) {
        Word word;
        std::memcpy(&word, bytes + at, sizeof word);
        if (word - base < count)
            f(bytes + at, word - base);
    }
}

}  // namespace

void draw_again(const HiddenArrays& arrays, std::uint64_t seed)
{
    std::uint64_t stream = 0;
    for (const HiddenArrays::Array& array : arrays.all()) {
        if (!array.is_free)
            continue;
        SplitRandom random(seed, stream++);
        std::vector<unsigned char> old(array.n * array.element);
        for (std::size_t i = 0; i < array.n; ++i)
            std::memcpy(&old[i * array.element], array.first + i * array.step, array.element);
        for (std::size_t i = 0; i < array.n; ++i)
            std::memcpy(array.first + i * array.step, &old[random.below(array.n) * array.element],
                        array.element);
    }
}

void note_copy_to_device(void* to, const void* from, std::size_t bytes)
{
    blindfold.true_bytes(to, from, bytes);
    if (pauses == 0)
        blindfold.to_device_ = {blindfold.to_device_.copies + 1, blindfold.to_device_.bytes + bytes};
}

void note_copy_to_host(const void* to, std::size_t bytes, bool stored)
{
    if (pauses > 0)
        return;
    blindfold.to_host_ = {blindfold.to_host_.copies + 1, blindfold.to_host_.bytes + bytes};
    const auto* begin = static_cast<const unsigned char*>(to);
    if (stored)
        blindfold.downloads_.emplace_back(begin, begin + bytes);
}

void Blindfold::put_on()
{
    if (!watch_copies(note_copy_to_device, note_copy_to_host))
        throw UsageError("an input can be hidden on the emulator only");
    vault.reserve();
    take_off();
    is_on_ = true;
}

void Blindfold::take_off()
{
    vault.clear();
    wholes_.clear();
    downloads_.clear();
    words_ = double_words_ = {};
    to_device_ = to_host_ = {};
    is_on_ = false;
}

Blindfold::Secret Blindfold::keep(const void* bytes, std::size_t n)
{
    return {vault.add(bytes, n), n};
}

void Blindfold::hide(const HiddenArrays& arrays, std::uint64_t seed)
{
    HiddenArrays to_draw;
    std::vector<std::uint32_t> words;
    std::vector<std::uint64_t> double_words;
    const auto number_each = [](const HiddenArrays::Array& array, auto base, std::size_t most, auto& truths) {
        for (std::size_t i = 0; i < array.n; ++i) {
            unsigned char* element = array.first + i * array.step;
            auto word = base;
            std::memcpy(&word, element, sizeof word);
            if (truths.size() >= most)
                throw UsageError("the input is too large to be hidden");
            const auto stand_in = static_cast<decltype(base)>(base + truths.size());
            truths.push_back(word);
            std::memcpy(element, &stand_in, sizeof stand_in);
        }
    };
    std::uint64_t stream = 0;
    for (const HiddenArrays::Array& array : arrays.all()) {
        const std::size_t bytes = array.n * array.element;
        if (array.is_movable && array.element == 4) {
            number_each(array, kWord, kMostWords, words);
        } else if (array.is_movable) {
            number_each(array, kDoubleWord, kMostDoubleWords, double_words);
        } else {
            const Secret truth = keep(array.first, bytes);
            std::vector<unsigned char> old(array.first, array.first + bytes);
            SplitRandom random(seed, stream++);
            for (std::size_t i = 0; i < array.n; ++i)
                std::memcpy(array.first + i * array.element, &old[random.below(array.n) * array.element],
                            array.element);
            wholes_.push_back({array.first, {array.first, array.first + bytes}, truth});
        }
    }
    words_ = keep(words.data(), words.size() * sizeof(words[0]));
    double_words_ = keep(double_words.data(), double_words.size() * sizeof(double_words[0]));
}

void Blindfold::hide_derived(const void* derived, const void* truth, std::size_t bytes)
{
    if (bytes == 0 || std::memcmp(derived, truth, bytes) == 0)
        return;
    const auto* begin = static_cast<const unsigned char*>(derived);
    wholes_.push_back({begin, {begin, begin + bytes}, keep(truth, bytes)});
}

// If the bytes are a part of an array that was hidden whole, or a copy of such a part. By its place, as long as nothing
// else has taken it; the last array that was there comes first.
bool Blindfold::find_whole(void* to, const unsigned char* from, std::size_t bytes) const
{
    for (auto array = wholes_.rbegin(); array != wholes_.rend(); ++array) {
        const std::size_t offset = static_cast<std::size_t>(from - array->place);
        if (from >= array->place && offset + bytes <= array->decoy.size() &&
            std::memcmp(from, array->decoy.data() + offset, bytes) == 0) {
            std::memcpy(to, vault.at(array->truth.offset + offset), bytes);
            return true;
        }
    }
    if (bytes < kFewestBytes)
        return false;
    for (const Whole& array : wholes_)
        if (const void* found = memmem(array.decoy.data(), array.decoy.size(), from, bytes)) {
            const auto offset =
                static_cast<std::size_t>(static_cast<const unsigned char*>(found) - array.decoy.data());
            std::memcpy(to, vault.at(array.truth.offset + offset), bytes);
            return true;
        }
    return false;
}

void Blindfold::true_bytes(void* to, const void* from, std::size_t bytes) const
{
    if (!is_on_) {
        std::memmove(to, from, bytes);
        return;
    }
    const Vault::Open open(vault);
    if (find_whole(to, static_cast<const unsigned char*>(from), bytes))
        return;
    std::memmove(to, from, bytes);
    auto* begin = static_cast<unsigned char*>(to);
    const auto put_truth = [](const Secret& truths) {
        return [&truths](unsigned char* word, auto i) {
            std::memcpy(word, vault.at(truths.offset + i * sizeof i), sizeof i);
        };
    };
    for_each_word<std::uint64_t>(begin, bytes, kDoubleWord, double_words_.bytes / 8,
                                 put_truth(double_words_));
    for_each_word<std::uint32_t>(begin, bytes, kWord, words_.bytes / 4, put_truth(words_));
}

// The result may be put together of several downloads, one after the other.
bool Blindfold::is_downloaded(const void* result, std::size_t bytes) const
{
    const auto* begin = static_cast<const unsigned char*>(result);
    std::size_t done = 0;
    const auto goes_on_with = [&](const std::vector<unsigned char>& piece) {
        const std::size_t n = std::min(piece.size(), bytes - done);
        return n > 0 && std::memcmp(piece.data(), begin + done, n) == 0;
    };
    while (done < bytes) {
        const auto piece = std::find_if(downloads_.rbegin(), downloads_.rend(), goes_on_with);
        if (piece == downloads_.rend())
            return false;
        done += std::min(piece->size(), bytes - done);
    }
    return true;
}

bool Blindfold::is_downloaded(double number) const
{
    const auto begins_with = [&]<class T>(const std::vector<unsigned char>& piece, T first) {
        if (piece.size() < sizeof first)
            return false;
        std::memcpy(&first, piece.data(), sizeof first);
        return static_cast<double>(first) == number || (std::isnan(number) && first != first);
    };
    return std::any_of(downloads_.begin(), downloads_.end(), [&](const std::vector<unsigned char>& piece) {
        return begins_with(piece, int{}) || begins_with(piece, unsigned{}) || begins_with(piece, float{}) ||
               begins_with(piece, double{}) || begins_with(piece, std::int64_t{});
    });
}

Blindfold::Pause::Pause()
{
    ++pauses;
}
Blindfold::Pause::~Pause()
{
    --pauses;
}

}  // namespace ladders
