#include "checks/address_checks.h"

#include "checks/async_copies.h"
#include "checks/distributed.h"
#include "checks/doubts.h"
#include "checks/early_reads.h"
#include "checks/reports.h"
#include "checks/static_shared.h"
#include "checks/unwritten.h"
#include "checks/waits.h"
#include "memory/device_memory.h"
#include "state/devices.h"
#include "state/grid.h"

#include <cstdio>

namespace emu {
namespace {

std::string hex(uintptr_t x)
{
    char text[32];
    std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(x));
    return text;
}

bool writes(Operation operation)
{
    return !is_load(operation);
}

AccessPoint point_of(const Warp& warp, int lane)
{
    return {pc_of(warp.position[lane]), warp.address[lane], bytes_of(warp.access[lane]), warp.index, lane};
}

std::string invalid(const Warp& warp, int lane, Space space)
{
    return "Invalid " + access_name(space, writes(operation_of(warp.access[lane])));
}

// Whether the access is to memory that the kernel's device may use. If not, reports it.
bool check_peer_access(const Warp& warp, int lane, Site& site)
{
    const AccessPoint point = point_of(warp, lane);
    if (!device_memory.devices.contains(point.address))
        return true;
    const int owner = device_memory.devices.device_of(point.address);
    if (has_peer_access(grid.device, owner))
        return true;
    site.allocation_low = site.allocation_high = 0;  // each access to it fails
    if (grid.error == cudaSuccess)
        grid.error = cudaErrorIllegalAddress;
    if (is_known(Error::peer, point.pc))
        return false;
    const auto device = [](int number) { return "device " + std::to_string(number); };
    std::string details = device(grid.device) +
                          (writes(operation_of(warp.access[lane])) ? " writes" : " reads") + " memory of " +
                          device(owner) + ", but ";
    details += can_access_peer(grid.device, owner)
                   ? "cudaDeviceEnablePeerAccess(" + std::to_string(owner) + ", 0) was not called with " +
                         device(grid.device) + " current"
                   : "cudaDeviceCanAccessPeer() says that it cannot: copy with cudaMemcpyPeerAsync()";
    report_access(invalid(warp, lane, Space::global), point,
                  details + "\nIt is " + element_of_array(point.address) + ".");
    return false;
}

// Whether an access to global memory lies in a live allocation. If not, reports it.
bool check_global(const Warp& warp, int lane, Site& site)
{
    const AccessPoint point = point_of(warp, lane);
    if (point.address >= site.allocation_low && point.address + point.bytes <= site.allocation_high)
        return true;
    if (device_memory.find_live(point.address, point.address + point.bytes, &site.allocation_low,
                                &site.allocation_high))
        return !grid.has_peers || check_peer_access(warp, lane, site);
    if (!is_known(Error::out_of_bounds, point.pc))
        report_access(invalid(warp, lane, Space::global), point,
                      "Access to " + hex(point.address) + " is out of bounds\n" +
                          relative_to_allocation(point.address) + "\n" + element_beyond(point.address));
    return false;
}

// shadow: of the dynamic shared memory, of this block or of another one.
bool check_dynamic_shared(const Warp& warp, int lane, const Shadow& shadow)
{
    const AccessPoint point = point_of(warp, lane);
    if (!shadow.contains(point.address, point.address + point.bytes) ||
        point.address + point.bytes <= shadow.low + grid.dynamic_bytes)
        return true;
    if (is_known(Error::out_of_dynamic_shared, point.pc))
        return false;
    report_access(invalid(warp, lane, Space::shared), point,
                  "Access to " + hex(point.address - shadow.low) + " is out of bounds\nand is " +
                      std::to_string(point.address - shadow.low - grid.dynamic_bytes + 1) +
                      " bytes after the dynamic shared memory of size " + std::to_string(grid.dynamic_bytes) +
                      " bytes\nThat is element " +
                      std::to_string((point.address - shadow.low) / point.bytes) +
                      "; the third value in <<<...>>> leaves room for " +
                      std::to_string(grid.dynamic_bytes / point.bytes) + " elements of " +
                      std::to_string(point.bytes) + " bytes.");
    return false;
}

// Of another block of the cluster.
bool check_distributed(const Warp& warp, int lane)
{
    const AccessPoint point = point_of(warp, lane);
    const Block& owner = *remote_owner(point.address);
    return check_life(owner, point) && check_dynamic_shared(warp, lane, owner.dynamic_shared);
}

// A read of what an asynchronous copy may still be writing.
void report_copy(const AsyncCopy& copy, int thread, const AccessPoint& point)
{
    if (is_known(Error::copy_in_flight, point.pc))
        return;
    std::string details = std::string("The copy at ") + copy.file + ":" + std::to_string(copy.line) + " ";
    details += thread < 0
                   ? "ends with a phase of its barrier or pipeline, which is not over."
                   : "by " + name_of_thread(*grid.block, thread) + " has not been waited for by that thread.";
    details += "\nWait for the copy before the read";
    details += thread < 0 ? ": barrier.wait() or consumer_wait()."
                          : "; then a barrier of the block shows the data to its other threads.";
    report_access("Asynchronous copy not waited for: __shared__ read", point, details);
}

}  // namespace

