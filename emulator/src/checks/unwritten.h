// Finds elements that a copy takes to the host although nothing has ever written them.
#pragma once

#include "memory/shadow.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace emu {

struct Unwritten {
    std::size_t count = 0, of = 0;  // elements that were never written, and that are copied
    uintptr_t first = 0;            // of them
};

// Adds the elements of a copy from device memory. An element counts as written if any of its bytes is: the bytes
// that pad a struct never are. Where the elements are unknown (cudaMalloc((void**)&p, ...)), many short holes do not
// count, for the same reason.
void find_unwritten(uintptr_t from, std::size_t bytes, Unwritten& found);

// A remark and no error: the program may well ignore these elements.
void report_unwritten(const Unwritten& found);

// Of an access, some bytes were never written: whether they may be the padding of a struct that has a load of its own,
// as __align__(16) gives it. Then a struct beside it lacks the same bytes.
bool is_padding(const Shadow& shadow, uintptr_t address, unsigned bytes);

// "element 104 of the array that file.cu:12 allocates"; with several devices: "... on device 1".
std::string element_of_array(uintptr_t address);

// "That is element 100 of the array that file.cu:12 allocates, which has 100 elements." of an address near an array
// whose elements are known; else empty.
std::string element_beyond(uintptr_t address);

}  // namespace emu
