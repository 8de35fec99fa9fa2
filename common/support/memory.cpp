#include "common/support/memory.h"

#include <fstream>
#include <string>

namespace ladders {

std::size_t free_host_memory()
{
    std::ifstream meminfo("/proc/meminfo");
    for (std::string key; meminfo >> key;) {
        std::size_t kib = 0;
        if (key == "MemAvailable:" && meminfo >> kib)
            return kib * 1024;
        meminfo.ignore(256, '\n');
    }
    return static_cast<std::size_t>(-1);  // unknown: let the allocation decide
}

}  // namespace ladders