std::string relative_to_allocation(uintptr_t address)
{
    const Allocation* near =
        device_memory.contains(address) ? device_memory.arena_of(address).nearest(address) : nullptr;
    if (!near)
        return "and there is no allocation";
    const std::string allocation =
        "at " + hex(near->low) + " of size " + std::to_string(near->bytes) + " bytes";
    const char* kind = near->live ? "nearest allocation " : "nearest allocation, freed before, ";
    if (address < near->low)
        return "and is " + std::to_string(near->low - address) + " bytes before the " + kind + allocation;
    if (address >= near->high())
        return "and is " + std::to_string(address - near->high() + 1) + " bytes after the " + kind +
               allocation;
    return near->live ? "and begins " + std::to_string(address - near->low) +
                            " bytes inside the allocation " + allocation
                      : "and is " + std::to_string(address - near->low) +
                            " bytes inside the freed allocation " + allocation;
}

uint32_t check_addresses(Warp& warp, uint32_t lanes, Site& site)
{
    uint32_t good = 0;
    const Space space = site.count.space;
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        const AccessPoint point = point_of(warp, lane);
        bool fine = true;
        if (point.address % point.bytes != 0) {
            if (!is_known(Error::misaligned, point.pc))
                report_access(invalid(warp, lane, space), point,
                              "Access to " + hex(point.address) + " is misaligned");
            if (grid.error == cudaSuccess)
                grid.error = cudaErrorMisalignedAddress;
            fine = false;
        } else if (space == Space::constant && writes(site.count.operation)) {
            if (!is_known(Error::constant_store, point.pc))
                report_access(invalid(warp, lane, space), point, "Constant memory is read-only in kernels");
            fine = false;
        } else if (space == Space::global) {
            fine = check_global(warp, lane, site);
        } else if (space == Space::distributed) {
            fine = check_distributed(warp, lane);
        } else if (space == Space::shared) {
            fine = check_dynamic_shared(warp, lane, grid.block->dynamic_shared);
        }
        if (fine)
            good |= 1u << lane;
    }
    return good;
}

void report_wild_accesses(Warp& warp, uint32_t lanes)
{
    if (grid.error == cudaSuccess)
        grid.error = cudaErrorIllegalAddress;
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        const AccessPoint point = point_of(warp, lane);
        if (is_known(Error::wild, point.pc))
            continue;
        std::string details = "Access to " + hex(point.address) + " is out of bounds\n";
        const std::string shared = relative_to_shared(point.address, point.bytes, point.pc);
        if (!shared.empty())
            details += shared;
        else if (point.address < 65536)
            details += "and is a null pointer, or an offset from one";
        else if (device_memory.contains(point.address))
            details += relative_to_allocation(point.address) + "\n" + element_beyond(point.address);
        else
            details += "and is not device memory: a host pointer?";
        report_access(invalid(warp, lane, shared.empty() ? Space::global : Space::shared), point, details);
    }
}

void report_uninitialised(Warp& warp, int lane, const Site& site)
{
    const AccessPoint point = point_of(warp, lane);
    int thread = 0;
    if (const AsyncCopy* copy = is_shared(site.count.space) ? find_copy(point.address, &thread) : nullptr)
        return report_copy(*copy, thread, point);
    doubt_launch();
    // An access that left its array has been told. What it finds in another one says nothing about that one.
    if (was_reported(Error::out_of_bounds, point.pc))
        return;
    if (is_known(Error::uninitialised, point.pc))
        return;
    std::string details;
    if (is_shared(site.count.space)) {
        const Block* owner = remote_owner(point.address);
        const Block& block = owner ? *owner : *grid.block;
        const bool dynamic = block.dynamic_shared.contains(point.address, point.address);
        details = "Access to " +
                  hex(point.address - (dynamic ? block.dynamic_shared
                                       : owner ? block.remote_static
                                               : block.static_shared)
                                          .low) +
                  (dynamic ? " of the dynamic shared memory" : " of the shared memory");
        if (owner)
            details += " of block " + std::to_string(owner->rank) + " of the cluster";
        const std::string text =
            dynamic || owner ? "" : relative_to_shared(point.address, point.bytes, point.pc);
        if (!text.empty())
            details += "\n" + text;
        if (dynamic && (point.address - block.dynamic_shared.low) % point.bytes == 0)
            details += "\nThat is element " +
                       std::to_string((point.address - block.dynamic_shared.low) / point.bytes) +
                       ", if it holds elements of " + std::to_string(point.bytes) + " bytes.";
    } else {
        details =
            "Access to " + hex(point.address) + "\n" + "which is " +
            std::to_string(point.address - site.allocation_low) + " bytes inside the allocation at " +
            hex(site.allocation_low) + " of size " +
            std::to_string(site.allocation_high - site.allocation_low) + " bytes\n" +
            "Nothing was ever stored in " + element_of_array(point.address) +
            ".\nIs a cudaMemset(), a copy or a kernel missing before this launch? Their sizes are in bytes: "
            "n * sizeof(element).";
    }
    const char* where = is_shared(site.count.space) ? "__shared__" : "__global__";
    const std::string what = std::string("Uninitialized ") + where + " memory read of size " +
                             std::to_string(point.bytes) + " bytes";
    if (site.count.space == Space::shared)
        keep_early_read(what, point, details);
    else
        report_access(what, point, details, Weight::if_used);
}

}  // namespace emu
