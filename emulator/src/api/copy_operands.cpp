#include "api/copy_operands.h"

#include "api/copy.h"
#include "api/refused_arguments.h"
#include "checks/address_checks.h"
#include "checks/host_stores.h"
#include "counters/links.h"
#include "debug_info/program.h"
#include "memory/device_memory.h"
#include "memory/device_variables.h"
#include "state/devices.h"

#include <string>

namespace emu {

uintptr_t number(const void* pointer)
{
    return reinterpret_cast<uintptr_t>(pointer);
}

namespace {

// Of bytes that begin in a live array and end behind it: by how many.
std::string excess(const Allocation& array, uintptr_t address, std::size_t bytes, const char* verb)
{
    const std::size_t offset = address - array.low;
    const SourceLine place = place_of(array);
    return std::to_string(bytes) + " bytes are " + verb + " an array of " + std::to_string(array.bytes) +
           " bytes" + (place.file.empty() ? "" : " (" + short_file_and_line(place) + ")") +
           (offset == 0 ? "" : ", beginning at byte " + std::to_string(offset)) + ": " +
           std::to_string(address + bytes - array.high()) + " too many";
}

const char* name_of(cudaMemcpyKind kind)
{
    constexpr const char* kNames[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                      "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"};
    return kNames[kind];
}

// Device pointers are known. A variable's may be the host's or the device's.
bool is_misplaced(const void* pointer, bool wants_device)
{
    return wants_device ? !is_device(pointer) && !is_variable(pointer) : is_hidden(pointer);
}

}  // namespace

bool goes_to_device(cudaMemcpyKind kind)
{
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}
bool comes_from_device(cudaMemcpyKind kind)
{
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

bool check_direction(const void* to, const void* from, cudaMemcpyKind kind, const char* function)
{
    const bool to_device = goes_to_device(kind), from_device = comes_from_device(kind);
    const bool wrong_to = is_misplaced(to, to_device), wrong_from = is_misplaced(from, from_device);
    if (!wrong_to && !wrong_from)
        return true;
    const auto side = [](bool device) { return device ? "device" : "host"; };
    std::string details;
    if (wrong_to)
        details += std::string("the destination is memory of the ") + side(!to_device) + ", but " +
                   name_of(kind) + " copies to the " + side(to_device) + "\n";
    if (wrong_from)
        details += std::string("the source is memory of the ") + side(!from_device) + ", but " +
                   name_of(kind) + " copies from the " + side(from_device) + "\n";
    const int meant = (to_device != wrong_to) + 2 * (from_device != wrong_from);
    if (meant != cudaMemcpyHostToHost)
        details += std::string("Is ") + name_of(cudaMemcpyKind(meant)) + " meant?";
    refuse_arguments(cudaErrorInvalidValue, function, details);
    return false;
}

bool is_allocated(const void* pointer, std::size_t bytes, const char* function, const char* verb)
{
    uintptr_t low, high;
    if (device_memory.heap.contains(number(pointer))) {
        refuse_arguments(cudaErrorInvalidValue, function,
                         "the memory is of malloc() or new in a kernel, which only kernels can access\n"
                         "Copy it in a kernel to memory of cudaMalloc() first.");
        return false;
    }
    if (bytes == 0 || device_memory.find_live(number(pointer), number(pointer) + bytes, &low, &high))
        return true;
    const Allocation* array = device_memory.arena_of(number(pointer)).at_or_below(number(pointer));
    refuse_arguments(cudaErrorInvalidValue, function,
                     array && array->live && number(pointer) < array->high()
                         ? excess(*array, number(pointer), bytes, verb)
                         : std::to_string(bytes) + " bytes are " + verb + " a device pointer\n" +
                               relative_to_allocation(number(pointer)));
    return false;
}

void report_name_of_constant(const char* function)
{
    refuse_arguments(cudaErrorInvalidValue, function,
                     "the name of a __constant__ variable is not its address on the device\n"
                     "Use cudaMemcpyToSymbol(name, values, bytes), or cudaMemcpyFromSymbol().");
}

bool is_device(const void* pointer)
{
    return device_memory.contains(number(pointer));
}
bool is_variable(const void* pointer)
{
    return program.contains(number(pointer), number(pointer));
}
bool is_hidden(const void* pointer)
{
    return device_memory.devices.contains(number(pointer));
}

const void* host_end(const void* to, const void* from, cudaMemcpyKind kind)
{
    const auto is_host = [](const void* pointer) { return !is_hidden(pointer) && !is_variable(pointer); };
    switch (kind) {
        case cudaMemcpyHostToDevice:
            return from;
        case cudaMemcpyDeviceToHost:
            return to;
        case cudaMemcpyDefault:
            return is_host(from) ? from : is_host(to) ? to : nullptr;
        default:
            return nullptr;
    }
}

int device_of_memory(const void* pointer)
{
    return device_memory.devices.device_of(number(pointer));
}
bool is_between_devices(const void* to, const void* from)
{
    return device_count() > 1 && is_hidden(to) && is_hidden(from) &&
           device_of_memory(to) != device_of_memory(from);
}

void count_between_devices(const void* to, const void* from, std::size_t bytes)
{
    if (!is_between_devices(to, from))
        return;
    const int source = device_of_memory(from), target = device_of_memory(to);
    const bool direct = has_peer_access(source, target) || has_peer_access(target, source);
    count_link({source, target}, direct ? LinkUse::copy : LinkUse::staged_copy, bytes);
}

void open_variable(const void* pointer, std::size_t written)
{
    if (device_count() == 1 || !is_variable(pointer))
        return;
    turn_variables_to(current_device());
    device_variables.will_write(number(pointer), written, DeviceVariables::Writer::host);
}

void turn_variables_to(int device)
{
    if (!device_variables.turn_to(device))
        return;
    for (const Program::Range& range : program.constants())
        expect_constants(range.low, range.high - range.low);
}

}  // namespace emu
