#include "checks/reports.h"

#include "checks/access_log.h"
#include "checks/distributed.h"
#include "checks/stream_order.h"
#include "counters/site.h"
#include "cuda_emulator/options.h"
#include "cuda_emulator/reports.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "state/grid.h"

#include <algorithm>
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

std::string coordinates(const uint3& v)
{
    return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

std::string function_and_line(uintptr_t pc)
{
    constexpr std::size_t kMostCalls = 3;
    std::string text;
    const std::vector<Frame> frames = program.frames_at(pc);
    for (std::size_t i = 0; i < frames.size() && i <= kMostCalls; ++i)
        text += (i == 0 ? "" : ", called by ") +
                (frames[i].function.empty() ? grid.kernel.name : frames[i].function) + " in " +
                file_and_line(frames[i].place);
    return text;
}

std::string thread_and_block(int thread)
{
    return "thread " + coordinates(grid.thread_index[thread]) + " in block " + coordinates(grid.block->index);
}

// 31319 as 31,319.
std::string with_commas(std::size_t n)
{
    std::string text = std::to_string(n);
    for (std::size_t at = text.size(); at > 3;)
        text.insert(at -= 3, ",");
    return text;
}

// Puts compute-sanitizer's prefix before each line.
std::string framed(const std::string& first, const std::string& rest)
{
    std::string text = "========= " + first + "\n";
    std::size_t at = 0;
    while (at < rest.size()) {
        const std::size_t end = std::min(rest.find('\n', at), rest.size());
        text += "=========     " + rest.substr(at, end - at) + "\n";
        at = end + 1;
    }
    return text;
}

void publish(const std::string& what, const std::string& file, int line, const std::string& text)
{
    Report report{what, grid.kernel.name ? grid.kernel.name : "", file, line, text};
    if (options().print_reports && (!options().may_print || options().may_print(report))) {
        std::fflush(stdout);
        std::fputs((text + "=========\n").c_str(), stderr);
    }
    untaken.push_back(std::move(report));
}

// kind: less than 256.
bool is_known(unsigned kind, uintptr_t place)
{
    const auto [found, is_new] = known.try_emplace(place | uint64_t(kind) << 48, nullptr);
    if (is_new) {
        unnamed = &found->second;
        return false;
    }
    ++errors;
    if (found->second)
        ++found->second->count;
    return true;
}

bool is_first(const std::string& what, const SourceLine& place, Weight weight = Weight::error)
{
    ++errors;
    const auto [found, is_new] = seen.try_emplace({what, file_and_line(place)});
    if (is_new)
        found->second.weight = weight;
    ++found->second.count;
    if (unnamed)
        *unnamed = &found->second;
    unnamed = nullptr;
    return is_new;
}

int thread_of(const AccessPoint& point)
{
    return point.warp_index * kLanes + point.lane;
}

// Where the earlier access of a race may have been.
std::vector<uintptr_t> places_of(const Earlier& earlier, const AccessPoint& point)
{
    std::vector<uintptr_t> places = access_log.places_of(earlier, point.address, point.bytes, point.pc);
    if (const uintptr_t other = other_name_of(point.address); places.empty() && other != point.address)
        places = access_log.places_of(earlier, other, point.bytes, point.pc);
    if (!places.empty())
        return places;
    // It is too long ago: the accesses of this launch that went there at any time.
    for (const Site& site : sites.slots())
        if (site.key != 0 && point.address < site.highest() && point.address + point.bytes > site.lowest() &&
            is_load(site.count.operation) != earlier.write)
            places.push_back(site.count.pc);
    return places;
}

std::string earlier_access(const Earlier& earlier, const AccessPoint& point)
{
    constexpr std::size_t kMost = 3;
    std::vector<std::string> texts;
    for (const uintptr_t pc : places_of(earlier, point))
        if (const std::string text = function_and_line(pc);
            std::find(texts.begin(), texts.end(), text) == texts.end())
            texts.push_back(text);
    if (texts.empty())
        return "an unknown line";
    std::string all;
    for (std::size_t i = 0; i < texts.size() && i < kMost; ++i)
        all += (i == 0 ? "" : "\n    or at ") + texts[i];
    return all + (texts.size() > kMost ? "\n    or at another line" : "");
}

}  // namespace

std::string file_and_line(const SourceLine& place)
{
    return place.file.empty() ? "an unknown line" : place.file + ":" + std::to_string(place.line);
}

std::size_t error_count()
{
    return errors;
}

std::size_t warning_count()
{
    std::size_t warnings = 0;
    for (const auto& [error, repeated] : seen)
        warnings += repeated.weight == Weight::if_used ? repeated.count : 0;
    return warnings;
}

void settle_doubtful_errors()
{
    for (auto& [error, repeated] : seen)
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

std::vector<Report> take_remarks()
{
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

std::string access_name(Space space, bool write)
{
    const char* memory = is_shared(space)           ? "__shared__"
                         : space == Space::constant ? "__constant__"
                                                    : "__global__";
    return std::string(memory) + (write ? " write" : " read");
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
            framed(first, "at " + function_and_line(point.pc) + "\nby " + thread_and_block(thread_of(point)) +
                              "\n" + details));
}

void report_race(Space space, Hazard hazard, const AccessPoint& point, const Earlier& earlier)
{
    const uint32_t other = earlier.who;
    if (other == kUnorderedStore)
        return report_unordered_store(point);
    constexpr unsigned kRaces = 16;  // past the last Error
    if (is_known(kRaces + unsigned(hazard) + 4 * unsigned(space), point.pc))
        return;
    static const char* const kHazard[] = {"RAW", "WAR", "WAW"};
    const bool now_writes = hazard != Hazard::read_after_write,
               other_wrote = hazard != Hazard::write_after_read;
    const char* mine = now_writes ? "Write access" : "Read access";
    const char* theirs = other_wrote ? "Write access" : "Read access";
    const std::string what = std::string("Race reported between ") + mine + " and " + theirs + " (" +
                             kHazard[int(hazard)] + " hazard on " +
                             (is_shared(space) ? "__shared__" : "__global__") + " memory)";
    const SourceLine place = program.line_at(point.pc);
    if (!is_first(what, place))
        return;

    std::string who_else;
    const uint32_t level = who::level(other);
    if (level == 3)
        who_else = "threads of several blocks";
    else if (level == 2)
        who_else = "threads of several warps";
    else if (level == 1)
        who_else = "several threads of one warp";
    else
        who_else = "thread " + coordinates(grid.thread_index[who::thread(other)]);
    if (level < 3) {
        const Block& block = *grid.block;
        if (who::block(other) == who::block(who::of(0, block.number)))
            who_else += " in the same block";
        else
            who_else += " in another block";
    }
    char address[32];
    std::snprintf(address, sizeof address, "0x%lx", static_cast<unsigned long>(point.address));
    const std::string first =
        std::string("Error: Race reported between ") + mine + " at " + function_and_line(point.pc);
    publish(what, place.file, place.line,
            framed(first, std::string("and ") + theirs + " at " + earlier_access(earlier, point) +
                              "\nPotential " + kHazard[int(hazard)] + " hazard detected at " +
                              (is_shared(space) ? "__shared__ " : "__global__ ") + address + " in block " +
                              coordinates(grid.block->index) + "\n" + mine + " by " +
                              thread_and_block(thread_of(point)) + "\n" + theirs + " by " + who_else));
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
