// NCCL's calls.
#include "api/initialise.h"
#include "checks/reports.h"
#include "debug_info/host_line.h"
#include "nccl/argument_checks.h"
#include "nccl/group.h"
#include "state/devices.h"
#include "state/one_at_a_time.h"

#include <cstring>
#include <string>

namespace {

constexpr char kIdStart[] = "emulated NCCL:";

struct Buffers {
    const void* send;
    void* receive;
};

ncclResult_t call(const emu::Terms& terms, ncclComm_t comm, Buffers buffers, cudaStream_t stream,
                  int peer = 0)
{
    const emu::OneAtATime one_at_a_time;
    emu::initialise();
    if (!emu::is_usable(comm, emu::name_of(terms.call)))
        return emu::refuse_in_group(ncclInvalidArgument);
    const emu::SourceLine line = emu::host_line();
    emu::RankCall operation{terms, comm, buffers.send, buffers.receive, stream, peer};
    operation.place = emu::file_and_line(line);
    operation.file = line.file;
    operation.line = line.line;
    if (const ncclResult_t result = emu::check(operation); result != ncclSuccess)
        return emu::refuse_in_group(result);
    return emu::do_in_group(operation);
}

}  // namespace

ncclResult_t ncclGetVersion(int* version)
{
    if (!version)
        return ncclInvalidArgument;
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t result)
{
    constexpr const char* kTexts[] = {
        "no error",
        "unhandled cuda error (run with NCCL_DEBUG=INFO for details)",
        "unhandled system error (run with NCCL_DEBUG=INFO for details)",
        "internal error - please report this issue to the NCCL developers",
        "invalid argument (run with NCCL_DEBUG=WARN for details)",
        "invalid usage (run with NCCL_DEBUG=WARN for details)",
        "remote process exited or there was a network error",
        "NCCL operation in progress",
    };
    return unsigned(result) < ncclNumResults ? kTexts[result] : "unknown result code";
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* id)
{
    const emu::OneAtATime one_at_a_time;
    if (!id)
        return ncclInvalidArgument;
    const std::string folder = emu::MeetingPlace::make();
    if (folder.empty())
        return emu::nccl_error(ncclSystemError,
                               "ncclGetUniqueId: no folder can be made in /dev/shm or $TMPDIR", "");
    std::memset(id->internal, 0, sizeof id->internal);
    std::strncpy(id->internal, (kIdStart + folder).c_str(), sizeof id->internal - 1);
    return ncclSuccess;
}

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices)
{
    const emu::OneAtATime one_at_a_time;
    static int teams = 0;
    if (!comms || count < 1 || count > emu::device_count())
        return emu::nccl_error(
            ncclInvalidArgument, "ncclCommInitAll: " + std::to_string(count) + " devices are wanted",
            "There are " + std::to_string(emu::device_count()) + " (CUDA_EMULATOR=devices=N).");
    const std::string id = "all" + std::to_string(teams++);
    std::vector<emu::Joining> ranks;
    for (int rank = 0; rank < count; ++rank) {
        const int device = devices ? devices[rank] : rank;
        if (!emu::is_device(device))
            return emu::nccl_error(ncclInvalidArgument, "ncclCommInitAll: wrong device",
                                   "There is no device " + std::to_string(device) + ".");
        ranks.push_back({&comms[rank], id, "", count, rank, device, "ncclCommInitAll", emu::calling_line()});
    }
    return emu::join(ranks);
}

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank)
{
    const emu::OneAtATime one_at_a_time;
    id.internal[sizeof id.internal - 1] = 0;
    const std::string text = id.internal;
    if (!comm || ranks < 1 || rank < 0 || rank >= ranks)
        return emu::refuse_in_group(
            emu::nccl_error(ncclInvalidArgument, "ncclCommInitRank: wrong rank",
                            "rank " + std::to_string(rank) + " of " + std::to_string(ranks)));
    if (!text.starts_with(kIdStart))
        return emu::refuse_in_group(emu::nccl_error(
            ncclInvalidArgument, "ncclCommInitRank: the id is not one of ncclGetUniqueId()",
            "One rank calls ncclGetUniqueId(), and gives the id to all others, with MPI_Bcast() say."));
    *comm = nullptr;
    return emu::join_in_group({comm, text, text.substr(sizeof kIdStart - 1), ranks, rank,
                               emu::current_device(), "ncclCommInitRank", emu::calling_line()});
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank, ncclConfig_t*)
{
    const emu::OneAtATime one_at_a_time;
    return ncclCommInitRank(comm, ranks, id, rank);
}

ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t* part, ncclConfig_t*)
{
    const emu::OneAtATime one_at_a_time;
    if (!part || !emu::is_usable(comm, "ncclCommSplit") || (color < 0 && color != NCCL_SPLIT_NOCOLOR))
        return emu::refuse_in_group(ncclInvalidArgument);
    emu::RankCall operation{{emu::Call::split}, comm};
    const emu::SourceLine line = emu::host_line();
    operation.place = emu::file_and_line(line);
    operation.file = line.file;
    operation.line = line.line;
    operation.color = color;
    operation.key = key;
    operation.part = part;
    return emu::do_in_group(operation);
}

ncclResult_t ncclMemAlloc(void** pointer, size_t bytes)
{
    const emu::OneAtATime one_at_a_time;
    return cudaMalloc(pointer, bytes) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclMemFree(void* pointer)
{
    const emu::OneAtATime one_at_a_time;
    return cudaFree(pointer) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclAllReduce(const void* send, void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op,
                           ncclComm_t comm, cudaStream_t stream)
{
    return call({emu::Call::all_reduce, count, type, op, 0}, comm, {send, receive}, stream);
}

ncclResult_t ncclReduce(const void* send, void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op,
                        int root, ncclComm_t comm, cudaStream_t stream)
{
    return call({emu::Call::reduce, count, type, op, root}, comm, {send, receive}, stream);
}

ncclResult_t ncclBroadcast(const void* send, void* receive, size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream)
{
    return call({emu::Call::broadcast, count, type, ncclSum, root}, comm, {send, receive}, stream);
}

ncclResult_t ncclBcast(void* buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream)
{
    return call({emu::Call::broadcast, count, type, ncclSum, root}, comm, {buffer, buffer}, stream);
}

ncclResult_t ncclAllGather(const void* send, void* receive, size_t send_count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream)
{
    return call({emu::Call::all_gather, send_count, type, ncclSum, 0}, comm, {send, receive}, stream);
}

ncclResult_t ncclReduceScatter(const void* send, void* receive, size_t receive_count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)
{
    return call({emu::Call::reduce_scatter, receive_count, type, op, 0}, comm, {send, receive}, stream);
}

ncclResult_t ncclSend(const void* buffer, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream)
{
    return call({emu::Call::send, count, type, ncclSum, 0}, comm, {buffer, nullptr}, stream, peer);
}

ncclResult_t ncclRecv(void* buffer, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream)
{
    return call({emu::Call::receive, count, type, ncclSum, 0}, comm, {nullptr, buffer}, stream, peer);
}
