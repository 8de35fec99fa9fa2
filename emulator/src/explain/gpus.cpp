#include "explain/gpus.h"

#include <strings.h>

namespace emu {

const std::vector<Gpu>& all_gpus()
{
    static const std::vector<Gpu>& gpus = *new std::vector<Gpu>([] {
        std::vector<Gpu> list;
#define GPU(name, multiprocessors, clock) list.emplace_back(name, multiprocessors, clock);
#define RATE(resource, value, source)              \
    list.back().rate[int(Rate::resource)] = value; \
    list.back().from[int(Rate::resource)] = source;
#include "explain/gpus.inc"
#undef GPU
#undef RATE
        for (std::size_t i = 0, n = list.size(); i < n; ++i) {
            Gpu gpu = list[i];
            gpu.name += "-without-L2";
            gpu.rate[int(Rate::l2_bytes)] = 0;
            list.push_back(gpu);
        }
        return list;
    }());
    return gpus;
}

const Gpu* find_gpu(const std::string& name)
{
    for (const Gpu& gpu : all_gpus())
        if (strcasecmp(gpu.name.c_str(), name.c_str()) == 0)
            return &gpu;
    return nullptr;
}

}  // namespace emu
