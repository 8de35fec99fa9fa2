#include "api/copy_operands.h"

#include "api/copy.h"
#include "checks/address_checks.h"
#include "checks/host_stores.h"
#include "checks/reports.h"
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

bool is_allocated(const void* pointer, std::size_t bytes, const char* function)
{
    uintptr_t low, high;
    if (device_memory.heap.contains(number(pointer))) {
        report_host(
            "Program hit cudaErrorInvalidValue (error 1) due to \"invalid argument\" on CUDA API call to " +
                std::string(function) + ".",
            "", 0,
            "the memory is of malloc() or new in a kernel, which only kernels can access\n"
            "Copy it in a kernel to memory of cudaMalloc() first.");
        return false;
    }
    if (bytes == 0 || device_memory.find_live(number(pointer), number(pointer) + bytes, &low, &high))
        return true;
    report_host(
        "Program hit cudaErrorInvalidValue (error 1) due to \"invalid argument\" on CUDA API call to " +
            std::string(function) + ".",
        "", 0,
        std::to_string(bytes) + " bytes from a device pointer\n" + relative_to_allocation(number(pointer)));
    return false;
}

void report_name_of_constant(const char* function)
{
    report_host(
        "Program hit cudaErrorInvalidValue (error 1) due to \"invalid argument\" on CUDA API call to " +
            std::string(function) + ".",
        "", 0,
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
    device_variables.will_write(number(pointer), written);
}

void turn_variables_to(int device)
{
    if (!device_variables.turn_to(device))
        return;
    for (const Program::Range& range : program.constants())
        expect_constants(range.low, range.high - range.low);
}

}  // namespace emu
