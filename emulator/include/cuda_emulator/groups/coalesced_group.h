// coalesced_group: any lanes of a warp, ranked from the lowest lane on.
#pragma once

#include "thread_group.h"

namespace cooperative_groups {

class coalesced_group : public thread_group {
public:
    explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
        : thread_group(Kind::lanes, mask, unsigned(__builtin_popcount(mask & ((1u << emu::lane_id()) - 1))),
                       unsigned(__builtin_popcount(mask))),
          meta_rank_(meta_rank),
          meta_size_(meta_size)
    {
    }

    void sync(EMU_PLACE) const { __syncwarp(mask_, file, line); }
    unsigned thread_rank() const { return unsigned(rank_); }
    unsigned size() const { return unsigned(size_); }
    unsigned num_threads() const { return size(); }
    unsigned meta_group_rank() const { return meta_rank_; }
    unsigned meta_group_size() const { return meta_size_; }

    template <class T>
    T shfl(T value, unsigned source, EMU_PLACE) const
    {
        return from_lane(value, lane_of(source % size()), file, line);
    }
    template <class T>
    T shfl_up(T value, int delta, EMU_PLACE) const
    {
        const int source = int(rank_) - delta;
        return from_lane(value, lane_of(source < 0 ? unsigned(rank_) : unsigned(source)), file, line);
    }
    template <class T>
    T shfl_down(T value, int delta, EMU_PLACE) const
    {
        const unsigned source = unsigned(rank_) + unsigned(delta);
        return from_lane(value, lane_of(source >= size() ? unsigned(rank_) : source), file, line);
    }

    int any(int predicate, EMU_PLACE) const { return __any_sync(mask_, predicate, file, line); }
    int all(int predicate, EMU_PLACE) const { return __all_sync(mask_, predicate, file, line); }
    unsigned ballot(int predicate, EMU_PLACE) const
    {
        return packed(__ballot_sync(mask_, predicate, file, line));
    }
    template <class T>
    unsigned match_any(T value, EMU_PLACE) const
    {
        return packed(__match_any_sync(mask_, value, file, line));
    }
    template <class T>
    unsigned match_all(T value, int& all_equal, EMU_PLACE) const
    {
        return packed(__match_all_sync(mask_, value, &all_equal, file, line));
    }

private:
    template <class T>
    T from_lane(T value, int lane, const char* file, int line) const
    {
        return emu::shuffle_words(
            value, [&](unsigned word) __attribute__((no_sanitize("thread"))) {
                return __shfl_sync(mask_, word, lane, 32, file, line);
            });
    }

    int lane_of(unsigned rank) const
    {
        unsigned rest = mask_;
        for (; rank > 0; --rank)
            rest &= rest - 1;
        return __builtin_ctz(rest);
    }

    // The bits of the group's lanes, moved together.
    unsigned packed(unsigned lanes) const
    {
        unsigned result = 0, bit = 1;
        for (unsigned rest = mask_; rest; rest &= rest - 1, bit <<= 1)
            result |= lanes >> __builtin_ctz(rest) & 1 ? bit : 0;
        return result;
    }

    unsigned meta_rank_, meta_size_;
};

// The lanes that execute this call together.
__forceinline__ coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

}  // namespace cooperative_groups
