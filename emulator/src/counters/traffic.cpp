#include "counters/traffic.h"

#include <algorithm>

namespace emu {
namespace {

constexpr int kBanks = 32;  // of 4 bytes

struct SectorCount {
    uint32_t sectors;       // of 32 bytes that the request touches
    uint32_t ideal;         // if the distinct addresses were contiguous
    uint32_t same_address;  // the largest number of lanes on one address
};

struct WavefrontCount {
    uint32_t wavefronts;  // passes until all lanes are served; each bank delivers one word per pass
    uint32_t ideal;
};

// The arrays are short and often nearly sorted: insertion sort is fastest.
void sort(uintptr_t* v, int n)
{
    for (int i = 1; i < n; ++i) {
        const uintptr_t x = v[i];
        int k = i;
        for (; k > 0 && v[k - 1] > x; --k)
            v[k] = v[k - 1];
        v[k] = x;
    }
}

SectorCount count_sorted(const uintptr_t* address, int n, unsigned bytes)
{
    uint32_t sectors = 1, distinct = 1, run = 1, longest = 1;
    for (int i = 1; i < n; ++i) {
        sectors += address[i] >> 5 != address[i - 1] >> 5;
        const bool same = address[i] == address[i - 1];
        distinct += !same;
        run = same ? run + 1 : 1;
        longest = std::max(longest, run);
    }
    return {sectors, (distinct * bytes + 31) / 32, longest};
}

uint32_t count_atomic_sectors(const uintptr_t* sorted, int n)
{
    uint32_t sent = 0, run = 0,
             longest = 0;  // run: lanes on this address; longest: the longest run in this sector
    for (int i = 0; i < n; ++i) {
        run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
        if (i > 0 && sorted[i] >> 5 != sorted[i - 1] >> 5) {
            sent += longest;
            longest = 0;
        }
        longest = std::max(longest, run);
    }
    return sent + longest;
}

// The largest number of distinct words in one bank.
uint32_t most_words_in_a_bank(uintptr_t* words, int n)
{
    sort(words, n);
    uint32_t of_bank[kBanks] = {}, most = 0;
    for (int i = 0; i < n; ++i)
        if (i == 0 || words[i] != words[i - 1])
            most = std::max(most, ++of_bank[words[i] % kBanks]);
    return most;
}

// True if no bank holds two different words of the request: one pass is enough. False: unknown.
bool is_conflict_free(const uintptr_t* address, uint32_t lanes)
{
    uintptr_t word_of_bank[kBanks];
    uint32_t busy = 0;
    for (; lanes; lanes &= lanes - 1) {
        const uintptr_t word = address[__builtin_ctz(lanes)] >> 2;
        const int bank = word % kBanks;
        if (busy >> bank & 1) {
            if (word_of_bank[bank] != word)
                return false;
        }
        busy |= 1u << bank;
        word_of_bank[bank] = word;
    }
    return true;
}

// Whether all active lanes l and l ^ distance have one address.
bool lanes_share(const uintptr_t* address, uint32_t lanes, int distance)
{
    for (uint32_t x = lanes; x; x &= x - 1) {
        const int lane = __builtin_ctz(x), other = lane ^ distance;
        if ((lanes >> other & 1) && address[other] != address[lane])
            return false;
    }
    return true;
}

// address: of n lanes that access `bytes` each. An atomic sends a sector as many times as lanes share its busiest
// address.
SectorCount count_sectors(const uintptr_t* address, int n, unsigned bytes, bool atomic)
{
    bool ascending = true;
    for (int i = 1; i < n; ++i)
        ascending &= address[i] >= address[i - 1];
    uintptr_t sorted[kLanes];
    if (!ascending) {
        std::copy(address, address + n, sorted);
        sort(sorted, n);
        address = sorted;
    }
    SectorCount count = count_sorted(address, n, bytes);
    if (atomic)
        count.sectors = count_atomic_sectors(address, n);
    return count;
}

uint32_t count_distinct(const uintptr_t* address, int n)
{
    uintptr_t sorted[kLanes];
    std::copy(address, address + n, sorted);
    sort(sorted, n);
    return uint32_t(std::unique(sorted, sorted + n) - sorted);
}

// address: of all 32 lanes, of which only those in `lanes` count.
WavefrontCount count_wavefronts(const uintptr_t* address, uint32_t lanes, unsigned bytes, bool is_load)
{
    if (bytes <= 4 && is_conflict_free(address, lanes))
        return {1, 1};

    // A pass delivers 128 bytes, so wide accesses are split into half or quarter warps. Wide loads take twice
    // as many lanes per pass where pairs of lanes share addresses.
    int group = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
    if (is_load && bytes > 4 && (lanes_share(address, lanes, 1) || lanes_share(address, lanes, 2)))
        group *= 2;

    WavefrontCount count{0, 0};
    for (int first = 0; first < kLanes; first += group) {
        uint32_t members = group == 32 ? lanes : lanes & ((1u << group) - 1) << first;
        uintptr_t words[kLanes * 4];
        int n = 0;
        for (; members; members &= members - 1) {
            const uintptr_t a = address[__builtin_ctz(members)];
            for (uintptr_t word = a >> 2; word <= (a + bytes - 1) >> 2; ++word)
                words[n++] = word;
        }
        if (n > 0) {
            count.wavefronts += most_words_in_a_bank(words, n);
            ++count.ideal;
        }
    }
    return count;
}

// For atomics, a bank serves one lane at a time, even if several lanes access the same word.
WavefrontCount count_atomic_wavefronts(const uintptr_t* address, uint32_t lanes)
{
    uint32_t of_bank[kBanks] = {}, most = 0;
    for (; lanes; lanes &= lanes - 1)
        most = std::max(most, ++of_bank[(address[__builtin_ctz(lanes)] >> 2) % kBanks]);
    return {most, 1};
}

}  // namespace

Traffic count_traffic(Space space, Operation operation, const uintptr_t* address, uint32_t lanes,
                      unsigned bytes)
{
    uintptr_t active[kLanes];
    int n = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        active[n++] = address[__builtin_ctz(rest)];
    const bool atomic = is_atomic(operation);
    if (space == Space::constant)
        return {0, 0, count_distinct(active, n), 1, 0};
    if (!is_shared(space)) {
        const SectorCount count = count_sectors(active, n, bytes, atomic);
        return {count.sectors, count.ideal, 0, 0, atomic ? count.same_address : 0};
    }
    if (!atomic) {
        const WavefrontCount count = count_wavefronts(address, lanes, bytes, is_load(operation));
        return {0, 0, count.wavefronts, count.ideal, 0};
    }
    const WavefrontCount count = count_atomic_wavefronts(address, lanes);
    return {0, 0, count.wavefronts, count.ideal, count_sectors(active, n, bytes, true).same_address};
}

uint32_t distinct_passes(const uintptr_t* address, uint32_t lanes)
{
    uintptr_t words[kLanes];
    int n = 0;
    for (; lanes; lanes &= lanes - 1)
        words[n++] = address[__builtin_ctz(lanes)] >> 2;
    std::sort(words, words + n);
    n = int(std::unique(words, words + n) - words);
    uint32_t of_bank[32] = {}, most = 0;
    for (int i = 0; i < n; ++i)
        most = std::max(most, ++of_bank[words[i] % 32]);
    return most;
}

}  // namespace emu
