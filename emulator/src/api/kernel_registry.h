// The kernels that the program has (cuda_emulator/kernel_registry.h).
#pragma once

#include "cuda_emulator/kernel_registry.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace emu {

const KernelEntry* find_kernel(const void* function);
// By the name that the compiler gives it: that of the source if it is extern "C", else a mangled one.
const KernelEntry* find_kernel_called(std::string_view symbol);
void for_each_kernel(const std::function<void(const KernelEntry&)>& visit);
// The symbol of a kernel that has this name in the source; empty if there is none.
std::string symbol_of_kernel(std::string_view name);

// A kernel with copies of its arguments.
class BoundArguments {
public:
    // arguments: the address of each.
    BoundArguments(const KernelEntry& entry, void** arguments);
    Kernel kernel(bool cooperative = false) const;
    const KernelEntry& entry() const { return *entry_; }

private:
    const KernelEntry* entry_;
    std::shared_ptr<std::vector<std::max_align_t>> bound_;
};

// The addresses of the arguments in a buffer of them all.
std::vector<void*> arguments_in(const KernelEntry& entry, void* buffer);
std::size_t bytes_of_arguments(const KernelEntry& entry);

}  // namespace emu
