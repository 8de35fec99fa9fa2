// Errors that the kernel code itself detects: assert(), and array indices that the compiler checks.
#include "checks/reports.h"
#include "checks/static_shared.h"
#include "cuda_emulator/frame.h"
#include "execution/lanes.h"
#include "state/grid.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

// What the compiler passes to the handlers of -fsanitize=bounds.
struct CheckedArray {
    const char* file;
    unsigned line, column;
    const struct Type {
        unsigned short kind, info;
        char name[1];
    } * array_type, *index_type;
};

// An index that fits into a pointer is passed by value. `info` of its type: bit 0 says signed, the other bits
// are log2 of its size in bits.
std::string index_text(const CheckedArray::Type& type, void* value)
{
    const int bits = 1 << (type.info >> 1);
    auto n = reinterpret_cast<unsigned long>(value);
    if (bits < 64)
        n &= (1ul << bits) - 1;
    if (!(type.info & 1))
        return std::to_string(n);
    return std::to_string(bits < 64 && n >> (bits - 1) ? long(n - (1ul << bits)) : long(n));
}

std::string index_details(const CheckedArray& array, void* index)
{
    return "index " + index_text(*array.index_type, index) + " of an array of type " + array.array_type->name;
}

constexpr const char* kOutOfBounds = "Array index out of bounds";

void report_index(const emu::Failure& failure, int warp_index, int lane)
{
    const auto& array = *static_cast<const CheckedArray*>(failure.details[0]);
    if (emu::is_known(emu::Error::index, reinterpret_cast<uintptr_t>(&array)))
        return;
    void* index = reinterpret_cast<void*>(failure.number);
    const uintptr_t pc = emu::pc_of(emu::grid.block->warps[warp_index].position[lane]);
    const std::string shared = emu::indexed_shared(index_text(*array.index_type, index),
                                                   array.array_type->name, array.file, int(array.line), pc);
    emu::report_at(kOutOfBounds, array.file, int(array.line), warp_index, lane,
                   index_details(array, index) + (shared.empty() ? "" : "\n" + shared));
}

void out_of_bounds(CheckedArray* array, void* index, const void* pc, const void* frame)
{
    if (emu::on_fiber(frame))
        emu::fail_thread({report_index, {array}, reinterpret_cast<long>(index)}, pc, frame);
    emu::report_host(kOutOfBounds, array->file, int(array->line), index_details(*array, index));
}

// What the compiler passes to the handler of -fsanitize=return: where the function begins.
struct FunctionStart {
    const char* file;
    unsigned line, column;
};

constexpr const char* kNoReturn = "A function that returns a value ends without a return";
constexpr const char* kNoReturnDetails = "Its caller goes on with an undefined value.";

void report_missing_return(const emu::Failure& failure, int warp_index, int lane)
{
    const auto& start = *static_cast<const FunctionStart*>(failure.details[0]);
    emu::report_at(kNoReturn, start.file, int(start.line), warp_index, lane, kNoReturnDetails);
}

void report_assertion(const emu::Failure& failure, int warp_index, int lane)
{
    const auto text = [&](int i) { return static_cast<const char*>(failure.details[i]); };
    emu::report_at("Device-side assertion failed", text(1), int(failure.number), warp_index, lane,
                   std::string("Assertion `") + text(0) + "` failed in " + text(2));
    if (emu::grid.error == cudaSuccess)
        emu::grid.error = cudaErrorAssert;
}

}  // namespace

#define PC __builtin_return_address(0)
#define FRAME EMU_FRAME

extern "C" {

void __ubsan_handle_out_of_bounds(CheckedArray* array, void* index)
{
    out_of_bounds(array, index, PC, FRAME);
}
void __ubsan_handle_out_of_bounds_abort(CheckedArray* array, void* index)
{
    out_of_bounds(array, index, PC, FRAME);
}

[[noreturn]] void __ubsan_handle_missing_return(FunctionStart* start)
{
    if (emu::on_fiber(FRAME))
        emu::fail_thread({report_missing_return, {start}, 0}, PC, FRAME);
    emu::report_host(kNoReturn, start->file, int(start->line), kNoReturnDetails);
    std::exit(EXIT_FAILURE);
}

// Replaces the C library's function, which would end the program.
[[noreturn]] void __assert_fail(const char* assertion, const char* file, unsigned line, const char* function)
{
    if (emu::on_fiber(FRAME))
        emu::fail_thread({report_assertion, {assertion, file, function}, long(line)}, PC, FRAME);
    std::fflush(nullptr);
    std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
    std::abort();
}

}  // extern "C"
