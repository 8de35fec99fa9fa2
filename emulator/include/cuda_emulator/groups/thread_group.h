// thread_group: any kind of group, for functions that accept all of them.
#pragma once

#include "../grid_barrier.h"
#include "../synchronization.h"
#include "../thread_index.h"
#include "../warp_functions.h"

// The default arguments are the caller's file and line.
#define EMU_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cooperative_groups {

class thread_group {
public:
    enum class Kind : unsigned char { block, lanes, grid, warps };

    void sync(EMU_PLACE) const
    {
        if (kind_ == Kind::block)
            emu::wait_at_barrier(emu::BarrierKind::plain, 0, file, line);
        else if (kind_ == Kind::lanes)
            __syncwarp(mask_, file, line);
        else if (kind_ == Kind::warps)
            call_tile({first_warp_, int(size_ / 32)}, file, line);
        else
            emu::wait_at_grid_barrier(file, line);
    }
    unsigned long long thread_rank() const { return rank_; }
    unsigned long long size() const { return size_; }
    unsigned long long num_threads() const { return size_; }
    bool is_valid() const { return true; }
    Kind kind() const { return kind_; }
    unsigned lane_mask() const { return mask_; }

protected:
    thread_group(Kind kind, unsigned mask, unsigned long long rank, unsigned long long size)
        : kind_(kind), mask_(mask), rank_(rank), size_(size)
    {
    }

    static int call_tile(emu::TileCall call, const char* file, int line)
    {
        emu::wait_for_tile(call, file, line);
        return call.argument;
    }

    Kind kind_;
    unsigned mask_;       // of a group of lanes: which lanes of the warp
    int first_warp_ = 0;  // of a tile of several warps
    unsigned long long rank_, size_;
};

}  // namespace cooperative_groups

namespace emu {

inline unsigned rank_in_block()
{
    return emu_thread_index().x +
           emu_block_size().x * (emu_thread_index().y + emu_block_size().y * emu_thread_index().z);
}
inline unsigned block_volume()
{
    return emu_block_size().x * emu_block_size().y * emu_block_size().z;
}
inline unsigned lane_id()
{
    return rank_in_block() % 32;
}

// Moves a value of any size from lane to lane, word by word; `shuffle` moves an unsigned.
template <class T, class Shuffle>
EMU_NO_SANITIZE T shuffle_words(const T& value, Shuffle shuffle)
{
    static_assert(std::is_trivially_destructible_v<T> && sizeof(T) <= 32,
                  "a group shuffles plain values of up to 32 bytes");
    unsigned words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof value);
    for (unsigned& word : words)
        word = shuffle(word);
    T result;
    __builtin_memcpy(&result, words, sizeof result);
    return result;
}

}  // namespace emu
