// memcpy_async() of a group: its threads copy a part each. wait() waits for the copies and is the group's barrier.
#pragma once

#include "../cooperative_groups.h"
#include "cuda_emulator/memcpy_async.h"

#include <cstddef>

#define EMU_CALLER const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cooperative_groups {

// bytes: a number, or a cuda::aligned_size_t.
template <class Group, class Element, class Size>
__forceinline__ void memcpy_async(const Group& group, Element* to, const Element* from, const Size& bytes,
                                  EMU_CALLER)
{
    emu::copy_by_group(group, to, from, std::size_t(bytes), nullptr, file, line);
    emu::commit_copies();
}

// As many elements as both have.
template <class Group, class Element>
__forceinline__ void memcpy_async(const Group& group, Element* to, std::size_t to_count, const Element* from,
                                  std::size_t from_count, EMU_CALLER)
{
    const std::size_t count = to_count < from_count ? to_count : from_count;
    memcpy_async(group, to, from, count * sizeof(Element), file, line);
}

template <class Group>
void wait(const Group& group, EMU_CALLER)
{
    emu::wait_for_copies(0);
    group.sync(file, line);
}

// All but the latest copies.
template <unsigned Stages, class Group>
void wait_prior(const Group& group, EMU_CALLER)
{
    emu::wait_for_copies(Stages);
    group.sync(file, line);
}

}  // namespace cooperative_groups

#undef EMU_CALLER
