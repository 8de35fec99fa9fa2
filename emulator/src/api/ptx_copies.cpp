// cp.async and its groups.
#include "checks/async_copies.h"
#include "cuda_emulator/ptx.h"
#include "execution/lanes.h"
#include "execution/range_access.h"

#include <string>

namespace emu::ptx {
namespace {

void report_sizes(const Failure& failure, int warp_index, int lane)
{
    report_at("Invalid cp.async: it copies 4, 8 or 16 bytes, and reads no more",
              static_cast<const char*>(failure.details[0]), int(failure.number >> 32), warp_index, lane,
              "it is to copy " + std::to_string(failure.number >> 16 & 0xffff) + " bytes, and to read " +
                  std::to_string(failure.number & 0xffff));
}

}  // namespace

void copy_async(u64 to, u64 from, unsigned bytes, unsigned read, const char* file, int line)
{
    const void *pc = __builtin_return_address(0), *frame = __builtin_frame_address(0);
    if (!on_fiber(frame))
        return;
    if ((bytes != 4 && bytes != 8 && bytes != 16) || read > bytes) {
        const Failure failure{
            report_sizes, {file}, long(line) << 32 | long(bytes & 0xffff) << 16 | long(read & 0xffff)};
        stop(reinterpret_cast<uintptr_t>(&failure), pack(Operation::failure, 0), pc, frame);
    }
    const void* pc_of_load = static_cast<const char*>(pc) - 1;  // another place, of the same line
    if (read == bytes)
        stop(from, pack(Operation::load, bytes), pc_of_load, frame);
    else
        access_range(reinterpret_cast<const void*>(from), read, Operation::load, pc_of_load, frame);
    stop(to, pack(Operation::store, bytes), pc, frame);
    for (unsigned i = 0; i < bytes; ++i)
        reinterpret_cast<volatile char*>(to)[i] = i < read ? reinterpret_cast<const char*>(from)[i] : 0;
    begin_copy(*running.warp, running.lane, to, bytes, {file, line});
}

void commit_copies()
{
    if (on_fiber(__builtin_frame_address(0)))
        ++running.warp->copy_groups[running.lane];
}

void wait_for_copies(unsigned groups, bool all)
{
    if (!on_fiber(__builtin_frame_address(0)))
        return;
    Warp& warp = *running.warp;
    const int lane = running.lane;
    const unsigned committed = warp.copy_groups[lane];
    end_copies(warp, lane, all ? committed + 1 : committed > groups ? committed - groups : 0);
}

}  // namespace emu::ptx
