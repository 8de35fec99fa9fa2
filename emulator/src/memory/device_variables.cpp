#include "memory/device_variables.h"

#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "memory/device_memory.h"
#include "memory/shadow.h"

#include <cstring>
#include <vector>

namespace emu {
namespace {

constexpr std::size_t kPage = 4096;

// All copies have the size of the program's writable segment, of which the host's variables are a part. They are taken
// from the system page by page, as they are used.
struct Copies {
    unsigned char* is_kept = nullptr;  // 0xFF for each byte that a device has written
    unsigned char* values[kMostDevices] = {};
    Shadow shadow[kMostDevices];
    std::vector<std::size_t> pages{};  // that have kept bytes
    std::vector<bool> is_listed{};     // by page: whether it is in `pages`
};
[[gnu::init_priority(101)]] NeverDestroyed<Copies> all_copies;
Copies& copies = all_copies.value;

unsigned char* variables_at(std::size_t offset)
{
    return reinterpret_cast<unsigned char*>(program.variables().low + offset);
}

bool is_managed(uintptr_t address)
{
    for (const Program::Range& range : program.managed())
        if (address >= range.low && address < range.high)
            return true;
    return false;
}

}  // namespace

[[gnu::init_priority(101)]] DeviceVariables device_variables;

void DeviceVariables::reserve()
{
    if (copies.is_kept)
        return;
    const auto [low, high] = program.variables();
    const auto zeroed = [&, bytes = high - low + kPage] {
        return static_cast<unsigned char*>(reserve_zeroed(bytes, "the variables of several devices"));
    };
    copies.is_kept = zeroed();
    copies.is_listed.resize((high - low) / kPage + 1);
    copies.shadow[turn_] = device_memory.variables;
    for (int device = 0; device < device_memory.devices.count(); ++device) {
        copies.values[device] = zeroed();
        if (device != turn_)
            copies.shadow[device].reserve(low, high - low);
    }
}

void DeviceVariables::exchange_page(std::size_t page, int from, int to)
{
    const std::size_t size = program.variables().high - program.variables().low;
    // The host may be using the bytes beside: only those that are kept are written.
    for (std::size_t at = page * kPage; at < (page + 1) * kPage && at < size; ++at)
        if (copies.is_kept[at]) {
            copies.values[from][at] = *variables_at(at);
            *variables_at(at) = copies.values[to][at];
        }
}

bool DeviceVariables::turn_to(int device)
{
    if (device == turn_)
        return false;
    reserve();
    for (const std::size_t page : copies.pages)
        exchange_page(page, turn_, device);
    device_memory.variables = copies.shadow[device];
    turn_ = device;
    return true;
}

void DeviceVariables::will_write(uintptr_t address, std::size_t bytes)
{
    const auto [low, high] = program.variables();
    if (address < low || address >= high || bytes > high - address || is_managed(address))
        return;
    reserve();
    for (std::size_t at = address - low; at < address - low + bytes; ++at) {
        if (copies.is_kept[at])
            continue;
        copies.is_kept[at] = 0xFF;
        for (int device = 0; device < device_memory.devices.count(); ++device)
            copies.values[device][at] = *variables_at(at);
        if (!copies.is_listed[at / kPage]) {
            copies.is_listed[at / kPage] = true;
            copies.pages.push_back(at / kPage);
        }
    }
}

}  // namespace emu
