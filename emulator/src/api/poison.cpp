#include "cuda_emulator/poison.h"

#include "api/copy.h"
#include "checks/reports.h"
#include "debug_info/host_line.h"
#include "debug_info/program.h"
#include "memory/device_memory.h"

#include <set>

namespace emu {

cudaError_t poison(void* array, int value, std::size_t bytes)
{
    const cudaError_t error = fill(array, value, bytes, "poison", false);
    const auto address = reinterpret_cast<uintptr_t>(array);
    // The host may write to managed memory unseen, so all of it counts as written.
    if (error == cudaSuccess && bytes > 0 && device_memory.devices.contains(address))
        device_memory.shadow.set_unwritten(address, bytes);
    return error;
}

cudaError_t note_elements(cudaError_t error, const void* array, std::size_t bytes_of_element,
                          bool are_numbers)
{
    if (error == cudaSuccess && array)
        for (Arena* arena : device_memory.arenas_of_host_calls())
            arena->note_element(array, bytes_of_element, are_numbers);
    return error;
}

cudaError_t note_rows(cudaError_t error, const void* array, std::size_t bytes_of_row,
                      std::size_t bytes_of_element)
{
    if (error == cudaSuccess && array)
        for (Arena* arena : device_memory.arenas_of_host_calls())
            arena->note_row(array, bytes_of_row, bytes_of_element);
    return error;
}

std::vector<std::string> stores_into(const void* array)
{
    const auto address = reinterpret_cast<uintptr_t>(array);
    std::set<std::pair<std::string, int>> places;
    if (device_memory.contains(address))
        if (const Allocation* found = device_memory.arena_of(address).at_or_below(address))
            for (const uintptr_t pc : found->stores)
                if (const SourceLine place = program.line_at(pc); !place.file.empty())
                    places.insert({place.file, place.line});
    std::vector<std::string> lines;
    for (const auto& [file, line] : places)
        lines.push_back(file + ":" + std::to_string(line));
    return lines;
}

std::string allocated_at(const void* array)
{
    const auto address = reinterpret_cast<uintptr_t>(array);
    const Allocation* found =
        device_memory.contains(address) ? device_memory.arena_of(address).at_or_below(address) : nullptr;
    return found && found->place ? file_and_line(found->place->line()) : "";
}

void skip_in_reports(const std::string& folder)
{
    Program::skip_folder(folder);
}

}  // namespace emu
