// memcpy(), memset() and memmove() in .cu files.
#include "cuda_emulator/frame.h"
#include "execution/lanes.h"
#include "execution/range_access.h"

#include <cstring>

namespace emu {
namespace {

// nvcc knows no alignment behind a void*, and accesses byte by byte; but it knows where an array lies in shared memory.
std::size_t piece_of(const void* address, std::size_t n)
{
    const auto first = reinterpret_cast<uintptr_t>(address);
    return is_in_shared(first, n) ? lowest_bit(first | n | kWidestAccess) : 1;
}

// What a thread stores, each piece when its request has been issued: whether stores race depends on their values.
template <class Store>
void store_pieces(char* to, std::size_t n, std::size_t bytes, const void* pc, const void* frame, Store store)
{
    for (std::size_t i = 0; i < n; i += bytes) {
        access_pieces(to + i, bytes, bytes, Operation::store, pc, frame);
        store(to + i, bytes);
    }
}

// Calls function(offset, bytes) for parts that no padding is longer than.
template <class Function>
void for_each_part(std::size_t n, Function function)
{
    for (std::size_t i = 0; i < n; i += kWidestAccess)
        function(i, n - i < kWidestAccess ? n - i : kWidestAccess);
}

// The loads and the stores of a copy count as two places in the code. After the call may be another line.
const void* pc_of_loads(const void* pc)
{
    return static_cast<const char*>(pc) - 1;
}

void copy(char* to, const char* from, std::size_t n, const void* pc, const void* frame)
{
    for_each_part(n, [&](std::size_t i, std::size_t part) {
        // A copy of more than 16 bytes is a loop in nvcc's code.
        const bool is_loop = n > kWidestAccess;
        access_pieces(from + i, part, is_loop ? 1 : piece_of(from, n), Operation::load, pc_of_loads(pc),
                      frame);
        store_pieces(to + i, part, is_loop ? 1 : piece_of(to, n), pc, frame,
                     [&](char* piece, std::size_t bytes) { std::memcpy(piece, from + (piece - to), bytes); });
    });
}

void fill(char* to, int value, std::size_t n, const void* pc, const void* frame)
{
    for_each_part(n, [&](std::size_t i, std::size_t part) {
        store_pieces(to + i, part, piece_of(to + i, part), pc, frame,
                     [&](char* piece, std::size_t bytes) { std::memset(piece, value, bytes); });
    });
}

void watch_host_copy(void* to, const void* from, std::size_t n, const void* pc)
{
    if (n == 0)
        return;
    watch_host(from, n, Operation::load, pc);
    watch_host(to, n, Operation::store, pc);
}

void watch_host_fill(void* to, std::size_t n, const void* pc)
{
    if (n > 0)
        watch_host(to, n, Operation::store, pc);
}

}  // namespace
}  // namespace emu

#define PC __builtin_return_address(0)
#define FRAME EMU_FRAME

extern "C" {

// The calls in the source (cuda_emulator/string_functions.h).
void* emu_cuda_memcpy(void* to, const void* from, std::size_t n)
{
    if (emu::on_fiber(FRAME)) {
        emu::copy(static_cast<char*>(to), static_cast<const char*>(from), n, PC, FRAME);
    } else {
        emu::watch_host_copy(to, from, n, PC);
        std::memcpy(to, from, n);
    }
    return to;
}
void* emu_cuda_memset(void* to, int value, std::size_t n)
{
    if (emu::on_fiber(FRAME)) {
        emu::fill(static_cast<char*>(to), value, n, PC, FRAME);
    } else {
        emu::watch_host_fill(to, n, PC);
        std::memset(to, value, n);
    }
    return to;
}

// What g++ calls, renamed by rewriter/block_order.cpp: memcpy() and memset() for structs, whose accesses it has announced
// in kernels, and memmove() for calls in the source.
void* emu_memcpy(void* to, const void* from, std::size_t n)
{
    if (!emu::on_fiber(FRAME))
        emu::watch_host_copy(to, from, n, PC);
    return std::memcpy(to, from, n);
}
void* emu_memset(void* to, int value, std::size_t n)
{
    if (!emu::on_fiber(FRAME))
        emu::watch_host_fill(to, n, PC);
    return std::memset(to, value, n);
}
void* emu_memmove(void* to, const void* from, std::size_t n)
{
    if (emu::on_fiber(FRAME)) {
        emu::access_pieces(from, n, 1, emu::Operation::load, emu::pc_of_loads(PC), FRAME);
        emu::access_pieces(to, n, 1, emu::Operation::store, PC, FRAME);
    } else {
        emu::watch_host_copy(to, from, n, PC);
    }
    return std::memmove(to, from, n);
}

}  // extern "C"
