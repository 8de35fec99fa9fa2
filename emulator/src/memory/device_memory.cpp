#include "memory/device_memory.h"

#include "debug_info/program.h"
#include "memory/host_guards.h"

#include <algorithm>
#include <sys/mman.h>

namespace emu {
namespace {

constexpr std::size_t kArenaBytes = Arena::kLead + (std::size_t(4) << 30);
constexpr std::size_t kAlignment = 256;  // as cudaMalloc() guarantees
constexpr std::size_t kGap = 256;        // at least, after each allocation
constexpr std::size_t kPage = Arena::kPage;

int open_count = 0;

}  // namespace

[[gnu::init_priority(101)]] DeviceMemory device_memory;

void Arena::reserve(uintptr_t low, std::size_t bytes, std::size_t alignment)
{
    alignment_ = alignment;
    low_ = touched_end_ = low;
    next_ = low + kLead;
    high_ = low + bytes;
}

const Allocation* Arena::at_or_below(uintptr_t address) const
{
    std::size_t first = 0, last = allocations_.size();
    while (first < last) {
        const std::size_t middle = (first + last) / 2;
        if (allocations_[middle].low <= address)
            first = middle + 1;
        else
            last = middle;
    }
    return first == 0 ? nullptr : &allocations_[first - 1];
}

const Allocation* Arena::nearest(uintptr_t address) const
{
    if (allocations_.empty())
        return nullptr;
    const Allocation* below = at_or_below(address);
    if (!below)
        return &allocations_.front();
    if (address < below->high() || below == &allocations_.back())
        return below;
    const Allocation* above = below + 1;
    return address - below->high() < above->low - address ? below : above;
}

const Allocation* Arena::starting_at(uintptr_t address) const
{
    const Allocation* found = at_or_below(address);
    return found && found->low == address ? found : nullptr;
}

void* Arena::place(uintptr_t low, std::size_t bytes)
{
    std::size_t first = 0;
    while (first < allocations_.size() && allocations_[first].high() <= low)
        ++first;
    std::size_t last = first;  // freed ones whose place this takes
    while (last < allocations_.size() && allocations_[last].low < low + bytes + kGap)
        ++last;
    allocations_.erase(allocations_.begin() + long(first), allocations_.begin() + long(last));
    allocations_.insert(allocations_.begin() + long(first), {low, bytes, true, nullptr});
    in_use_ += bytes;
    if (low + bytes > touched_end_)
        touched_end_ = low + bytes;
    return reinterpret_cast<void*>(low);
}

void* Arena::allocate(std::size_t bytes)
{
    if (bytes > capacity())
        return nullptr;
    const std::size_t room = (bytes + kGap + alignment_ - 1) / alignment_ * alignment_;
    if (room <= high_ - next_) {
        const uintptr_t low = next_;
        next_ += room;
        return place(low, bytes);
    }
    uintptr_t free_from = low_ + kLead;  // the end of the live allocation before a free place
    for (std::size_t i = 0; i <= allocations_.size(); ++i) {
        const bool end = i == allocations_.size();
        if (!end && !allocations_[i].live)
            continue;
        const uintptr_t free_to = end ? high_ : allocations_[i].low;
        if (free_to >= free_from && free_to - free_from >= room)
            return place(free_from, bytes);
        if (!end)
            free_from = (allocations_[i].high() + kGap + alignment_ - 1) / alignment_ * alignment_;
    }
    return nullptr;
}

Allocation* Arena::record_of(const void* allocated)
{
    const Allocation* found = starting_at(reinterpret_cast<uintptr_t>(allocated));
    return found ? &allocations_[std::size_t(found - allocations_.data())] : nullptr;
}

void Arena::note_place(const void* allocated, const HostCalls& place)
{
    if (Allocation* found = record_of(allocated))
        found->place = new HostCalls(place);
}

void Arena::note_element(const void* allocated, std::size_t bytes)
{
    if (Allocation* found = record_of(allocated))
        found->element = bytes;
}

void Arena::note_store(uintptr_t allocated, uintptr_t pc)
{
    constexpr std::size_t kMost = 8;
    Allocation* found = record_of(reinterpret_cast<const void*>(allocated));
    if (found && found->stores.size() < kMost &&
        std::find(found->stores.begin(), found->stores.end(), pc) == found->stores.end())
        found->stores.push_back(pc);
}

bool Arena::release(const Allocation& allocation)
{
    Allocation& freed = allocations_[std::size_t(&allocation - allocations_.data())];
    if (!freed.live)
        return false;
    freed.live = false;
    delete freed.place;
    freed.place = nullptr;
    in_use_ -= freed.bytes;
    // Return whole pages to the system. Their contents are lost.
    const uintptr_t low = (freed.low + kPage - 1) / kPage * kPage, high = freed.high() / kPage * kPage;
    if (low < high)
        madvise(reinterpret_cast<void*>(low), high - low, MADV_DONTNEED);
    return true;
}

void Arena::clear()
{
    for (const Allocation& allocation : allocations_)
        delete allocation.place;
    allocations_.clear();
    in_use_ = 0;
}

void DeviceMemory::reserve()
{
    const auto low = reinterpret_cast<uintptr_t>(reserve_zeroed(2 * kArenaBytes, "the device's memory"));
    device.reserve(low, kArenaBytes, kAlignment);
    managed.reserve(low + kArenaBytes, kArenaBytes, kPage);  // guarded by the page
    shadow.reserve(low, 2 * kArenaBytes);
    if (const auto [first, end] = program.variables(); end > first)
        variables.reserve(first, end - first);
    mprotect(reinterpret_cast<void*>(low), kArenaBytes, PROT_NONE);
}

void protect_managed(uintptr_t from, uintptr_t to, bool is_live)
{
    constexpr uintptr_t kPage = Arena::kPage;  // an allocation has its last page for itself
    if (from < to)
        mprotect(reinterpret_cast<void*>(from), (to - from + kPage - 1) / kPage * kPage,
                 is_live ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void DeviceMemory::clear()
{
    protect_managed(managed.low(), managed.touched_end(), true);
    for (Arena* arena : {&device, &managed}) {
        shadow.discard(arena->low(), arena->touched_end() - arena->low());
        arena->clear();
    }
}

void DeviceMemory::forget_stamps()
{
    for (const Arena* arena : {&device, &managed})
        for (const Allocation& allocation : arena->allocations())
            if (allocation.live)
                shadow.forget_stamps(allocation.low, allocation.bytes);
    variables.discard(variables.low, variables.bytes);  // stamps are all that matters of these
}

bool DeviceMemory::find_live(uintptr_t from, uintptr_t to, uintptr_t* low, uintptr_t* high) const
{
    if (!contains(from))
        return false;
    const Allocation* found = arena_of(from).at_or_below(from);
    if (!found || !found->live || to > found->high())
        return false;
    *low = found->low;
    *high = found->high();
    return true;
}

static void protect_device_memory(int protection)
{
    const Arena& arena = device_memory.device;
    const std::size_t bytes = (arena.touched_end() - arena.low() + kPage - 1) / kPage * kPage;
    if (bytes > 0)
        mprotect(reinterpret_cast<void*>(arena.low()), bytes, protection);
}

bool OpenDeviceMemory::exists()
{
    return open_count > 0;
}

OpenDeviceMemory::OpenDeviceMemory()
{
    if (open_count++ > 0)
        return;
    protect_device_memory(PROT_READ | PROT_WRITE);
    host_guards.open();
}

OpenDeviceMemory::~OpenDeviceMemory()
{
    if (--open_count > 0)
        return;
    protect_device_memory(PROT_NONE);
    host_guards.close();
}

}  // namespace emu
