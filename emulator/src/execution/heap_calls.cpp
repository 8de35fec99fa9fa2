// malloc(), free(), new and delete in kernels: memory of the device's heap.
#include "checks/address_checks.h"
#include "checks/reports.h"
#include "counters/site.h"
#include "cuda_emulator/frame.h"
#include "debug_info/program.h"
#include "execution/served_calls.h"
#include "memory/device_memory.h"
#include "state/grid.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>

namespace emu {
namespace {

struct HeapCall : ServedCall {
    bool frees;
    std::size_t bytes, alignment;
    void* pointer;  // freed; or the result
};

// The calls in the code, for the allocations that they make.
const HostCalls* place_of_call(uintptr_t pc)
{
    static auto& places = *new std::map<uintptr_t, HostCalls>;  // never destroyed: read when the program ends
    HostCalls& place = places[pc];
    place.callers[0] = reinterpret_cast<void*>(pc);
    place.count = 1;
    return &place;
}

void report_free(uintptr_t address, const Allocation* allocation, uintptr_t pc, int warp_index, int lane)
{
    char text[32];
    std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
    const bool twice = allocation && !allocation->live;
    std::string details = std::string("on free(") + text + ")\n";
    details += twice                             ? "which has been freed before"
               : device_memory.contains(address) ? relative_to_allocation(address)
                                                 : "and is not device memory: a host pointer?";
    if (device_memory.contains(address) && !device_memory.heap.contains(address))
        details += "\nIt is memory of the host's calls of CUDA: cudaFree() on the host frees it.";
    const SourceLine place = program.line_at(pc);
    report_at(twice ? "Malloc/Free error encountered: Double free"
                    : "Malloc/Free error encountered: Invalid pointer to free",
              place.file.c_str(), place.line, warp_index, lane, details);
}

void serve_free(uintptr_t address, uintptr_t pc, int warp_index, int lane)
{
    if (address == 0)
        return;
    Arena& heap = device_memory.heap;
    const Allocation* allocation = heap.contains(address) ? heap.starting_at(address) : nullptr;
    if (!allocation || !heap.release(*allocation))
        return report_free(address, allocation, pc, warp_index, lane);
    device_memory.shadow.discard(address, allocation->bytes);
    sites.forget_allocations();
}

// Stops the current lane until the scheduler has carried out the call.
uint32_t serve_heap_calls(Warp& warp, uint32_t lanes)
{
    grid.steps = 0;
    grid.idle_requests = 0;
    grid.progress = true;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        auto& call = static_cast<HeapCall&>(*reinterpret_cast<ServedCall*>(warp.address[lane]));
        const uintptr_t pc = pc_of(warp.position[lane]);
        if (call.frees) {
            serve_free(reinterpret_cast<uintptr_t>(call.pointer), pc, warp.index, lane);
        } else {
            call.pointer = device_memory.allocate_on_heap(call.bytes, call.alignment);
            device_memory.heap.note_shared_place(call.pointer, place_of_call(pc));
        }
    }
    return lanes;
}

}  // namespace
}  // namespace emu

#define PC __builtin_return_address(0)
#define FRAME EMU_FRAME

// The rewriter makes the calls of .cu files to malloc() and so on calls of these. Those of the host go on to the host's.
#define ALLOCATES(name, parameters, bytes, alignment, on_host)                         \
    void* name parameters                                                              \
    {                                                                                  \
        if (!emu::on_fiber(FRAME))                                                     \
            return on_host;                                                            \
        emu::HeapCall call{{emu::serve_heap_calls}, false, bytes, alignment, nullptr}; \
        emu::stop_for(call, PC, FRAME);                                                \
        return call.pointer;                                                           \
    }

#define FREES(name, parameters, on_host)                            \
    void name parameters                                            \
    {                                                               \
        if (!emu::on_fiber(FRAME))                                  \
            return on_host;                                         \
        emu::HeapCall call{{emu::serve_heap_calls}, true, 0, 0, p}; \
        emu::stop_for(call, PC, FRAME);                             \
    }

extern "C" {

ALLOCATES(emu_malloc, (std::size_t n), n, 16, std::malloc(n))
ALLOCATES(emu__Znwm, (std::size_t n), n, 16, ::operator new(n))
ALLOCATES(emu__Znam, (std::size_t n), n, 16, ::operator new[](n))
ALLOCATES(emu__ZnwmSt11align_val_t, (std::size_t n, std::align_val_t a), n, std::size_t(a),
          ::operator new(n, a))
ALLOCATES(emu__ZnamSt11align_val_t, (std::size_t n, std::align_val_t a), n, std::size_t(a),
          ::operator new[](n, a))

FREES(emu_free, (void* p), std::free(p))
FREES(emu__ZdlPv, (void* p), ::operator delete(p))
FREES(emu__ZdaPv, (void* p), ::operator delete[](p))
FREES(emu__ZdlPvm, (void* p, std::size_t), ::operator delete(p))
FREES(emu__ZdaPvm, (void* p, std::size_t), ::operator delete[](p))
FREES(emu__ZdlPvSt11align_val_t, (void* p, std::align_val_t a), ::operator delete(p, a))
FREES(emu__ZdaPvSt11align_val_t, (void* p, std::align_val_t a), ::operator delete[](p, a))
FREES(emu__ZdlPvmSt11align_val_t, (void* p, std::size_t, std::align_val_t a), ::operator delete(p, a))
FREES(emu__ZdaPvmSt11align_val_t, (void* p, std::size_t, std::align_val_t a), ::operator delete[](p, a))

}  // extern "C"
