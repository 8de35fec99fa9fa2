#include "nccl/argument_checks.h"

#include "api/capture.h"
#include "api/stream_work.h"
#include "checks/address_checks.h"
#include "memory/device_memory.h"
#include "state/devices.h"

#include <string>

namespace emu {
namespace {

ncclResult_t wrong(const RankCall& call, const std::string& what, const std::string& details)
{
    return nccl_error(ncclInvalidArgument, std::string(name_of(call.terms.call)) + ": " + what, details);
}

bool reduces(Call call)
{
    return call == Call::all_reduce || call == Call::reduce || call == Call::reduce_scatter;
}

ncclResult_t check_terms(const RankCall& call)
{
    const Terms& terms = call.terms;
    const std::string ranks = "The ranks are 0 to " + std::to_string(call.ranks() - 1) + ".";
    if (bytes_of(terms.type) == 0)
        return wrong(call, "wrong type", name_of(terms.type) + " is not known to the emulator.");
    if (reduces(terms.call) && !is_valid(terms.op))
        return wrong(call, "wrong operation", name_of(terms.op) + " is not known to the emulator.");
    if (terms.root < 0 || terms.root >= call.ranks())
        return wrong(call, "wrong root", "There is no rank " + std::to_string(terms.root) + ". " + ranks);
    if (call.peer < 0 || call.peer >= call.ranks())
        return wrong(call, "wrong peer", "There is no rank " + std::to_string(call.peer) + ". " + ranks);
    return ncclSuccess;
}

// name: of the argument.
ncclResult_t check_buffer(const RankCall& call, const void* buffer, std::size_t bytes, const char* name)
{
    if (bytes == 0)
        return ncclSuccess;
    const uintptr_t low = number(buffer);
    if (!buffer)
        return wrong(call, std::string(name) + " is a null pointer", "");
    if (!device_memory.contains(low) || device_memory.heap.contains(low))
        return wrong(call, std::string(name) + " is not device memory",
                     "Allocate it with cudaMalloc() or ncclMemAlloc().");
    uintptr_t first, end;
    if (!device_memory.find_live(low, low + bytes, &first, &end))
        return wrong(call, std::string(name) + " is too small",
                     std::to_string(bytes) + " bytes from " + name + " on\n" + relative_to_allocation(low));
    if (!device_memory.devices.contains(low))
        return ncclSuccess;  // managed or pinned
    const int device = device_memory.devices.device_of(low);
    if (device != call.comm->device)
        return wrong(call, std::string(name) + " is on the wrong device",
                     std::string(name) + " is memory of device " + std::to_string(device) + ", but rank " +
                         std::to_string(call.rank()) + " is on device " + std::to_string(call.comm->device));
    return ncclSuccess;
}

// In place, a rank's part of the longer buffer is the shorter one; else they have nothing in common.
ncclResult_t check_overlap(const RankCall& call)
{
    const uintptr_t send = number(call.send), receive = number(call.receive);
    const std::size_t sent = call.bytes_sent(), received = call.bytes_received();
    if (sent == 0 || received == 0 || send >= receive + received || receive >= send + sent)
        return ncclSuccess;
    const Call kind = call.terms.call;
    const std::size_t part = std::size_t(call.rank()) * call.terms.count * bytes_of(call.terms.type);
    if (kind == Call::all_gather       ? send == receive + part
        : kind == Call::reduce_scatter ? receive == send + part
                                       : send == receive)
        return ncclSuccess;
    const char* rule = kind == Call::all_gather       ? "sendbuff == recvbuff + rank * sendcount"
                       : kind == Call::reduce_scatter ? "recvbuff == sendbuff + rank * recvcount"
                                                      : "sendbuff == recvbuff";
    return wrong(call, "sendbuff and recvbuff overlap",
                 std::string("In place, ") + rule + ". Otherwise they must not overlap.");
}

ncclResult_t check_stream(const RankCall& call)
{
    if (!is_usable(call.stream))
        return ncclInvalidArgument;
    if (is_default(call.stream) || device_of(call.stream) == call.comm->device)
        return ncclSuccess;
    return nccl_error(ncclUnhandledCudaError,
                      std::string(name_of(call.terms.call)) + ": the stream belongs to another device",
                      "rank " + std::to_string(call.rank()) + " is on device " +
                          std::to_string(call.comm->device) + ", but the stream belongs to device " +
                          std::to_string(device_of(call.stream)));
}

}  // namespace

ncclResult_t check(const RankCall& call)
{
    if (const ncclResult_t result = check_terms(call); result != ncclSuccess)
        return result;
    const bool one_buffer = call.terms.call == Call::send || call.terms.call == Call::receive;
    if (const ncclResult_t result =
            check_buffer(call, call.send, call.bytes_sent(), one_buffer ? "the buffer" : "sendbuff");
        result != ncclSuccess)
        return result;
    if (const ncclResult_t result =
            check_buffer(call, call.receive, call.bytes_received(), one_buffer ? "the buffer" : "recvbuff");
        result != ncclSuccess)
        return result;
    if (const ncclResult_t result = check_overlap(call); result != ncclSuccess)
        return result;
    return check_stream(call);
}

}  // namespace emu
