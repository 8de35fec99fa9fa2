#include "memory/host_guards.h"

#include "machine/machine.h"
#include "memory/device_memory.h"

#include <sys/mman.h>

namespace emu {
namespace {

void protect(const HostGuard& guard, int protection)
{
    mprotect(reinterpret_cast<void*>(guard.low), guard.high - guard.low, protection);
}

}  // namespace

[[gnu::init_priority(101)]] HostGuards host_guards;

void HostGuards::add(uintptr_t from, uintptr_t to, bool readable, int queue, uint64_t number)
{
    const uintptr_t page = page_bytes();
    uintptr_t low, high;
    if (guards_.size() >= kMost || !device_memory.managed.contains(from) ||
        !device_memory.find_live(from, to, &low, &high))
        return;
    // The allocation has its last page for itself.
    const uintptr_t first = (from + page - 1) / page * page,
                    end = (to == high ? to + page - 1 : to) / page * page;
    if (first < end)
        guards_.push_back({first, end, readable, queue, number});
}

const HostGuard* HostGuards::at(uintptr_t address) const
{
    for (const HostGuard& guard : guards_)
        if (address >= guard.low && address < guard.high)
            return &guard;
    return nullptr;
}

void HostGuards::open() const
{
    for (const HostGuard& guard : guards_)
        protect(guard, PROT_READ | PROT_WRITE);
}

void HostGuards::close() const
{
    if (OpenDeviceMemory::exists())
        return;
    // A page that one copy reads and another one writes is hidden.
    for (const bool readable : {true, false})
        for (const HostGuard& guard : guards_)
            if (guard.readable == readable)
                protect(guard, readable ? PROT_READ : PROT_NONE);
}

}  // namespace emu
