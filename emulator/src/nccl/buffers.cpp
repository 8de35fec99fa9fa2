#include "nccl/buffers.h"

#include "checks/doubts.h"
#include "checks/reports.h"
#include "checks/stream_order.h"
#include "checks/unwritten.h"
#include "cuda_emulator/options.h"
#include "memory/device_memory.h"

#include <cstring>

namespace emu {
namespace {

// A reduction uses each value. Other calls only move them, and some may be unused: then all must be missing.
void check_written(const RankCall& call, uintptr_t low, std::size_t bytes)
{
    const Shadow& shadow = device_memory.shadow;
    if (!options().check_initialised || !device_memory.devices.contains(low) ||
        shadow.all_written(low, bytes))
        return;
    const Call kind = call.terms.call;
    const bool moves = kind == Call::send || kind == Call::broadcast || kind == Call::all_gather;
    if (moves && shadow.any_written(low, bytes))
        return;
    uintptr_t first = low;
    while (shadow.any_written(first, 1))
        ++first;
    report_host("Uninitialized __global__ memory read by " + std::string(name_of(kind)), call.file, call.line,
                "rank " + std::to_string(call.rank()) + " sends " + std::to_string(bytes) +
                    " bytes\nNothing was ever stored in " + element_of_array(first) + ".");
}

}  // namespace

std::vector<char> read_buffer(const RankCall& call)
{
    const std::size_t bytes = call.bytes_sent();
    std::vector<char> copy(bytes);
    if (bytes == 0)
        return copy;
    const uintptr_t low = number(call.send);
    const RunningOperation running(call.stream, name_of(call.terms.call));
    operation_reads(low, bytes);
    doubts_read(low, bytes);
    check_written(call, low, bytes);
    const OpenDeviceMemory open({{low, low + bytes}});
    std::memcpy(copy.data(), call.send, bytes);
    return copy;
}

void write_buffer(const RankCall& call, const std::vector<char>& bytes, const std::vector<Point>& points)
{
    if (!call.is_replayed)
        for (const Point& point : points)
            enqueue_wait(call.stream, point);
    if (!bytes.empty() && call.bytes_received() == bytes.size()) {
        const uintptr_t low = number(call.receive);
        const RunningOperation running(call.stream, name_of(call.terms.call));
        operation_writes(low, bytes.size());
        doubts_written(low, bytes.size());
        const OpenDeviceMemory open({{low, low + bytes.size()}});
        std::memcpy(call.receive, bytes.data(), bytes.size());
        if (device_memory.is_hidden(low))
            device_memory.shadow.set_written(low, bytes.size());
    }
    enqueue(call.stream);
}

}  // namespace emu
