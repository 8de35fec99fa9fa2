// Error reports, in the words of compute-sanitizer.
#pragma once

#include "checks/report_words.h"
#include "cuda_emulator/launch_counters.h"
#include "debug_info/line_table.h"
#include "state/warp.h"

#include <cstdint>
#include <string>

namespace emu {

// An access of a thread of the running block.
struct AccessPoint {
    uintptr_t pc;
    uintptr_t address;
    unsigned bytes;
    int warp_index, lane;

    int thread() const { return warp_index * kLanes + lane; }
};

// A kernel may fail a million times at one place: whether such an error has been reported since take_reports(), and so
// is only counted. Call it before the words of a report are made.
enum class Error {
    out_of_bounds,
    peer,
    out_of_dynamic_shared,
    misaligned,
    constant_store,
    wild,
    uninitialised,
    index,
    ended_block,
    not_started_block,
    copy_in_flight,
    local_atomic
};
bool is_known(Error error, uintptr_t place);
// The same question, without noting anything.
bool was_reported(Error error, uintptr_t place);
// Likewise for errors of other kinds than Error's: from kOtherErrors up to 255.
constexpr unsigned kOtherErrors = 16;
bool is_known(unsigned kind, uintptr_t place);

// What an error weighs: one that uses an undefined value is only a warning if no result depends on it (doubts.h); `older`
// is one on older GPUs alone, and a warning.
enum class Weight { error, if_used, older };

// For reports that are made elsewhere: counts an error; whether it is the first of its kind at this place, which is told
// whole: prints its text, and keeps it for take_reports().
bool is_first(const std::string& what, const SourceLine& place, Weight weight = Weight::error);
void publish(const std::string& what, const std::string& file, int line, const std::string& text);

// `what` is the first line. `details` are the lines that follow place and thread, separated by line breaks.
void report_access(const std::string& what, const AccessPoint& point, const std::string& details,
                   Weight weight = Weight::error);
// An error at a call whose file and line are known.
void report_at(const std::string& what, const char* file, int line, int warp_index, int lane,
               const std::string& details, Weight weight = Weight::error);
// An error of the host, or of the whole grid, without a thread. `file` is empty: at the host's current line.
void report_host(const std::string& what, const std::string& file, int line, const std::string& details);
// Memory that was never freed. place: of the allocation; empty: unknown.
void report_leak(uintptr_t address, std::size_t bytes, const SourceLine& place);

// The errors that are now known to matter.
void settle_doubtful_errors();
// Of the errors so far (error_count()), those that are only warnings as it stands.
std::size_t warning_count();
// For the end of the program: a line for each error that occurred more than once; the warnings.
std::string repeated_errors();
std::string warnings();

// What may be right, but is worth a line. Told once for each kind and place.
void remark(const std::string& kind, const std::string& what, const SourceLine& place,
            const std::string& details);

// Memory ends, or the program: remarks that what the program does later can take back.
void tell_late_remarks(uintptr_t low, uintptr_t high);

// What to do if a kernel was ended for want of patience, but is right: a line of its own.
std::string more_patience();

}  // namespace emu
