#include "nccl/communicator.h"

#include "api/initialise.h"
#include "checks/reports.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "nccl/group.h"
#include "nccl/waiting.h"
#include "state/devices.h"
#include "state/one_at_a_time.h"

#include <cstdlib>
#include <set>

namespace emu {
namespace {

constexpr double kMostSecondsForAllToJoin = 30;

struct Known {
    std::set<ncclComm_t> comms{};  // also those that have been destroyed
    std::string last_error{};
};
[[gnu::init_priority(101)]] NeverDestroyed<Known> all_known;
Known& known = all_known.value;

// What was never received counts when the program ends, if not before.
void report_unreceived(Team& team)
{
    for (const Message& message : team.unreceived())
        return report_host("ncclSend without ncclRecv", "", 0,
                           text_of(message.terms) + " at " + message.place + " was never received");
}

void end_of_program()
{
    report_open_group();
    for (const std::shared_ptr<Team>& team : all_teams()) {
        if (!team->has_left())
            report_unreceived(*team);
        team->leave();
    }
}

ncclResult_t enter(const Joining& joining, std::shared_ptr<Team>& team)
{
    team = find_team(joining.id, joining.ranks, joining.folder);
    if (joining.ranks != team->ranks)
        return nccl_error(ncclInvalidArgument, joining.function + ": different numbers of ranks",
                          "rank " + std::to_string(joining.rank) + " says " + std::to_string(joining.ranks) +
                              ", another one " + std::to_string(team->ranks));
    for (int rank = 0; rank < team->ranks; ++rank)
        if (team->is_here(rank) && rank != joining.rank && team->device_of(rank) == joining.device)
            return nccl_error(ncclInvalidUsage, joining.function + ": two ranks on one device",
                              "ranks " + std::to_string(rank) + " and " + std::to_string(joining.rank) +
                                  " are both on device " + std::to_string(joining.device) +
                                  "\nCall cudaSetDevice() with another device for each of them.");
    if (!team->enter(joining.rank, joining.device, joining.place))
        return nccl_error(ncclInvalidUsage,
                          joining.function + ": rank " + std::to_string(joining.rank) + " is given twice",
                          "Each rank of the communicator has a number of its own.");
    return ncclSuccess;
}

}  // namespace

ncclResult_t nccl_error(ncclResult_t result, const std::string& what, const std::string& details)
{
    initialise();
    known.last_error = what;  // a line; the report says more
    report_host(what, "", 0, details);
    return result;
}

bool is_usable(ncclComm_t comm, const char* function)
{
    if (known.comms.contains(comm) && comm->is_live)
        return true;
    const std::string name = std::string(function) + "()";
    if (!known.comms.contains(comm))
        nccl_error(ncclInvalidArgument, name + " of a communicator that does not exist",
                   "ncclCommInitAll() or ncclCommInitRank() makes one.");
    else
        nccl_error(ncclInvalidArgument, name + " of a communicator after its end",
                   "It was destroyed at " + comm->end + ".");
    return false;
}

ncclResult_t join(const std::vector<Joining>& ranks)
{
    initialise();
    static const bool arranged = std::atexit(end_of_program) == 0;
    (void)arranged;
    std::vector<std::shared_ptr<Team>> teams(ranks.size());
    for (std::size_t i = 0; i < ranks.size(); ++i)
        if (const ncclResult_t result = enter(ranks[i], teams[i]); result != ncclSuccess)
            return result;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const Joining& joining = ranks[i];
        Team& team = *teams[i];
        const SourceLine line = host_line();
        wait_until_none({team, joining.rank, joining.function, joining.place, line.file, line.line,
                         kMostSecondsForAllToJoin},
                        [&] { return team.absent(); });
        team.begin();
        *joining.comm = new ncclComm{teams[i], joining.rank, joining.device};
        known.comms.insert(*joining.comm);
    }
    return ncclSuccess;
}

std::string calling_line()
{
    initialise();
    return file_and_line(host_line());
}

static ncclResult_t destroy(ncclComm_t comm, const char* function, bool waits)
{
    if (!is_usable(comm, function))
        return ncclInvalidArgument;
    comm->is_live = false;
    comm->end = calling_line();
    if (waits && comm->team->is_last(comm->rank))
        report_unreceived(*comm->team);
    comm->team->leave(comm->rank);
    return ncclSuccess;
}

}  // namespace emu

const char* ncclGetLastError(ncclComm_t)
{
    return emu::known.last_error.c_str();
}

ncclResult_t ncclCommFinalize(ncclComm_t comm)
{
    const emu::OneAtATime one_at_a_time;
    return emu::is_usable(comm, "ncclCommFinalize") ? ncclSuccess : ncclInvalidArgument;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
    const emu::OneAtATime one_at_a_time;
    return emu::destroy(comm, "ncclCommDestroy", true);
}

ncclResult_t ncclCommAbort(ncclComm_t comm)
{
    const emu::OneAtATime one_at_a_time;
    return emu::destroy(comm, "ncclCommAbort", false);
}

ncclResult_t ncclCommCount(ncclComm_t comm, int* count)
{
    const emu::OneAtATime one_at_a_time;
    if (!count || !emu::is_usable(comm, "ncclCommCount"))
        return ncclInvalidArgument;
    *count = comm->team->ranks;
    return ncclSuccess;
}

ncclResult_t ncclCommCuDevice(ncclComm_t comm, int* device)
{
    const emu::OneAtATime one_at_a_time;
    if (!device || !emu::is_usable(comm, "ncclCommCuDevice"))
        return ncclInvalidArgument;
    *device = comm->device;
    return ncclSuccess;
}

ncclResult_t ncclCommUserRank(ncclComm_t comm, int* rank)
{
    const emu::OneAtATime one_at_a_time;
    if (!rank || !emu::is_usable(comm, "ncclCommUserRank"))
        return ncclInvalidArgument;
    *rank = comm->rank;
    return ncclSuccess;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error)
{
    const emu::OneAtATime one_at_a_time;
    if (!error || !emu::is_usable(comm, "ncclCommGetAsyncError"))
        return ncclInvalidArgument;
    *error = comm->error;
    return ncclSuccess;
}

ncclResult_t ncclCommRegister(ncclComm_t comm, void* buffer, size_t bytes, void** handle)
{
    const emu::OneAtATime one_at_a_time;
    if (!buffer || bytes == 0 || !handle || !emu::is_usable(comm, "ncclCommRegister"))
        return ncclInvalidArgument;
    *handle = buffer;
    return ncclSuccess;
}

ncclResult_t ncclCommDeregister(ncclComm_t comm, void*)
{
    const emu::OneAtATime one_at_a_time;
    return emu::is_usable(comm, "ncclCommDeregister") ? ncclSuccess : ncclInvalidArgument;
}
