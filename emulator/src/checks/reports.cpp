#include "checks/reports.h"

#include "checks/arrivals.h"
#include "checks/row_widths.h"
#include "cuda_emulator/options.h"
#include "cuda_emulator/reports.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "state/grid.h"

#include <cstdio>
#include <map>
#include <unordered_map>

namespace emu {
namespace {

// Errors of one kind at one place. Only the first of them is told whole.
struct Repeated {
    std::size_t count = 0;
    Weight weight = Weight::error;
};

std::size_t errors = 0;
struct Told {
    std::vector<Report> untaken, remarks;
    std::map<std::pair<std::string, std::string>, Repeated> seen;  // by kind and place
    std::unordered_map<uint64_t, Repeated*> known;                 // likewise, without words
    Repeated** unnamed = nullptr;                                  // the one in `known` that has no words yet
};
[[gnu::init_priority(101)]] NeverDestroyed<Told> told;
auto &untaken = told.value.untaken, &remarks = told.value.remarks;
auto& seen = told.value.seen;
auto& known = told.value.known;
auto& unnamed = told.value.unnamed;

uint64_t key(unsigned kind, uintptr_t place)
{
    return place | uint64_t(kind) << 48;
}

}  // namespace

void publish(const std::string& what, const std::string& file, int line, const std::string& text)
{
    Report report{what, grid.runs ? grid.kernel.name : "", file, line, text};
    if (options().print_reports && (!options().may_print || options().may_print(report))) {
        std::fflush(stdout);
        std::fputs((text + "=========\n").c_str(), stderr);
    }
    untaken.push_back(std::move(report));
}
bool is_known(unsigned kind, uintptr_t place)
{
    const auto [found, is_new] = known.try_emplace(key(kind, place), nullptr);
    if (is_new) {
        unnamed = &found->second;
        return false;
    }
    ++errors;
    if (found->second)
        ++found->second->count;
    return true;
}
bool was_reported(Error error, uintptr_t place)
{
    return known.contains(key(unsigned(error), place));
}
bool is_first(const std::string& what, const SourceLine& place, Weight weight)
{
    ++errors;
    const auto [found, is_new] = seen.try_emplace({what, file_and_line(place)});
    if (is_new || weight == Weight::error)
        found->second.weight = weight;
    ++found->second.count;
    if (unnamed)
        *unnamed = &found->second;
    unnamed = nullptr;
    return is_new;
}
std::size_t error_count()
{
    return errors;
}

std::size_t warning_count()
{
    std::size_t warnings = 0;
    for (const auto& [error, repeated] : seen)
        warnings += repeated.weight != Weight::error ? repeated.count : 0;
    return warnings;
}

void settle_doubtful_errors()
{
    for (auto& [error, repeated] : seen)
        if (repeated.weight == Weight::if_used)
            repeated.weight = Weight::error;
}

std::string repeated_errors()
{
    std::string text;
    for (const auto& [error, repeated] : seen)
        if (repeated.count > 1)
            text += "========= " + error.first + " at " + error.second + ": and " +
                    with_commas(repeated.count - 1) + " more like it\n";
    return text;
}

std::string warnings()
{
    std::string text;
    for (const auto& [error, repeated] : seen)
        if (repeated.weight == Weight::if_used)
            text += framed(
                "Warning: no result depends on this: " + error.first,
                "at " + error.second +
                    "\nNothing was read again of what this kernel could have changed, so it is not an error."
                    "\nOn a GPU it may still go wrong if an address or a loop depends on the value.");
        else if (repeated.weight == Weight::older)
            text += framed("Warning: only older GPUs go wrong here: " + error.first, "at " + error.second);
    return text;
}

std::vector<Report> take_reports()
{
    std::vector<Report> taken;
    taken.swap(untaken);
    seen.clear();
    known.clear();
    unnamed = nullptr;
    return taken;
}

void tell_late_remarks(uintptr_t low, uintptr_t high)
{
    tell_widths(low, high);
    tell_arrivals(low, high);
}

std::vector<Report> take_remarks()
{
    tell_late_remarks(0, UINTPTR_MAX);
    std::vector<Report> taken;
    taken.swap(remarks);
    return taken;
}

void remark(const std::string& kind, const std::string& what, const SourceLine& place,
            const std::string& details)
{
    if (!seen.try_emplace({kind, file_and_line(place)}).second)
        return;
    std::string text =
        framed("Remark: " + what, (place.file.empty() ? "" : "at " + file_and_line(place) + "\n") + details);
    if (options().print_reports && options().print_remarks) {
        std::fflush(stdout);
        std::fputs((text + "=========\n").c_str(), stderr);
    }
    remarks.push_back({what, "", place.file, place.line, std::move(text)});
}

std::string more_patience()
{
    return "\nA right kernel that only needs longer gets it with CUDA_EMULATOR=patience=" +
           std::to_string(10 * options().patience) + " (seconds; 0: for ever).";
}

bool is_known(Error error, uintptr_t place)
{
    return is_known(unsigned(error), place);
}
void report_access(const std::string& what, const AccessPoint& point, const std::string& details,
                   Weight weight)
{
    // The text of an uninitialised read already contains the size.
    const std::string first =
        what.ends_with("bytes") ? what : what + " of size " + std::to_string(point.bytes) + " bytes";
    const SourceLine place = program.line_at(point.pc);
    if (!is_first(first, place, weight))
        return;
    publish(first, place.file, place.line,
            framed(first, "at " + function_and_line(point.pc) + "\nby " + thread_and_block(point.thread()) +
                              "\n" + details));
}
void report_at(const std::string& what, const char* file, int line, int warp_index, int lane,
               const std::string& details, Weight weight)
{
    const SourceLine place{file, line};
    if (!is_first(what, place, weight))
        return;
    publish(what, place.file, place.line,
            framed(what, std::string("at ") + grid.kernel.name + " in " + file_and_line(place) + "\nby " +
                             thread_and_block(warp_index * kLanes + lane) +
                             (details.empty() ? "" : "\n" + details)));
}

void report_host(const std::string& what, const std::string& file, int line, const std::string& details)
{
    const SourceLine place = file.empty() ? host_line() : SourceLine{file, line};
    if (!is_first(what, place))
        return;
    publish(what, place.file, place.line,
            framed(what, (place.file.empty() ? "" : "at " + file_and_line(place) + "\n") + details));
}

void report_leak(uintptr_t address, std::size_t bytes, const SourceLine& place)
{
    ++errors;
    char text[80];
    std::snprintf(text, sizeof text, "Leaked %zu bytes at 0x%lx", bytes, static_cast<unsigned long>(address));
    publish(text, place.file, place.line,
            framed(text, place.file.empty() ? "" : "allocated in " + file_and_line(place)));
}

}  // namespace emu
