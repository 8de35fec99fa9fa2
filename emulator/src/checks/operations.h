// The operations of streams that the host has not waited for, and what is known to be done.
//
// Each operation (kernel, copy, fill, graph) has a number in its queue. A Progress says up to which operation of each
// queue all is known to be done; it is a vector clock.
#pragma once

#include "checks/progress.h"
#include "debug_info/host_line.h"
#include "memory/range.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace emu {

struct QueuedOperation {
    uint32_t stamp;  // all stamps from this one to the next operation's are its own
    int queue;
    uint64_t number;  // in the queue
    const char* name;
    bool is_kernel;
    HostCalls calls;
};

// What a copy reads. The shadow forgets a read when the next one comes.
struct CopyRead {
    Range range;
    QueuedOperation by;
};

// What the host has waited for.
const Progress& host_order();
void host_has_waited_for(const Progress& order);

// All operations so far.
const Progress& all_operations();

// An operation runs that follows what `order` includes; its own number is in there. name: of the kernel or the
// function, a literal.
void begin_operation(const char* name, bool is_kernel, int queue, const Progress& order);
// The running kernel, until now known by the pointer that it was launched through.
void rename_operation(const char* pointer, const char* kernel);
void end_operation();

// Whether the running operation has others beside it that nothing orders.
extern bool has_unordered;
// Whether the host may touch memory that an operation is still using; see host_access().
extern bool host_may_race;
// Whether an operation runs; its order. It is the last one of all_queued().
bool runs_operation();
const Progress& running_order();
const std::vector<QueuedOperation>& all_queued();  // sorted by stamp

// The operation that a stamp belongs to, if `order` does not include it; or nullptr.
const QueuedOperation* unordered(uint32_t stamp, const Progress& order);
// A copy that reads there and that `order` does not include, or nullptr.
const CopyRead* copy_read(uintptr_t low, uintptr_t high, const Progress& order);
// The running operation copies these bytes.
void note_copy_read(uintptr_t low, uintptr_t high);
// Whether this is the first race of the two.
bool is_first_race(const QueuedOperation& earlier, const QueuedOperation& later);

std::string text_of(const QueuedOperation& operation);
// The first operation that neither `order` nor the host's includes, as "the kernel scale, queued at file.cu:12"; "" if
// there is none.
std::string first_outside(const Progress& order);

// Stream order is worth a look: there are several streams, or memory that host and device share.
void watch_stream_order();

// While an object of this class exists, the host's accesses are in order: a function that a stream calls. Afterwards
// what is earlier in the stream counts as done: nobody sees how the function tells the host that it was called.
class HostFunctionOfStream {
public:
    explicit HostFunctionOfStream(const Progress& earlier);
    ~HostFunctionOfStream();
    HostFunctionOfStream(const HostFunctionOfStream&) = delete;
    HostFunctionOfStream& operator=(const HostFunctionOfStream&) = delete;

private:
    Progress earlier_;
};

// The stamps of all operations have been lost.
void forget_operations();

}  // namespace emu
