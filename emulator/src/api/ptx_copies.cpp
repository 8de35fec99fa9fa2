// cp.async and its groups.
#include "checks/reports.h"
#include "cuda_emulator/async_copies.h"
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
    const void *pc = __builtin_return_address(0), *frame = EMU_FRAME;
    if (!on_fiber(frame))
        return;
    if ((bytes != 4 && bytes != 8 && bytes != 16) || read > bytes) {
        const long sizes = long(bytes & 0xffff) << 16 | long(read & 0xffff);
        fail_thread({report_sizes, {file}, long(line) << 32 | sizes}, pc, frame);
    }
    const void* pc_of_load = static_cast<const char*>(pc) - 1;  // another place, of the same line
    if (read == bytes)
        stop(from, pack(Operation::load, bytes), pc_of_load, frame);
    else
        access_range(reinterpret_cast<const void*>(from), read, Operation::load, pc_of_load, frame);
    stop(to, pack(Operation::store, bytes), pc, frame);
    for (unsigned i = 0; i < bytes; ++i)
        reinterpret_cast<volatile char*>(to)[i] = i < read ? reinterpret_cast<const char*>(from)[i] : 0;
    begin_copy(reinterpret_cast<const void*>(to), bytes, nullptr, file, line);
}

void wait_for_all_copies()
{
    emu::commit_copies();
    emu::wait_for_copies(0);
}

}  // namespace emu::ptx
