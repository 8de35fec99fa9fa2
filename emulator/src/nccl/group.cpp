#include "nccl/group.h"

#include "api/stream_work.h"
#include "checks/reports.h"
#include "state/one_at_a_time.h"

#include <string>

namespace emu {
namespace {

struct Group {
    int depth = 0;
    bool is_reported = false;  // that it has not ended
    ncclResult_t result = ncclSuccess;
    std::string place;  // of the first ncclGroupStart()
    std::vector<Joining> joining;
    std::vector<RankCall> calls;
};
Group& group()
{
    static thread_local Group& instance = *new Group;  // never destroyed: the end of the program asks for it
    return instance;
}

}  // namespace

ncclResult_t join_in_group(const Joining& joining)
{
    if (group().depth == 0)
        return join({joining});
    group().joining.push_back(joining);
    return ncclSuccess;
}

ncclResult_t do_in_group(const RankCall& call)
{
    if (group().depth == 0)
        return run({call});
    group().calls.push_back(call);
    return ncclSuccess;
}

ncclResult_t refuse_in_group(ncclResult_t result)
{
    if (group().depth > 0 && group().result == ncclSuccess)
        group().result = result;
    return result;
}

void report_open_group()
{
    Group& open = group();
    // A call of the group that was refused has been reported, and the program may have ended for it.
    if (open.depth == 0 || open.is_reported || open.result != ncclSuccess)
        return;
    open.is_reported = true;
    report_host("ncclGroupStart() without ncclGroupEnd()", "", 0,
                "The group that begins at " + open.place + " has not ended, so its calls (" +
                    std::to_string(open.calls.size()) + " so far) have done nothing.");
}

// Without calls the group has nothing to be waited for.
void report_wait_in_group()
{
    if (!group().calls.empty())
        report_open_group();
}

}  // namespace emu

ncclResult_t ncclGroupStart()
{
    const emu::OneAtATime one_at_a_time;
    emu::when_program_waits = emu::report_wait_in_group;
    if (emu::group().depth++ == 0)
        emu::group().place = emu::calling_line();
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd()
{
    const emu::OneAtATime one_at_a_time;
    if (emu::group().depth == 0)
        return emu::nccl_error(ncclInvalidUsage, "ncclGroupEnd() without ncclGroupStart()",
                               "No group of this thread is open.");
    if (--emu::group().depth > 0)
        return ncclSuccess;
    const emu::Group ended = std::move(emu::group());
    emu::group() = {};
    if (ended.result != ncclSuccess)
        return ended.result;
    if (!ended.joining.empty())
        if (const ncclResult_t result = emu::join(ended.joining); result != ncclSuccess)
            return result;
    return ended.calls.empty() ? ncclSuccess : emu::run(ended.calls);
}
