#include "memory/device_memory.h"

#include "debug_info/program.h"
#include "machine/machine.h"
#include "memory/host_guards.h"

#include <algorithm>
#include <sys/mman.h>

namespace emu {
namespace {

constexpr std::size_t kArenaBytes = Arena::kLead + (std::size_t(4) << 30);
constexpr std::size_t kAlignment = 256;  // as cudaMalloc() guarantees
constexpr std::size_t kGap = 256;        // at least, after each allocation

constexpr std::size_t kDefaultHeap = std::size_t(8) << 20;
constexpr std::size_t kHeapAlignment = 16;
constexpr std::size_t kHeapGap = 32;
// The range is larger than the heap: it has room for the gaps, and freed memory is not reused at once.
constexpr std::size_t kHeapRange = 16;
constexpr std::size_t kHeapBytes = Arena::kLead + (std::size_t(4) << 30);

int open_count = 0;

uintptr_t page_below(uintptr_t address)
{
    return address / page_bytes() * page_bytes();
}

uintptr_t page_above(uintptr_t address)
{
    return page_below(address + page_bytes() - 1);
}

}  // namespace

[[gnu::init_priority(101)]] DeviceMemory device_memory;

void Arena::reserve(uintptr_t low, std::size_t bytes, std::size_t alignment, std::size_t gap)
{
    alignment_ = alignment;
    gap_ = gap;
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
    const std::size_t above = first_above(low);
    std::size_t first = above > 0 && allocations_[above - 1].high() > low ? above - 1 : above;
    std::size_t last = first;  // freed ones whose place this takes
    while (last < allocations_.size() && allocations_[last].low < low + bytes + gap_)
        ++last;
    if (first < last) {
        allocations_[first++] = {low, bytes, true};
        allocations_.erase(allocations_.begin() + long(first), allocations_.begin() + long(last));
    } else {
        allocations_.insert(allocations_.begin() + long(first), {low, bytes, true});
    }
    in_use_ += bytes;
    if (low + bytes > touched_end_)
        touched_end_ = low + bytes;
    return reinterpret_cast<void*>(low);
}

// The index of the first allocation that starts above the address.
std::size_t Arena::first_above(uintptr_t address) const
{
    const Allocation* below = at_or_below(address);
    return below ? std::size_t(below - allocations_.data()) + 1 : 0;
}

// The first place from here on where no live allocation is; 0 if there is none.
uintptr_t Arena::find_room(uintptr_t from, std::size_t bytes, std::size_t alignment) const
{
    const auto aligned = [&](uintptr_t address) { return (address + alignment - 1) / alignment * alignment; };
    uintptr_t low = aligned(from);
    std::size_t i = first_above(from);
    if (i > 0 && allocations_[i - 1].live && allocations_[i - 1].high() + gap_ > low)
        low = aligned(allocations_[i - 1].high() + gap_);
    for (; i < allocations_.size() && allocations_[i].low < low + bytes + gap_; ++i)
        if (allocations_[i].live)
            low = aligned(allocations_[i].high() + gap_);
    return low <= high_ && bytes + gap_ <= high_ - low ? low : 0;
}

void* Arena::allocate(std::size_t bytes)
{
    return allocate(bytes, alignment_);
}

void* Arena::allocate(std::size_t bytes, std::size_t alignment)
{
    if (bytes > capacity())
        return nullptr;
    alignment = std::max(alignment, alignment_);
    uintptr_t low = find_room(next_, bytes, alignment);
    if (low == 0)
        low = find_room(low_ + kLead, bytes, alignment);
    if (low == 0)
        return nullptr;
    next_ = (low + bytes + gap_ + alignment_ - 1) / alignment_ * alignment_;
    return place(low, bytes);
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

void Arena::note_shared_place(const void* allocated, const HostCalls* place)
{
    if (Allocation* found = record_of(allocated)) {
        found->place = place;
        found->owns_place = false;
    }
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
    if (freed.owns_place)
        delete freed.place;
    freed.place = nullptr;
    in_use_ -= freed.bytes;
    // Return whole pages to the system. Their contents are lost.
    const uintptr_t low = page_above(freed.low), high = page_below(freed.high());
    if (low < high)
        madvise(reinterpret_cast<void*>(low), high - low, MADV_DONTNEED);
    return true;
}

void Arena::clear()
{
    for (const Allocation& allocation : allocations_)
        if (allocation.owns_place)
            delete allocation.place;
    allocations_.clear();
    in_use_ = 0;
}

void DeviceMemory::reserve()
{
    constexpr std::size_t kHidden = kArenaBytes + kHeapBytes, kAll = kHidden + kArenaBytes;
    const auto low = reinterpret_cast<uintptr_t>(reserve_zeroed(kAll, "the device's memory"));
    device.reserve(low, kArenaBytes, kAlignment, kGap);
    heap.reserve(low + kArenaBytes, kHeapBytes, kHeapAlignment, kHeapGap);
    set_heap_limit(kDefaultHeap);
    managed.reserve(low + kHidden, kArenaBytes, page_bytes(), kGap);  // guarded by the page
    shadow.reserve(low, kAll);
    if (const auto [first, end] = program.variables(); end > first)
        variables.reserve(first, end - first);
    mprotect(reinterpret_cast<void*>(low), kHidden, PROT_NONE);
}

void* DeviceMemory::allocate_on_heap(std::size_t bytes, std::size_t alignment)
{
    if (bytes > heap_limit_ || heap.in_use() > heap_limit_ - bytes)
        return nullptr;
    const uintptr_t end = page_above(heap.touched_end());
    void* found = heap.allocate(bytes, alignment);
    if (const uintptr_t new_end = page_above(heap.touched_end()); new_end > end && OpenDeviceMemory::exists())
        mprotect(reinterpret_cast<void*>(end), new_end - end, PROT_READ | PROT_WRITE);
    return found;
}

bool DeviceMemory::set_heap_limit(std::size_t bytes)
{
    if (bytes > (kHeapBytes - Arena::kLead) / 2)
        return false;
    heap_limit_ = bytes;
    const std::size_t range = page_below(std::min(Arena::kLead + kHeapRange * bytes, kHeapBytes));
    heap.reserve(heap.low(), range, kHeapAlignment, kHeapGap);
    return true;
}

void protect_managed(uintptr_t from, uintptr_t to, bool is_live)
{
    if (from < to)  // an allocation has its last page for itself
        mprotect(reinterpret_cast<void*>(from), page_above(to - from),
                 is_live ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void DeviceMemory::clear()
{
    protect_managed(managed.low(), managed.touched_end(), true);
    for (Arena* arena : {&device, &heap, &managed}) {
        shadow.discard(arena->low(), arena->touched_end() - arena->low());
        arena->clear();
    }
    set_heap_limit(kDefaultHeap);
}

void DeviceMemory::forget_stamps()
{
    for (const Arena* arena : {&device, &heap, &managed})
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
    for (const Arena* arena : {&device_memory.device, &device_memory.heap}) {
        const std::size_t bytes = page_above(arena->touched_end() - arena->low());
        if (bytes > 0)
            mprotect(reinterpret_cast<void*>(arena->low()), bytes, protection);
    }
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
