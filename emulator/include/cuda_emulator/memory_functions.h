// Loads and stores with a cache hint. The emulator has no caches, so they are plain accesses.
#pragma once

#include "host_defines.h"

#include <type_traits>

#define EMU_LOAD(function)                 \
    template <class T>                     \
    __forceinline__ T function(const T* p) \
    {                                      \
        return *p;                         \
    }
#define EMU_STORE(function)                                              \
    template <class T>                                                   \
    __forceinline__ void function(T* p, std::enable_if_t<true, T> value) \
    {                                                                    \
        *p = value;                                                      \
    }
EMU_LOAD(__ldg)
EMU_LOAD(__ldca)
EMU_LOAD(__ldcg)
EMU_LOAD(__ldcs)
EMU_LOAD(__ldlu)
EMU_LOAD(__ldcv)
EMU_STORE(__stwb)
EMU_STORE(__stcg)
EMU_STORE(__stcs)
EMU_STORE(__stwt)
#undef EMU_LOAD
#undef EMU_STORE
