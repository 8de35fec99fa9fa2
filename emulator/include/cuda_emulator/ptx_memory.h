// Inline PTX: loads, stores, state spaces, asynchronous copies and instructions of a warp.
#pragma once

#include "async_copies.h"
#include "frame.h"
#include "ptx_arithmetic.h"
#include "warp_functions.h"

#include <cstddef>

namespace emu::ptx {

// A shared address of 32 bits, as __cvta_generic_to_shared() gives it, as a generic one. Other numbers give an address that no
// memory has.
u64 shared(u64 address);
bool is_shared(const void* address);
bool is_global(const void* address);
bool is_const(const void* address);
bool is_local(const void* address);

template <class T>
__forceinline__ T load(u64 address)
{
    return *reinterpret_cast<const T*>(address);
}
template <class T>
__forceinline__ T load_volatile(u64 address)
{
    return *reinterpret_cast<const volatile T*>(address);
}
template <class T>
__forceinline__ void store(u64 address, T value)
{
    *reinterpret_cast<T*>(address) = value;
}
template <class T>
__forceinline__ void store_volatile(u64 address, T value)
{
    *reinterpret_cast<volatile T*>(address) = value;
}

// Elements that one access moves.
template <class T, int n>
struct Several {
    T v[n];
};
void request_several(u64 address, unsigned bytes, bool is_load, void* pc, void* frame);
template <class T, int n>
__attribute__((noinline)) EMU_NO_SANITIZE Several<T, n> load_vector(u64 address)
{
    request_several(address, sizeof(T) * n, true, __builtin_return_address(0), EMU_FRAME);
    return *reinterpret_cast<const Several<T, n>*>(address);
}
template <class T, int n>
__attribute__((noinline)) EMU_NO_SANITIZE void store_vector(u64 address, Several<T, n> value)
{
    request_several(address, sizeof(T) * n, false, __builtin_return_address(0), EMU_FRAME);
    *reinterpret_cast<Several<T, n>*>(address) = value;
}

// cp.async: the first `read` of `bytes` are copied, the rest becomes 0 (async_copies.h).
void copy_async(u64 to, u64 from, unsigned bytes, unsigned read, const char* file = __builtin_FILE(),
                int line = __builtin_LINE());
using emu::commit_copies;
using emu::wait_for_copies;
void wait_for_all_copies();  // also for those that are in no group yet

#define EMU_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

// clamp: the last lane that may be read, and the mask of the lanes' bits that choose the sub-warp, shifted by 8.
#define EMU_SHUFFLE(function, operation, in_range)                                                    \
    inline u32 function(u32 mask, u32 value, u32 by, u32 clamp, bool* inside, EMU_PLACE)              \
    {                                                                                                 \
        const int segment = int(clamp >> 8 & 31), width = 32 - segment, lane = int(lane_of_thread()); \
        const int first = lane & segment;                                                             \
        [[maybe_unused]] const int last = first | ((clamp & 31) & ~segment), b = int(by & 31);        \
        *inside = (in_range);                                                                         \
        return emu::shuffle(WarpOperation::operation, mask, value, b, width, {file, line});           \
    }
u32 lane_of_thread();
EMU_SHUFFLE(shuffle_idx, shuffle, (first | (b & ~segment)) <= last)
EMU_SHUFFLE(shuffle_up, shuffle_up, lane - b >= first)
EMU_SHUFFLE(shuffle_down, shuffle_down, lane + b <= last)
EMU_SHUFFLE(shuffle_bfly, shuffle_xor, (lane ^ b) <= last)
#undef EMU_SHUFFLE

inline bool vote_uni(u32 mask, bool predicate, EMU_PLACE)
{
    const u32 all = __ballot_sync(mask, predicate, file, line);
    return all == 0 || all == mask;
}
template <class T>
inline u32 match_all(u32 mask, T value, bool* equal, EMU_PLACE)
{
    int all = 0;
    const u32 lanes = __match_all_sync(mask, value, &all, file, line);
    *equal = all != 0;
    return lanes;
}
// The lane that elect.sync chooses: the first of the mask.
inline u32 elect(u32 mask, bool* is_leader, EMU_PLACE)
{
    __syncwarp(mask, file, line);
    const u32 leader = u32(__builtin_ctz(mask));
    *is_leader = leader == lane_of_thread();
    return leader;
}
#undef EMU_PLACE

}  // namespace emu::ptx

// Addresses in the state spaces.
std::size_t __cvta_generic_to_shared(const void* address);
void* __cvta_shared_to_generic(std::size_t address);
inline std::size_t __cvta_generic_to_global(const void* address)
{
    return reinterpret_cast<std::size_t>(address);
}
inline void* __cvta_global_to_generic(std::size_t address)
{
    return reinterpret_cast<void*>(address);
}
inline unsigned __isShared(const void* address)
{
    return emu::ptx::is_shared(address);
}
inline unsigned __isGlobal(const void* address)
{
    return emu::ptx::is_global(address);
}
inline unsigned __isConstant(const void* address)
{
    return emu::ptx::is_const(address);
}
inline unsigned __isLocal(const void* address)
{
    return emu::ptx::is_local(address);
}
