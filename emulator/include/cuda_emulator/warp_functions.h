// Functions of a warp: shuffles, votes, matches, reductions.
#pragma once

#include "frame.h"
#include "host_defines.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace emu {

enum class WarpOperation : unsigned char {
    sync,
    shuffle,
    shuffle_up,
    shuffle_down,
    shuffle_xor,
    ballot,
    all,
    any,
    match_any,
    match_all,
    add,
    min_signed,
    min_unsigned,
    max_signed,
    max_unsigned,
    bit_and,
    bit_or,
    bit_xor,
    tensor  // execution/tensor_call.h
};

struct Place {
    const char* file;
    int line;
};

// Waits until all lanes of `mask` have called the same operation, and returns this lane's result. argument:
// the source lane, delta or lane mask of a shuffle. width: the size of a shuffle's sub-warps.
uint64_t warp_collective(WarpOperation operation, unsigned mask, uint64_t value, Place place,
                         int argument = 0, int width = 32);
unsigned active_mask(void* pc, void* frame);

template <class T>
EMU_NO_SANITIZE T shuffle(WarpOperation operation, unsigned mask, T value, int argument, int width,
                          Place place)
{
    static_assert(sizeof(T) <= 8 && std::is_trivially_destructible_v<T>, "a shuffle moves 4 or 8 bytes");
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    bits = warp_collective(operation, mask, bits, place, argument, width);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

template <class T>
EMU_NO_SANITIZE uint64_t bits_of(T value)
{
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}

}  // namespace emu

// The default arguments are the caller's file and line.
#define EMU_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

#define EMU_SHUFFLE(function, operation, T_argument, argument)                                               \
    template <class T>                                                                                       \
    [[nodiscard]] T function(unsigned mask, T value, T_argument argument, int width = 32, EMU_PLACE)         \
    {                                                                                                        \
        return emu::shuffle(emu::WarpOperation::operation, mask, value, int(argument), width, {file, line}); \
    }
EMU_SHUFFLE(__shfl_sync, shuffle, int, source_lane)
EMU_SHUFFLE(__shfl_up_sync, shuffle_up, unsigned, delta)
EMU_SHUFFLE(__shfl_down_sync, shuffle_down, unsigned, delta)
EMU_SHUFFLE(__shfl_xor_sync, shuffle_xor, int, lane_mask)
#undef EMU_SHUFFLE

inline void __syncwarp(unsigned mask = 0xffffffff, EMU_PLACE)
{
    emu::warp_collective(emu::WarpOperation::sync, mask, 0, {file, line});
}

inline unsigned __ballot_sync(unsigned mask, int predicate, EMU_PLACE)
{
    return unsigned(emu::warp_collective(emu::WarpOperation::ballot, mask, predicate != 0, {file, line}));
}

inline int __all_sync(unsigned mask, int predicate, EMU_PLACE)
{
    return int(emu::warp_collective(emu::WarpOperation::all, mask, predicate != 0, {file, line}));
}

inline int __any_sync(unsigned mask, int predicate, EMU_PLACE)
{
    return int(emu::warp_collective(emu::WarpOperation::any, mask, predicate != 0, {file, line}));
}

// The lanes that execute this call together.
EMU_NO_SANITIZE __attribute__((noinline)) inline unsigned __activemask()
{
    return emu::active_mask(__builtin_return_address(0), EMU_FRAME);
}

template <class T>
unsigned __match_any_sync(unsigned mask, T value, EMU_PLACE)
{
    // bool, char and short become int.
    return unsigned(
        emu::warp_collective(emu::WarpOperation::match_any, mask, emu::bits_of(+value), {file, line}));
}

template <class T>
EMU_NO_SANITIZE unsigned __match_all_sync(unsigned mask, T value, int* all_equal, EMU_PLACE)
{
    const uint64_t equal =
        emu::warp_collective(emu::WarpOperation::match_all, mask, emu::bits_of(+value), {file, line});
    *all_equal = equal != 0;
    return unsigned(equal);
}

#define EMU_REDUCE(function, T, operation)                                                                  \
    inline T function(unsigned mask, T value, EMU_PLACE)                                                    \
    {                                                                                                       \
        return T(emu::warp_collective(emu::WarpOperation::operation, mask, uint64_t(value), {file, line})); \
    }
EMU_REDUCE(__reduce_add_sync, unsigned, add)
EMU_REDUCE(__reduce_add_sync, int, add)
EMU_REDUCE(__reduce_min_sync, unsigned, min_unsigned)
EMU_REDUCE(__reduce_min_sync, int, min_signed)
EMU_REDUCE(__reduce_max_sync, unsigned, max_unsigned)
EMU_REDUCE(__reduce_max_sync, int, max_signed)
EMU_REDUCE(__reduce_and_sync, unsigned, bit_and)
EMU_REDUCE(__reduce_or_sync, unsigned, bit_or)
EMU_REDUCE(__reduce_xor_sync, unsigned, bit_xor)
#undef EMU_REDUCE
#undef EMU_PLACE
