#include "cuda_emulator/surface_functions.h"

#include "checks/race.h"
#include "checks/race_report.h"
#include "checks/reports.h"
#include "cuda_emulator/frame.h"
#include "execution/served_calls.h"
#include "state/grid.h"
#include "textures/element_checks.h"
#include "textures/objects.h"

#include <algorithm>
#include <cstring>

namespace emu {
namespace {

struct SurfaceCall : ServedCall {
    cudaSurfaceObject_t surface;
    SurfaceShape shape;
    unsigned bytes;
    bool writes;
    int x, y, slice;
    cudaSurfaceBoundaryMode mode;
    SurfaceWords value;
};

SurfaceCall& surface_call_of(uintptr_t address)
{
    return static_cast<SurfaceCall&>(*reinterpret_cast<ServedCall*>(address));
}

bool has_shape(const cudaArray& array, SurfaceShape shape)
{
    const int dimensions = array.depth && !array.is_layered() && !array.is_cubemap() ? 3
                           : array.height                                            ? 2
                                                                                     : 1;
    switch (shape) {
        case SurfaceShape::one:  // also of an array with one row
            return !array.is_layered() && !array.is_cubemap() && (dimensions == 1 || array.height == 1);
        case SurfaceShape::two:
            return dimensions == 2 && !array.is_layered() && !array.is_cubemap();
        case SurfaceShape::three:
            return dimensions == 3;
        case SurfaceShape::one_layered:
            return dimensions == 1 && array.is_layered();
        case SurfaceShape::two_layered:
            return dimensions == 2 && array.is_layered() && !array.is_cubemap();
        case SurfaceShape::cubemap:
            return array.is_cubemap() && !array.is_layered();
        case SurfaceShape::cubemap_layered:
            return array.is_cubemap() && array.is_layered();
    }
    return false;
}

const Object* usable_surface(const SurfaceCall& call, const Warp& warp, int lane)
{
    const uintptr_t pc = pc_of(warp.position[lane]);
    std::string why;
    const Object* surface = find_object(ObjectKind::surface, call.surface, why);
    if (!surface) {
        report_call(pc, warp, lane, "Use of a surface object that does not exist", why);
        return nullptr;
    }
    if (!has_memory(*surface, why)) {
        report_call(pc, warp, lane, "Use of a surface whose array is gone", why);
        return nullptr;
    }
    if (has_shape(*surface->resource.array, call.shape))
        return surface;
    report_call(pc, warp, lane, call.writes ? "Invalid surface write" : "Invalid surface read",
                "The function does not fit the surface, which is " + surface->resource.words() + ".");
    return nullptr;
}

const char* access_of(const SurfaceCall& call)
{
    return call.writes ? "write" : "read";
}

void report_misaligned(const SurfaceCall& call, const Warp& warp, int lane)
{
    const std::string size = std::to_string(call.bytes);
    report_call(pc_of(warp.position[lane]), warp, lane,
                call.writes ? "Misaligned surface write" : "Misaligned surface read",
                "x is " + std::to_string(call.x) + " and counts bytes: it must be a multiple of the " + size +
                    " bytes of an element.\nWrite x * sizeof(the element's type) in place of x.");
    if (grid.error == cudaSuccess)
        grid.error = cudaErrorMisalignedAddress;
}

void report_trap(const SurfaceCall& call, const Resource& resource, const Warp& warp, int lane)
{
    const std::string what = std::string("Out-of-range surface ") + access_of(call);
    const std::string row = std::to_string(resource.pitch);
    std::string details = "x = " + std::to_string(call.x) + " bytes";
    if (resource.height)
        details += ", y = " + std::to_string(call.y);
    if (resource.depth)
        details += ", slice " + std::to_string(call.slice);
    details += " is outside of " + resource.words() + " (rows of " + row +
               " bytes).\nWith cudaBoundaryModeTrap, the default, the kernel fails on a GPU. Is a guard "
               "missing, such as "
               "if (x < width && y < height)?";
    report_call(pc_of(warp.position[lane]), warp, lane, what.c_str(), details);
    if (grid.error == cudaSuccess)
        grid.error = cudaErrorLaunchFailure;
}

// The address that the lane accesses; 0: none, as it is out of range in cudaBoundaryModeZero. *fails: an error was reported.
uintptr_t address_of(const SurfaceCall& call, const Resource& resource, const Warp& warp, int lane,
                     bool* fails)
{
    const long last_x = (long(resource.pitch) - long(call.bytes)) / long(call.bytes) * long(call.bytes);
    const long last_y = long(resource.rows()) - 1, last_slice = long(resource.slices()) - 1;
    const auto is_in = [](long i, long last) { return i >= 0 && i <= last; };
    *fails = false;
    if (call.x % int(call.bytes) != 0) {
        report_misaligned(call, warp, lane);
        *fails = true;
        return 0;
    }
    long x = call.x, y = call.y, slice = call.slice;
    if (!is_in(x, last_x) || !is_in(y, last_y) || !is_in(slice, last_slice)) {
        if (call.mode == cudaBoundaryModeTrap) {
            report_trap(call, resource, warp, lane);
            *fails = true;
        }
        if (call.mode != cudaBoundaryModeClamp || last_x < 0)
            return 0;
        x = std::clamp(x, 0L, last_x);
        y = std::clamp(y, 0L, last_y);
        slice = std::clamp(slice, 0L, last_slice);
    }
    return resource.address(0, std::size_t(y), std::size_t(slice)) + uintptr_t(x);
}

// Stores lane by lane. Stores that nothing orders are an error if they change the value.
void store(const Warp& warp, int lane, const SurfaceCall& call, uintptr_t address, bool races)
{
    char* to = reinterpret_cast<char*>(address);
    const bool changes = std::memcmp(to, &call.value, call.bytes) != 0;
    std::memcpy(to, &call.value, call.bytes);
    if (races && changes)
        report_race(Space::global, Hazard::write_after_write,
                    {pc_of(warp.position[lane]), address, call.bytes, warp.index, lane},
                    warp.earlier_writer[lane]);
}

uint32_t serve_surface(Warp& warp, uint32_t lanes)
{
    SurfaceCall* calls[kLanes];
    uint32_t good = 0, inside = 0;
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        calls[lane] = &surface_call_of(warp.address[lane]);
        const Object* surface = usable_surface(*calls[lane], warp, lane);
        bool fails = true;
        if (surface)
            warp.address[lane] = address_of(*calls[lane], surface->resource, warp, lane, &fails);
        good |= uint32_t(!fails) << lane;
        inside |= uint32_t(!fails && warp.address[lane] != 0) << lane;
    }
    if (!good)
        return 0;
    const int first = __builtin_ctz(good);
    const bool writes = calls[first]->writes;
    Site& site = count_request(warp, pc_of(warp.position[first]), Space::surface,
                               writes ? Operation::store : Operation::load, calls[first]->bytes, good);
    const uint32_t racing = check_elements(warp, inside, site);
    for (uint32_t rest = inside; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        if (writes)
            store(warp, lane, *calls[lane], warp.address[lane], racing >> lane & 1);
        else
            std::memcpy(&calls[lane]->value, reinterpret_cast<const char*>(warp.address[lane]),
                        calls[lane]->bytes);
    }
    if (writes && grid.check_races)
        warp.fenced &= ~good;
    return good;
}

void stop_at(SurfaceCall& call, const void* pc, const void* frame)
{
    if (on_fiber(frame))
        stop_for(call, pc, frame);
}

}  // namespace

SurfaceWords read_surface(cudaSurfaceObject_t surface, SurfaceShape shape, unsigned bytes, int x, int y,
                          int slice, cudaSurfaceBoundaryMode mode)
{
    SurfaceCall call{{serve_surface}, surface, shape, bytes, false, x, y, slice, mode, {}};
    stop_at(call, __builtin_return_address(0), EMU_FRAME);
    return call.value;
}

void write_surface(cudaSurfaceObject_t surface, SurfaceShape shape, unsigned bytes, int x, int y, int slice,
                   cudaSurfaceBoundaryMode mode, SurfaceWords value)
{
    SurfaceCall call{{serve_surface}, surface, shape, bytes, true, x, y, slice, mode, value};
    stop_at(call, __builtin_return_address(0), EMU_FRAME);
}

}  // namespace emu
