#include "memory/device_memory.h"

#include "debug_info/never_destroyed.h"
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
bool all_is_open = false;
[[gnu::init_priority(101)]] NeverDestroyed<std::vector<Range>> all_opened;
std::vector<Range>& opened = all_opened.value;  // whole pages

void protect(const Range& pages, int protection)
{
    mprotect(reinterpret_cast<void*>(pages.low), pages.high - pages.low, protection);
}

void open(const Range& range)
{
    const Range pages{page_below(range.low), page_above(range.high)};
    if (pages.low == pages.high)
        return;
    protect(pages, PROT_READ | PROT_WRITE);
    opened.push_back(pages);
}

void open_heap()
{
    open({device_memory.heap.low(), device_memory.heap.touched_end()});
}

}  // namespace

[[gnu::init_priority(101)]] DeviceMemory device_memory;

void DeviceArenas::reserve(uintptr_t low, int count)
{
    count_ = count;
    low_ = low;
    high_ = low + std::size_t(count) * kArenaBytes;
    for (int device = 0; device < count; ++device)
        arenas_[device].reserve(low + std::size_t(device) * kArenaBytes, kArenaBytes, kAlignment, kGap);
}

int DeviceArenas::device_of(uintptr_t address) const
{
    return count_ == 1 ? 0 : int((address - low_) / kArenaBytes);
}

void DeviceMemory::reserve(int device_count)
{
    const std::size_t of_devices = std::size_t(device_count) * kArenaBytes;
    const std::size_t hidden = of_devices + kHeapBytes, all = hidden + kArenaBytes;
    const auto low = reinterpret_cast<uintptr_t>(reserve_zeroed(all, "the device's memory"));
    devices.reserve(low, device_count);
    heap.reserve(low + of_devices, kHeapBytes, kHeapAlignment, kHeapGap);
    set_heap_limit(kDefaultHeap);
    managed.reserve(low + hidden, kArenaBytes, page_bytes(), kGap);  // guarded by the page
    shadow.reserve(low, all);
    if (const auto [first, end] = program.variables(); end > first)
        variables.reserve(first, end - first);
    mprotect(reinterpret_cast<void*>(low), hidden, PROT_NONE);
}

std::vector<Arena*> DeviceMemory::arenas_of_host_calls()
{
    std::vector<Arena*> found;
    for (int device = 0; device < devices.count(); ++device)
        found.push_back(&devices[device]);
    found.push_back(&managed);
    return found;
}

std::vector<Arena*> DeviceMemory::arenas()
{
    std::vector<Arena*> found = arenas_of_host_calls();
    found.insert(found.end() - 1, &heap);
    return found;
}

void* DeviceMemory::allocate_on_heap(std::size_t bytes, std::size_t alignment)
{
    if (bytes > heap_limit_ || heap.in_use() > heap_limit_ - bytes)
        return nullptr;
    const uintptr_t end = page_above(heap.touched_end());
    void* found = heap.allocate(bytes, alignment);
    if (heap.touched_end() > end && OpenDeviceMemory::exists())
        open({end, heap.touched_end()});
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
    for (Arena* arena : arenas()) {
        shadow.discard(arena->low(), arena->touched_end() - arena->low());
        arena->clear();
    }
    set_heap_limit(kDefaultHeap);
}

void DeviceMemory::clear(int device)
{
    if (devices.count() == 1)
        return clear();
    Arena& own = devices[device];
    shadow.discard(own.low(), own.touched_end() - own.low());
    own.clear();
    for (const Allocation& allocation : managed.allocations())
        if (allocation.live && allocation.device == device) {
            managed.release(allocation);
            shadow.discard(allocation.low, allocation.bytes);
            protect_managed(allocation.low, allocation.high(), false);
        }
}

void DeviceMemory::forget_stamps()
{
    for (const Arena* arena : arenas())
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

bool OpenDeviceMemory::exists()
{
    return open_count > 0;
}

OpenDeviceMemory::OpenDeviceMemory()
{
    if (open_count++ == 0)
        host_guards.open();
    if (all_is_open)
        return;
    all_is_open = true;
    for (int device = 0; device < device_memory.devices.count(); ++device)
        open(device_memory.devices[device].live());
    open_heap();
}

OpenDeviceMemory::OpenDeviceMemory(std::initializer_list<Range> ranges)
{
    if (open_count++ == 0)
        host_guards.open();
    if (all_is_open)
        return;
    for (const Range& range : ranges)
        if (device_memory.devices.contains(range.low))
            open(range);
        else if (device_memory.heap.contains(range.low))
            open_heap();
}

OpenDeviceMemory::~OpenDeviceMemory()
{
    if (--open_count > 0)
        return;
    for (const Range& range : opened)
        protect(range, PROT_NONE);
    opened.clear();
    all_is_open = false;
    host_guards.close();
}

}  // namespace emu
