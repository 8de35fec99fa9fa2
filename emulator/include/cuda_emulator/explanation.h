// Says why kernels are slow, by rules over the counters, and the least time that each resource of a GPU takes.
#pragma once

#include "cuda_emulator/launch_counters.h"
#include "cuda_emulator/stream_work.h"

#include <cstddef>
#include <string>
#include <vector>

namespace emu {

// What one rule has found.
struct Finding {
    std::string rule;    // "bank_conflicts"
    std::string kernel;  // "": the host's code
    std::string file;    // "" and 0: no line
    int line = 0;
    std::string counted, ideal;  // "8.0 wavefronts per request", "1.0"
    double share = 0;            // of the kernel's traffic or work of this kind that could go, 0 to 1
    double seconds = 0;          // at least, on the GPU: what the resource would take less
    std::string text, advice;    // sentences
    std::string see;             // where the next step is shown: "reduce_v3"
};

// The least time that a run takes on a GPU: no resource can do its part faster. This is no prediction.
struct Floor {
    struct Resource {
        std::string name;
        double seconds = 0;
        std::string from;  // the counts and the constant
    };
    std::string gpu;
    std::vector<Resource> resources;  // those that the run needs
    std::size_t largest = 0;          // an index
};

struct Explanation {
    std::vector<Finding> findings;  // the largest gain first; empty: nothing found
    Floor floor;
};

// Of launches that ran with Options::explain. The GPU is that of Options::gpu.
Explanation explain(const std::vector<KernelCounters>& launches, const WorkCounters& work);

// The same for people, as lines of at most `columns` characters where words allow it.
std::string text_of(const Explanation& explanation, std::size_t columns = 80);

}  // namespace emu
