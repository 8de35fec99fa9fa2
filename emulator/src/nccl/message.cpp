#include "nccl/message.h"

#include <cstring>

namespace emu {
namespace {

struct Head {
    uint64_t magic, count, completed, place_bytes, data_bytes;
    int call, type, op, root;
};
constexpr uint64_t kMagic = 0x314c43434e756d65;  // "emuNCCL1"

}  // namespace

const char* name_of(Call call)
{
    switch (call) {
        case Call::all_reduce:
            return "ncclAllReduce";
        case Call::reduce:
            return "ncclReduce";
        case Call::broadcast:
            return "ncclBroadcast";
        case Call::all_gather:
            return "ncclAllGather";
        case Call::reduce_scatter:
            return "ncclReduceScatter";
        case Call::send:
            return "ncclSend";
        case Call::receive:
            return "ncclRecv";
        default:
            return "ncclCommSplit";
    }
}

std::string text_of(const Terms& terms)
{
    if (terms.call == Call::split)
        return "ncclCommSplit()";
    const bool reduces =
        terms.call == Call::all_reduce || terms.call == Call::reduce || terms.call == Call::reduce_scatter;
    const bool has_root = terms.call == Call::reduce || terms.call == Call::broadcast;
    return std::string(name_of(terms.call)) + "(count " + std::to_string(terms.count) + ", " +
           name_of(terms.type) + (reduces ? ", " + name_of(terms.op) : "") +
           (has_root ? ", root " + std::to_string(terms.root) : "") + ")";
}

std::string packed(const Message& message)
{
    const Terms& terms = message.terms;
    Head head = {};
    head.magic = kMagic;
    head.count = terms.count;
    head.completed = message.completed;
    head.place_bytes = message.place.size();
    head.data_bytes = message.bytes.size();
    head.call = int(terms.call);
    head.type = int(terms.type);
    head.op = int(terms.op);
    head.root = terms.root;
    std::string text(reinterpret_cast<const char*>(&head), sizeof head);
    return text.append(message.place).append(message.bytes.data(), message.bytes.size());
}

bool unpack(const std::string& packed, Message& message)
{
    Head head;
    if (packed.size() < sizeof head)
        return false;
    std::memcpy(&head, packed.data(), sizeof head);
    if (head.magic != kMagic || packed.size() != sizeof head + head.place_bytes + head.data_bytes)
        return false;
    message.terms = {Call(head.call), head.count, ncclDataType_t(head.type), ncclRedOp_t(head.op), head.root};
    message.completed = head.completed;
    message.place = packed.substr(sizeof head, head.place_bytes);
    const char* data = packed.data() + sizeof head + head.place_bytes;
    message.bytes.assign(data, data + head.data_bytes);
    return true;
}

}  // namespace emu
