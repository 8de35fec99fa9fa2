// thread_block_tile<Size>: adjacent lanes of a warp. Size is a power of two.
#pragma once

#include "thread_block.h"

namespace cooperative_groups {

// The functions of a tile whose size the compiler may not know.
class lane_tile : public thread_group {
public:
    void sync(EMU_PLACE) const { __syncwarp(mask_, file, line); }
    unsigned thread_rank() const { return unsigned(rank_); }
    unsigned size() const { return unsigned(size_); }
    unsigned num_threads() const { return size(); }
    unsigned meta_group_rank() const { return meta_rank_; }
    unsigned meta_group_size() const { return meta_size_; }

    template <class T>
    T shfl(T value, int source, EMU_PLACE) const
    {
        return emu::shuffle_words(
            value, [&](unsigned word) __attribute__((no_sanitize("thread"))) {
                return __shfl_sync(mask_, word, source, int(size_), file, line);
            });
    }
    template <class T>
    T shfl_up(T value, int delta, EMU_PLACE) const
    {
        return emu::shuffle_words(
            value, [&](unsigned word) __attribute__((no_sanitize("thread"))) {
                return __shfl_up_sync(mask_, word, delta, int(size_), file, line);
            });
    }
    template <class T>
    T shfl_down(T value, int delta, EMU_PLACE) const
    {
        return emu::shuffle_words(
            value, [&](unsigned word) __attribute__((no_sanitize("thread"))) {
                return __shfl_down_sync(mask_, word, delta, int(size_), file, line);
            });
    }
    template <class T>
    T shfl_xor(T value, int lane_mask, EMU_PLACE) const
    {
        return emu::shuffle_words(
            value, [&](unsigned word) __attribute__((no_sanitize("thread"))) {
                return __shfl_xor_sync(mask_, word, lane_mask, int(size_), file, line);
            });
    }

    int any(int predicate, EMU_PLACE) const { return __any_sync(mask_, predicate, file, line); }
    int all(int predicate, EMU_PLACE) const { return __all_sync(mask_, predicate, file, line); }
    unsigned ballot(int predicate, EMU_PLACE) const
    {
        return __ballot_sync(mask_, predicate, file, line) >> first_lane();
    }
    template <class T>
    unsigned match_any(T value, EMU_PLACE) const
    {
        return __match_any_sync(mask_, value, file, line) >> first_lane();
    }
    template <class T>
    unsigned match_all(T value, int& all_equal, EMU_PLACE) const
    {
        return __match_all_sync(mask_, value, &all_equal, file, line) >> first_lane();
    }

protected:
    explicit lane_tile(unsigned size, unsigned meta_rank, unsigned meta_size)
        : thread_group(Kind::lanes, mask_of(size), emu::lane_id() % size, size),
          meta_rank_(meta_rank),
          meta_size_(meta_size)
    {
    }
    friend thread_group tiled_partition(const thread_group& parent, unsigned size);

private:
    static unsigned mask_of(unsigned size)
    {
        return size == 32 ? ~0u : ((1u << size) - 1) << (emu::lane_id() & ~(size - 1));
    }
    unsigned first_lane() const { return unsigned(__builtin_ctz(mask_)); }

    unsigned meta_rank_, meta_size_;
};

template <unsigned Size, class Parent = void>
class thread_block_tile : public lane_tile {
    static_assert(Size <= 32, "a tile of more than 32 threads is not supported by the emulator: GPU-only");
    static_assert(Size >= 1 && (Size & (Size - 1)) == 0, "a tile's size is a power of two");

public:
    explicit thread_block_tile(const thread_group& parent)
        : lane_tile(Size, unsigned(parent.thread_rank() / Size), unsigned((parent.size() + Size - 1) / Size))
    {
    }
    template <class OtherParent>
    thread_block_tile(const thread_block_tile<Size, OtherParent>& other)
        : lane_tile(Size, other.meta_group_rank(), other.meta_group_size())
    {
    }

    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
};

}  // namespace cooperative_groups
