#include "memory/device_variables.h"

#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "memory/device_memory.h"
#include "memory/shadow.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace emu {
namespace {

constexpr std::size_t kPage = 4096;
constexpr uint32_t kKernel = 1u << kMostDevices;  // a kernel has written the byte, on any device

// All copies have the size of the program's writable segment, of which the host's variables are a part. They are taken
// from the system page by page, as they are used.
struct Copies {
    uint32_t* writers =
        nullptr;  // of each byte: a bit for each device where the host has written it, and kKernel
    unsigned char* values[kMostDevices] = {};
    Shadow shadow[kMostDevices];
    std::vector<std::size_t> pages{};  // that have bytes with writers
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
    if (copies.writers)
        return;
    const auto [low, high] = program.variables();
    const auto zeroed = [bytes = high - low + kPage](std::size_t size) {
        return reserve_zeroed(bytes * size, "the variables of several devices");
    };
    copies.writers = static_cast<uint32_t*>(zeroed(sizeof(uint32_t)));
    copies.is_listed.resize((high - low) / kPage + 1);
    copies.shadow[turn_] = device_memory.variables;
    for (int device = 0; device < device_memory.devices.count(); ++device) {
        copies.values[device] = static_cast<unsigned char*>(zeroed(1));
        if (device != turn_)
            copies.shadow[device].reserve(low, high - low);
    }
}

void DeviceVariables::exchange_page(std::size_t page, int from, int to)
{
    const std::size_t size = program.variables().high - program.variables().low;
    // The host may be using the bytes beside: only those that a device has written are.
    for (std::size_t at = page * kPage; at < (page + 1) * kPage && at < size; ++at)
        if (copies.writers[at]) {
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

void DeviceVariables::will_write(uintptr_t address, std::size_t bytes, Writer writer)
{
    const auto [low, high] = program.variables();
    if (address < low || address >= high || bytes > high - address || is_managed(address))
        return;
    reserve();
    for (std::size_t at = address - low; at < address - low + bytes; ++at) {
        const bool is_kept = copies.writers[at] != 0;
        copies.writers[at] |= writer == Writer::kernel ? kKernel : 1u << turn_;
        if (is_kept)
            continue;
        for (int device = 0; device < device_memory.devices.count(); ++device)
            copies.values[device][at] = *variables_at(at);
        if (!copies.is_listed[at / kPage]) {
            copies.is_listed[at / kPage] = true;
            copies.pages.push_back(at / kPage);
        }
    }
}

int DeviceVariables::set_only_on(uintptr_t address, std::size_t bytes) const
{
    const auto [low, high] = program.variables();
    if (!copies.writers || address < low || address + bytes > high)
        return -1;
    uint32_t all = 0, common = ~0u;
    for (std::size_t at = address - low; at < address - low + bytes; ++at) {
        all |= copies.writers[at] | (*variables_at(at) ? kKernel : 0);
        common &= copies.writers[at];
    }
    if (common == 0 || (all & (kKernel | 1u << turn_)))
        return -1;
    const int other = __builtin_ctz(common);
    const unsigned char* value = copies.values[other] + (address - low);
    const bool is_zero = std::all_of(value, value + bytes, [](unsigned char byte) { return byte == 0; });
    return is_zero ? -1 : other;
}

}  // namespace emu
