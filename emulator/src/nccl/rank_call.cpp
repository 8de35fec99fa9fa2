#include "nccl/rank_call.h"

#include "api/capture.h"
#include "counters/links.h"
#include "nccl/buffers.h"
#include "nccl/waiting.h"
#include "state/devices.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace emu {
namespace {

struct Split {
    int color, key;
};

bool is_collective(const RankCall& call)
{
    return call.terms.call != Call::send && call.terms.call != Call::receive;
}

// What a ring of the ranks sends from this rank to the next one.
uint64_t ring_bytes(const RankCall& call)
{
    const auto ranks = uint64_t(call.ranks());
    const uint64_t bytes = call.terms.count * bytes_of(call.terms.type);
    const int next = (call.rank() + 1) % call.ranks();
    switch (call.terms.call) {
        case Call::all_reduce:
            return 2 * (ranks - 1) * bytes / ranks;
        case Call::all_gather:
        case Call::reduce_scatter:
            return (ranks - 1) * bytes;
        case Call::reduce:
            return call.rank() == call.terms.root ? 0 : bytes;
        case Call::broadcast:
            return next == call.terms.root ? 0 : bytes;
        default:
            return 0;
    }
}

void count_bytes(const RankCall& call, int to, uint64_t bytes)
{
    const Team& team = *call.comm->team;
    if (bytes > 0 && to != call.rank())
        count_link({call.comm->device, team.is_here(to) ? team.device_of(to) : -1}, LinkUse::collective,
                   bytes);
}

// Of the rank's contribution, or of the message that it waits for.
std::string next_key(const RankCall& call)
{
    ncclComm& comm = *call.comm;
    if (call.terms.call == Call::send)
        return key_of_send(comm.sent[call.peer]++, call.peer);
    if (call.terms.call == Call::receive)
        return key_of_send(comm.received[call.peer]++, comm.rank);
    return key_of_collective(comm.collectives++);
}

void contribute(const RankCall& call, const std::string& key)
{
    if (call.terms.call == Call::receive)
        return;
    const OnDevice of_rank(call.comm->device);
    Message message{call.terms, call.place, {}, 0, {}};
    if (call.terms.call == Call::split) {
        const Split split{call.color, call.key};
        message.bytes.resize(sizeof split);
        std::memcpy(message.bytes.data(), &split, sizeof split);
    } else {
        message.bytes = read_buffer(call);
        if (call.terms.call == Call::send) {
            enqueue(call.stream);
            count_bytes(call, call.peer, message.bytes.size());
        }
        if (!call.is_replayed)
            message.point = end_of(call.stream);
    }
    call.comm->team->post(call.rank(), key, std::move(message),
                          call.terms.call == Call::send ? call.peer : -1);
}

// Waits for the messages of these ranks.
std::vector<const Message*> await(const RankCall& call, const std::string& key, const std::vector<int>& ranks)
{
    Team& team = *call.comm->team;
    const Wait wait{team, call.rank(), text_of(call.terms), call.place, call.file, call.line};
    wait_until_none(wait, [&] {
        std::vector<int> missing;
        for (const int rank : ranks)
            if (!team.find(rank, key))
                missing.push_back(rank);
        return missing;
    });
    std::vector<const Message*> found;
    for (const int rank : ranks)
        found.push_back(team.find(rank, key));
    return found;
}

ncclResult_t refuse_mismatch(const RankCall& call, const std::string& key, const Message& other, int rank)
{
    call.comm->error = ncclInvalidUsage;
    if (!call.comm->team->is_first_mismatch(key))
        return ncclInvalidUsage;  // it has been told
    return nccl_error(ncclInvalidUsage, "The calls of two ranks do not match",
                      "rank " + std::to_string(call.rank()) + ": " + text_of(call.terms) + " at " +
                          call.place + "\nrank " + std::to_string(rank) + ": " + text_of(other.terms) +
                          " at " + other.place +
                          "\nAll ranks make the same calls in the same order, with the same count, "
                          "type, operation and root.");
}

std::vector<char> result_of(const RankCall& call, const std::vector<const Message*>& messages)
{
    const Terms& terms = call.terms;
    if (terms.call == Call::broadcast)
        return messages[std::size_t(terms.root)]->bytes;
    std::vector<char> result;
    if (terms.call == Call::all_gather) {
        for (const Message* message : messages)
            result.insert(result.end(), message->bytes.begin(), message->bytes.end());
        return result;
    }
    if (call.bytes_received() == 0)
        return result;
    const std::size_t part =
        terms.call == Call::reduce_scatter ? std::size_t(call.rank()) * call.bytes_received() : 0;
    std::vector<const char*> of_rank;
    for (const Message* message : messages)
        of_rank.push_back(message->bytes.data() + part);
    return reduced(of_rank, terms.count, terms.type, terms.op);
}

// The rank of this process becomes one of a part of the ranks.
void note_part(const RankCall& call, const std::string& key, const std::vector<const Message*>& messages,
               std::vector<Joining>& joining)
{
    *call.part = nullptr;
    if (call.color == NCCL_SPLIT_NOCOLOR)
        return;
    std::vector<std::pair<int, int>> ranks;  // key and old rank
    for (std::size_t rank = 0; rank < messages.size(); ++rank) {
        Split split;
        std::memcpy(&split, messages[rank]->bytes.data(), sizeof split);
        if (split.color == call.color)
            ranks.push_back({split.key, int(rank)});
    }
    std::sort(ranks.begin(), ranks.end());
    const auto mine = std::find(ranks.begin(), ranks.end(), std::pair(call.key, call.rank()));
    Team& team = *call.comm->team;
    const std::string name = key + "_" + std::to_string(call.color);
    joining.push_back({call.part, team.id + "/" + name,
                       team.has_others() ? MeetingPlace::make_part(team.place.folder(), name) : "",
                       int(ranks.size()), int(mine - ranks.begin()), call.comm->device, "ncclCommSplit",
                       call.place});
}

ncclResult_t receive(const RankCall& call, const std::string& key)
{
    Team& team = *call.comm->team;
    const Message& message = *await(call, key, {call.peer}).front();
    ncclResult_t result = ncclSuccess;
    if (message.terms.count != call.terms.count || message.terms.type != call.terms.type)
        result = refuse_mismatch(call, key, message, call.peer);
    else
        write_buffer(call, message.bytes, {message.point});
    team.erase(call.peer, key);
    return result;
}

ncclResult_t finish(const RankCall& call, const std::string& key, std::vector<Joining>& joining)
{
    if (call.terms.call == Call::send)
        return ncclSuccess;
    const OnDevice of_rank(call.comm->device);
    if (call.terms.call == Call::receive)
        return receive(call, key);
    std::vector<int> all;
    std::vector<Point> points;
    for (int rank = 0; rank < call.ranks(); ++rank)
        all.push_back(rank);
    const std::vector<const Message*> messages = await(call, key, all);
    for (std::size_t rank = 0; rank < messages.size(); ++rank) {
        if (messages[rank]->terms != call.terms)
            return refuse_mismatch(call, key, *messages[rank], int(rank));
        points.push_back(messages[rank]->point);
    }
    if (call.terms.call == Call::split) {
        note_part(call, key, messages, joining);
    } else {
        write_buffer(call, result_of(call, messages), points);
        count_bytes(call, (call.rank() + 1) % call.ranks(), ring_bytes(call));
    }
    return ncclSuccess;
}

std::shared_ptr<Capture> capture_of(cudaStream_t stream)
{
    return is_default(stream) ? nullptr : stream->capture;
}

// The graph makes the calls when it is launched.
ncclResult_t capture_all(const std::vector<RankCall>& calls)
{
    std::vector<RankCall> later = calls;
    for (RankCall& each : later) {
        if (capture_of(each.stream) != capture_of(calls.front().stream))
            return nccl_error(
                ncclInvalidUsage, "A group of NCCL is captured in two graphs",
                "The emulator captures the calls of a group in one graph only: let all their streams\n"
                "join one capture, with cudaEventRecord() and cudaStreamWaitEvent().");
        each.stream = nullptr;
        each.is_replayed = true;
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const bool is_last = i + 1 == calls.size();
        const auto work = [=] {
            return is_last && run(later) != ncclSuccess ? cudaErrorUnknown : cudaSuccess;
        };
        if (const Captured captured =
                capture(calls[i].stream, work, {cudaGraphNodeTypeKernel, "a call of NCCL"});
            captured.error != cudaSuccess)
            return ncclUnhandledCudaError;
    }
    return ncclSuccess;
}

}  // namespace

