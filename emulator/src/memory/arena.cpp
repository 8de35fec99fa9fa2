#include "memory/arena.h"

#include "machine/machine.h"

#include <algorithm>
#include <sys/mman.h>

namespace emu {

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
    live_ = in_use_ == 0 ? Range{low, low + bytes}
                         : Range{std::min(live_.low, low), std::max(live_.high, low + bytes)};
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

void Arena::note_element(const void* allocated, std::size_t bytes, bool is_number)
{
    if (Allocation* found = record_of(allocated)) {
        found->element = bytes;
        found->holds_numbers = is_number;
    }
}

void Arena::note_row(const void* allocated, std::size_t bytes, std::size_t bytes_of_element)
{
    if (Allocation* found = record_of(allocated)) {
        found->row = bytes;
        found->element_of_row = bytes_of_element;
    }
}

void Arena::note_device(const void* allocated, int device)
{
    if (Allocation* found = record_of(allocated))
        found->device = device;
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
    if (in_use_ == 0)
        live_ = {};
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
    live_ = {};
}

}  // namespace emu
