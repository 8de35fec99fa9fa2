// The program's own file: symbols and source lines, and where its variables and thread-local storage lie.
#pragma once

#include "debug_info/line_table.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace emu {

// A function, and the line where it stands: at an access, or at a call that was inlined.
struct Frame {
    std::string function;  // demangled; "" if unknown
    SourceLine place;
};

// A __shared__, __device__ or __constant__ variable.
struct Variable {
    std::string name;        // without its scope
    std::string scope;       // the function or the namespace, demangled
    std::size_t source = 0;  // ElfFile::source_of_function()
    uintptr_t low = 0;
    std::size_t bytes = 0;
};

class Program {
public:
    struct Range {
        uintptr_t low, high;
    };

    void load();
    Range variables() const { return variables_; }  // the writable segment; empty if there is none
    bool contains(uintptr_t low, uintptr_t high) const { return low - low_ < high_ - low_ && high <= high_; }
    // Whether the range lies in one __constant__ variable; whether it overlaps any.
    const std::vector<Range>& constants() const { return constants_; }
    const std::vector<Range>& managed() const { return managed_; }  // __managed__ variables
    bool is_constant(uintptr_t low, uintptr_t high) const;
    bool may_hold_constants(uintptr_t low, uintptr_t high) const;
    // The thread-local storage of the calling thread, which holds the __shared__ variables.
    uintptr_t thread_storage() const;
    std::size_t thread_storage_bytes() const { return tls_bytes_; }
    // Whether a byte of it is the guard of a static variable. g++ makes a guard for shared arrays of classes
    // that have a constructor or an assignment operator, such as float4, and reads it in the kernel.
    bool is_guard(uintptr_t address) const;

    // The __shared__ variables of the function that contains pc, at their addresses for the calling thread. Their names
    // have no scope, and scope is empty.
    std::vector<Variable> static_shared_of_function(uintptr_t pc) const;

    // ElfFile::source_of_function()
    std::size_t source_of_function(uintptr_t pc) const;
    // At their addresses for the calling thread, sorted by them.
    std::vector<Variable> shared_variables() const;
    // All variables of the program with static storage, sorted by address.
    std::vector<Variable> static_variables() const;
    Range image() const { return {low_, high_}; }  // the whole program

    std::string function_at(uintptr_t pc) const;           // demangled; "" if unknown
    std::string_view symbol_at(uintptr_t function) const;  // its name as the compiler has it; "" if unknown
    uintptr_t end_of_function(uintptr_t start) const;
    SourceLine line_at(uintptr_t pc) const;  // of the call that returns to pc, in user code
    // The same with the functions, innermost first, down to the one that nothing was inlined into. Never empty.
    std::vector<Frame> frames_at(uintptr_t pc) const;
    // Whether pc is in a function of this header, "x.h", or in what was inlined into one.
    bool is_in_header(uintptr_t pc, const std::string& header) const;
    static bool is_own_header(const std::string& file);  // or the standard library's
    // Files whose path contains `folder` count as own headers, too.
    static void skip_folder(const std::string& folder);

private:
    Range variables_ = {0, 0};
    uintptr_t base_ = 0, low_ = 0, high_ = 0;
    std::ptrdiff_t tls_offset_ = 0;  // from the thread pointer
    std::size_t tls_bytes_ = 0;
    // Never destroyed: static destructors may still launch kernels.
    std::vector<Range>& constants_ = *new std::vector<Range>;
    std::vector<Range>& managed_ = *new std::vector<Range>;
    std::vector<Range>& guards_ = *new std::vector<Range>;  // offsets in the thread-local storage
};

extern Program program;

}  // namespace emu
