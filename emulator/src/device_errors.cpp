// Errors that kernels find themselves: assert(), and array indices that the compiler checks.
#include "grid.h"
#include "program.h"
#include "report.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

// What the compiler tells -fsanitize=bounds handlers.
struct CheckedArray {
    const char* file;
    unsigned line, column;
    const struct Type {
        unsigned short kind, info;
        char name[1];
    } * array_type, *index_type;
};

// An index is passed by value if it fits into a pointer; its type's lowest bit is its sign, the rest log2(bits).
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

void out_of_bounds(CheckedArray* array, void* index)
{
    const void* frame = __builtin_frame_address(0);
    const std::string what = "Array index out of bounds";
    const std::string details =
        "index " + index_text(*array->index_type, index) + " of an array of type " + array->array_type->name;
    if (emu::on_fiber(frame)) {
        emu::report_at(what, array->file, int(array->line), emu::running.warp->index, emu::running.lane,
                       details);
        emu::end_thread();
    }
    emu::report_host(what, array->file, int(array->line), details);
}

}  // namespace

extern "C" {

void __ubsan_handle_out_of_bounds(CheckedArray* array, void* index)
{
    out_of_bounds(array, index);
}
void __ubsan_handle_out_of_bounds_abort(CheckedArray* array, void* index)
{
    out_of_bounds(array, index);
}

// In place of the C library's, which would end the program.
[[noreturn]] void __assert_fail(const char* assertion, const char* file, unsigned line, const char* function)
{
    if (!emu::on_fiber(__builtin_frame_address(0))) {
        std::fflush(nullptr);
        std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
        std::abort();
    }
    emu::report_at("Device-side assertion failed", file, int(line), emu::running.warp->index,
                   emu::running.lane, std::string("Assertion `") + assertion + "` failed in " + function);
    if (emu::grid.error == cudaSuccess)
        emu::grid.error = cudaErrorAssert;
    emu::end_thread();
}

}  // extern "C"