std::size_t RankCall::bytes_sent() const
{
    const std::size_t bytes = terms.count * bytes_of(terms.type);
    switch (terms.call) {
        case Call::broadcast:
            return rank() == terms.root ? bytes : 0;
        case Call::reduce_scatter:
            return bytes * std::size_t(ranks());
        default:
            return terms.call == Call::receive || terms.call == Call::split ? 0 : bytes;
    }
}

std::size_t RankCall::bytes_received() const
{
    const std::size_t bytes = terms.count * bytes_of(terms.type);
    switch (terms.call) {
        case Call::reduce:
            return rank() == terms.root ? bytes : 0;
        case Call::all_gather:
            return bytes * std::size_t(ranks());
        default:
            return terms.call == Call::send || terms.call == Call::split ? 0 : bytes;
    }
}

ncclResult_t run(const std::vector<RankCall>& calls)
{
    for (const RankCall& each : calls)
        if (capture_of(each.stream))
            return capture_all(calls);
    std::vector<std::string> keys;
    std::vector<uint64_t> numbers;
    for (const RankCall& each : calls) {
        numbers.push_back(each.comm->collectives);
        keys.push_back(next_key(each));
        contribute(each, keys.back());
    }
    wake_waiting();
    ncclResult_t result = ncclSuccess;
    std::vector<Joining> joining;
    for (std::size_t i = 0; i < calls.size(); ++i)
        if (const ncclResult_t one = finish(calls[i], keys[i], joining); one != ncclSuccess)
            result = one;
    // Only now: until then each message serves the other ranks of this thread, too.
    for (std::size_t i = 0; i < calls.size(); ++i)
        if (is_collective(calls[i]))
            calls[i].comm->team->complete(calls[i].rank(), numbers[i]);
    return result != ncclSuccess || joining.empty() ? result : join(joining);
}

}  // namespace emu
