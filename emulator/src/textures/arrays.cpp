#include "textures/arrays.h"

#include "checks/reports.h"
#include "debug_info/never_destroyed.h"

#include <memory>
#include <unordered_map>

namespace emu {
namespace {

// Arrays stay here after their end, so that a later use is told.
[[gnu::init_priority(101)]] NeverDestroyed<std::unordered_map<const cudaArray*, std::unique_ptr<cudaArray>>>
    all;
auto& arrays = all.value;

}  // namespace

cudaArray* note_array(const cudaArray& array)
{
    auto owned = std::make_unique<cudaArray>(array);
    cudaArray* handle = owned.get();
    arrays[handle] = std::move(owned);
    return handle;
}

cudaArray* find_array(const cudaArray* handle, std::string& why)
{
    const auto found = arrays.find(handle);
    if (found == arrays.end())
        why = "No array has this handle. cudaMallocArray() makes one.";
    else if (found->second->is_live)
        return found->second.get();
    else if (found->second->end.count == 0)
        why = "The array ended at cudaDeviceReset().";
    else
        why = "The array was freed at " + file_and_line(found->second->end.line()) +
              ".\nFree it after its last use.";
    return nullptr;
}

void note_freed_array(cudaArray& array)
{
    array.is_live = false;
    array.end = host_calls();
}

std::string words_of(const cudaArray& array)
{
    std::string size = std::to_string(array.width);
    if (array.height)
        size += " x " + std::to_string(array.height);
    if (array.depth && !array.is_layered())
        size += " x " + std::to_string(array.depth);
    return "an array of " + size + " elements of " + array.format.name() +
           (array.is_layered() ? " in " + std::to_string(array.depth) + " layers" : "");
}

void end_arrays()
{
    for (auto& [handle, array] : arrays)
        array->is_live = false;
}

}  // namespace emu
