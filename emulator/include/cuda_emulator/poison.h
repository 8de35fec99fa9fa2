// For test harnesses: memory that holds a pattern and still counts as never written.
#pragma once

#include "driver_types.h"

#include <cstddef>
#include <string>
#include <vector>

namespace emu {

// Fills device memory like cudaMemset(), but a kernel that reads it before anything is stored there is reported.
cudaError_t poison(void* array, int value, std::size_t bytes);

// Tells the size of an allocation's elements, for reports; gives the error of the allocation back. are_numbers: their type is
// arithmetic.
cudaError_t note_elements(cudaError_t error, const void* array, std::size_t bytes_of_element,
                          bool are_numbers);

// Where kernels have stored into an allocation, as "file.cu:12", one for each line, sorted; and where it was allocated.
std::vector<std::string> stores_into(const void* array);
std::string allocated_at(const void* array);

// Files whose path contains `folder` count as a library: reports name the line of the program that calls them.
void skip_in_reports(const std::string& folder);

}  // namespace emu
