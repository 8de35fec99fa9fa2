// Finds operations of streams, and accesses of the host, that touch the same memory although nothing orders them.
//
// Each operation (kernel, copy, fill, graph) has a number in its queue. A Progress says up to which operation of each
// queue all is known to be done; it is a vector clock. The cells of the shadow say which operation touched a word
// last: each operation begins with a stamp of its own.
#pragma once

#include "checks/progress.h"
#include "checks/race.h"
#include "checks/reports.h"
#include "debug_info/host_line.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace emu {

// What the host has waited for.
const Progress& host_order();
void host_has_waited_for(const Progress& order);

// All operations so far.
const Progress& all_operations();

// An operation runs that follows what `order` includes; its own number is in there. name: of the kernel or the
// function, a literal.
void begin_operation(const char* name, bool is_kernel, int queue, const Progress& order);
void end_operation();

// The running copy or fill touches this memory.
void operation_reads(uintptr_t address, std::size_t bytes);
void operation_writes(uintptr_t address, std::size_t bytes);

// Whether the running operation has others beside it that nothing orders.
extern bool has_unordered;
// A kernel's request: reports lanes that touch what such an operation touches. Returns the lanes whose stores conflict
// with a store of such an operation, which is an error only if they store a different value.
uint32_t check_stream_order(const Request& request);
// The writer that is passed to report_race() for these lanes.
constexpr uint32_t kUnorderedStore = ~0u;
void report_unordered_store(const AccessPoint& point);

// Whether the host may touch memory that an operation is still using; see host_access().
extern bool host_may_race;
// The host accesses memory that it shares with the device. Only instrumented code calls this.
void host_access(uintptr_t address, std::size_t bytes, bool writes, bool is_volatile, uintptr_t pc);

// The host has faulted on an address. Whether a copy in flight is why: then reports it, and the access can be repeated.
bool host_touches_guarded(uintptr_t address, bool writes, const SourceLine& place);

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
