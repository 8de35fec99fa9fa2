// memcpy_async() as a plain copy that the group's threads share. wait() is the group's barrier.
#pragma once

#include "../cooperative_groups.h"

#include <cstddef>
#include <cstdint>

namespace cooperative_groups {

template <class Group, class Element>
void memcpy_async(const Group& group, Element* to, const Element* from, std::size_t bytes)
{
    const std::size_t first = group.thread_rank(), stride = group.size();
    const auto bits = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
    const auto copy = [&](auto* words, const auto* source) {
        for (std::size_t i = first; i < bytes / sizeof *words; i += stride)
            words[i] = source[i];
    };
    if (bits % 16 == 0)
        copy(reinterpret_cast<int4*>(to), reinterpret_cast<const int4*>(from));
    else if (bits % 4 == 0)
        copy(reinterpret_cast<int*>(to), reinterpret_cast<const int*>(from));
    else
        copy(reinterpret_cast<char*>(to), reinterpret_cast<const char*>(from));
}

template <class Group>
void wait(const Group& group, const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    group.sync(file, line);
}

template <unsigned Stages, class Group>
void wait_prior(const Group& group, const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    group.sync(file, line);
}

}  // namespace cooperative_groups
