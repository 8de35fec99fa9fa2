#include "execution/range_access.h"

#include "checks/host_stores.h"
#include "execution/lanes.h"

namespace emu {

void access_range(const void* address, std::size_t n, Operation operation, const void* pc, const void* frame)
{
    if (!on_fiber(frame)) {
        if (operation == Operation::store)
            watch_store_by_host(address, pc);
        return;
    }
    if (on_fiber(address) || n == 0)
        return;
    // A struct whose alignment is less than its size comes here. A GPU moves it in pieces, as wide as size
    // and address allow.
    const auto first = reinterpret_cast<uintptr_t>(address);
    const std::size_t widest = n <= 16 ? 4 : 16;
    std::size_t bytes = n | first | widest;
    bytes &= ~bytes + 1;
    for (std::size_t i = 0; i < n; i += bytes)
        stop(first + i, pack(operation, unsigned(bytes)), pc, frame);
}

}  // namespace emu

namespace {

using emu::access_range;
using emu::Operation;

// These copy by themselves, since memcpy() may be wrapped.
void* copy_up(void* to, const void* from, unsigned long n)
{
    void* at = to;
    asm volatile("rep movsb" : "+D"(at), "+S"(from), "+c"(n) : : "memory");
    return to;
}

void* copy_any(void* to, const void* from, unsigned long n)
{
    if (static_cast<char*>(to) <= from || static_cast<const char*>(from) + n <= to)
        return copy_up(to, from, n);
    const volatile char* last =
        static_cast<const char*>(from);  // volatile, or the compiler makes it a call of memmove()
    for (; n > 0; --n)
        static_cast<char*>(to)[n - 1] = last[n - 1];
    return to;
}

void* set_all(void* to, int value, unsigned long n)
{
    void* at = to;
    asm volatile("rep stosb" : "+D"(at), "+c"(n) : "a"(value) : "memory");
    return to;
}

// The loads and the stores of a copy count as two places in the code.
void access_both(void* to, const void* from, unsigned long n, void* pc, const void* frame)
{
    access_range(from, n, Operation::load, pc, frame);
    access_range(to, n, Operation::store, static_cast<char*>(pc) + 1, frame);
}

}  // namespace

#define PC __builtin_return_address(0)
#define FRAME __builtin_frame_address(0)

// The names that compilers call in instrumented code. clang 14 and older call plain memcpy(), which the
// linker redirects to these functions (--wrap=memcpy), for host code too.
#define COPIES(prefix, copy, move, set)                                \
    void* prefix##memcpy(void* to, const void* from, unsigned long n)  \
    {                                                                  \
        access_both(to, from, n, PC, FRAME);                           \
        return copy(to, from, n);                                      \
    }                                                                  \
    void* prefix##memmove(void* to, const void* from, unsigned long n) \
    {                                                                  \
        access_both(to, from, n, PC, FRAME);                           \
        return move(to, from, n);                                      \
    }                                                                  \
    void* prefix##memset(void* to, int value, unsigned long n)         \
    {                                                                  \
        access_range(to, n, Operation::store, PC, FRAME);              \
        return set(to, value, n);                                      \
    }

extern "C" {

COPIES(__tsan_, copy_up, copy_any, set_all)

#ifdef EMULATOR_WRAPS_MEMCPY
void* __real_memcpy(void*, const void*, unsigned long);
void* __real_memmove(void*, const void*, unsigned long);
void* __real_memset(void*, int, unsigned long);
COPIES(__wrap_, __real_memcpy, __real_memmove, __real_memset)
#endif

}  // extern "C"
