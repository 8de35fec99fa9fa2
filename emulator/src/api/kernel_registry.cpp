#include "api/kernel_registry.h"

#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"

#include <map>

namespace emu {
namespace {

// The first kernels come before main().
[[gnu::init_priority(101)]] NeverDestroyed<std::map<const void*, KernelEntry>> all_entries;
std::map<const void*, KernelEntry>& entries = all_entries.value;

}  // namespace

void register_kernel(const KernelEntry& entry)
{
    entries.try_emplace(entry.function, entry);
}

const KernelEntry* find_kernel(const void* function)
{
    const auto found = entries.find(function);
    return found != entries.end() ? &found->second : nullptr;
}

const KernelEntry* find_kernel_called(std::string_view symbol)
{
    for (const auto& [function, entry] : entries)
        if (program.symbol_at(reinterpret_cast<uintptr_t>(function)) == symbol)
            return &entry;
    return nullptr;
}

void for_each_kernel(const std::function<void(const KernelEntry&)>& visit)
{
    for (const auto& [function, entry] : entries)
        visit(entry);
}

std::string symbol_of_kernel(std::string_view name)
{
    for (const auto& [function, entry] : entries)
        if (entry.name == name)
            return std::string(program.symbol_at(reinterpret_cast<uintptr_t>(function)));
    return "";
}

BoundArguments::BoundArguments(const KernelEntry& entry, void** arguments) : entry_(&entry)
{
    constexpr std::size_t unit = sizeof(std::max_align_t);
    bound_ = std::make_shared<std::vector<std::max_align_t>>((entry.bound_size + unit - 1) / unit);
    entry.bind(bound_->data(), entry.function, arguments);
}

Kernel BoundArguments::kernel(bool cooperative) const
{
    Kernel kernel{entry_->name,       entry_->call,           bound_->data(), entry_->bound_size,
                  entry_->parameters, entry_->find_arguments, cooperative};
    kernel.function = entry_->function;
    return kernel;
}

std::vector<void*> arguments_in(const KernelEntry& entry, void* buffer)
{
    std::vector<void*> arguments;
    for (std::size_t i = 0; i < entry.parameters; ++i)
        arguments.push_back(static_cast<char*>(buffer) + entry.places[i].offset);
    return arguments;
}

std::size_t bytes_of_arguments(const KernelEntry& entry)
{
    return entry.parameters == 0
               ? 0
               : entry.places[entry.parameters - 1].offset + entry.places[entry.parameters - 1].bytes;
}

}  // namespace emu
