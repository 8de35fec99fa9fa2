// Finds operations of streams, and accesses of the host, that touch the same memory although nothing orders them.
// The cells of the shadow say which operation touched a word last: each operation begins with a stamp of its own.
#pragma once

#include "checks/operations.h"
#include "checks/race.h"
#include "checks/reports.h"

#include <cstddef>
#include <cstdint>

namespace emu {

// The running copy or fill touches this memory.
void operation_reads(uintptr_t address, std::size_t bytes);
void operation_writes(uintptr_t address, std::size_t bytes);

// A kernel's request: reports lanes that touch what such an operation touches. Returns the lanes whose stores conflict
// with a store of such an operation, which is an error only if they store a different value.
uint32_t check_stream_order(const Request& request);
// The writer that is passed to report_race() for these lanes.
constexpr uint32_t kUnorderedStore = ~0u;
void report_unordered_store(const AccessPoint& point);

// The host accesses memory that it shares with the device. Only instrumented code calls this.
void host_access(uintptr_t address, std::size_t bytes, bool writes, bool is_volatile, uintptr_t pc);

// The host has faulted on an address. Whether a copy in flight is why: then reports it, and the access can be repeated.
bool host_touches_guarded(uintptr_t address, bool writes, const SourceLine& place);

}  // namespace emu
