// thread_block_tile<Size>: adjacent lanes of a warp, or adjacent warps of a block. Size is a power of two.
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

// A tile of several warps. As on a GPU, it has no other shuffles and votes.
class warps_tile : public thread_group {
public:
    void sync(EMU_PLACE) const { call_tile(call(), file, line); }
    unsigned thread_rank() const { return unsigned(rank_); }
    unsigned size() const { return unsigned(size_); }
    unsigned num_threads() const { return size(); }
    unsigned meta_group_rank() const { return meta_rank_; }
    unsigned meta_group_size() const { return meta_size_; }

    template <class T>
    EMU_NO_SANITIZE T shfl(T value, int source, EMU_PLACE) const
    {
        static_assert(std::is_trivially_destructible_v<T> && sizeof(T) <= 32,
                      "a group shuffles plain values of up to 32 bytes");
        T result = value;
        emu::TileCall shuffle = call(emu::TileCall::Operation::shuffle, source);
        shuffle.value = &value;
        shuffle.result = &result;
        shuffle.bytes = sizeof value;
        call_tile(shuffle, file, line);
        return result;
    }
    int any(int predicate, EMU_PLACE) const
    {
        return call_tile(call(emu::TileCall::Operation::any, predicate != 0), file, line);
    }
    int all(int predicate, EMU_PLACE) const
    {
        return call_tile(call(emu::TileCall::Operation::all, predicate != 0), file, line);
    }

protected:
    explicit warps_tile(unsigned size, unsigned meta_rank, unsigned meta_size)
        : thread_group(Kind::warps, 0, emu::rank_in_block() % size, size),
          meta_rank_(meta_rank),
          meta_size_(meta_size)
    {
        first_warp_ = int(emu::rank_in_block() / size * (size / 32));
    }

private:
    emu::TileCall call(emu::TileCall::Operation operation = emu::TileCall::Operation::sync,
                       int argument = 0) const
    {
        emu::TileCall call{first_warp_, int(size_ / 32)};
        call.operation = operation;
        call.argument = argument;
        return call;
    }

    unsigned meta_rank_, meta_size_;
};

template <unsigned Size>
using tile_of = std::conditional_t<(Size <= 32), lane_tile, warps_tile>;

template <unsigned Size, class Parent = void>
class thread_block_tile : public tile_of<Size> {
    static_assert(Size <= 512, "a tile has at most 512 threads");
    static_assert(Size >= 1 && (Size & (Size - 1)) == 0, "a tile's size is a power of two");

public:
    explicit thread_block_tile(const thread_group& parent)
        : tile_of<Size>(Size, unsigned(parent.thread_rank() / Size),
                        unsigned((parent.size() + Size - 1) / Size))
    {
    }
    template <class OtherParent>
    thread_block_tile(const thread_block_tile<Size, OtherParent>& other)
        : tile_of<Size>(Size, other.meta_group_rank(), other.meta_group_size())
    {
    }

    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
};

}  // namespace cooperative_groups
