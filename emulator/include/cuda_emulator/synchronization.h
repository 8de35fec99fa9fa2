// Block barriers, fences, and other functions of a single thread: clock, sleep, trap.
#pragma once

namespace emu {

enum class BarrierKind : unsigned char { plain, count, all, any, tile };
int wait_at_barrier(BarrierKind kind, int predicate, const char* file, int line);

// What a tile of several warps does together. Each of its threads passes one of these.
struct TileCall {
    enum class Operation : unsigned char { sync, shuffle, any, all };

    int first_warp, warps;  // of the tile, in the block
    Operation operation = Operation::sync;
    int argument = 0;             // the rank that a shuffle reads; or a predicate, then the result
    const void* value = nullptr;  // of a shuffle
    void* result = nullptr;
    unsigned long bytes = 0;  // of both
};
// Waits until all threads of the tile have called it.
void wait_for_tile(TileCall& call, const char* file, int line);
void fence();
void sleep();
long long read_clock();
[[noreturn]] void trap();

}  // namespace emu

// The default arguments are the caller's file and line.
inline void __syncthreads(const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    emu::wait_at_barrier(emu::BarrierKind::plain, 0, file, line);
}

inline int __syncthreads_count(int predicate, const char* file = __builtin_FILE(),
                               int line = __builtin_LINE())
{
    return emu::wait_at_barrier(emu::BarrierKind::count, predicate, file, line);
}

inline int __syncthreads_and(int predicate, const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    return emu::wait_at_barrier(emu::BarrierKind::all, predicate, file, line);
}

inline int __syncthreads_or(int predicate, const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    return emu::wait_at_barrier(emu::BarrierKind::any, predicate, file, line);
}

inline void __threadfence_block()
{
    emu::fence();
}
inline void __threadfence()
{
    emu::fence();
}
inline void __threadfence_system()
{
    emu::fence();
}

inline void __nanosleep(unsigned)
{
    emu::sleep();
}
inline long long clock64()
{
    return emu::read_clock();
}
[[noreturn]] inline void __trap()
{
    emu::trap();
}
