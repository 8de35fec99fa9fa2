#include "common/report/rates.h"
#include "common/report/report.h"
#include "common/report/terminal.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <vector>

namespace ladders {
namespace {

constexpr std::size_t kSuffix = 5;                 // columns of "v10 "
constexpr std::size_t kWideIdea = 26, kIdea = 22;  // of the idea
constexpr std::size_t kCheck = 16;                 // of the last column, with the space before it

struct Column {
    const char* head;
    std::size_t width;
    bool narrow;  // whether 80 columns have room for it
};

std::vector<Column> all_columns(const RunResult& run)
{
    if (kEmulator && run.topic->several_gpus)
        return {{"bytes\nbetween GPUs", 14, true}, {"bytes\nby the host", 13, true},
                {"host\nwaits", 7, true},          {"global\nloads", 9, false},
                {"sectors\n/load", 8, false},      {"bus\nutil. %", 8, false}};
    if (kEmulator)
        return {{"global\nloads", 9, false}, {"sectors\n/load", 8, true},   {"global\nstores", 8, false},
                {"bus\nutil. %", 8, true},   {"global\natomics", 9, false}, {"shared\nloads", 8, false},
                {"bank\nconfl.", 7, true},   {"shared\natomics", 9, false}, {"same\naddr.", 6, true},
                {"barriers\n ", 9, false},   {"active\nthreads", 8, true}};
    if (run.cases > 0)
        return {{"median\nms", 9, true},  {"slowest\nms", 9, true},   {"h. mean\nGop/s", 9, true},
                {"speed-\nup", 8, false}, {"x one\nbefore", 7, true}, {"x lib-\nrary", 7, false}};
    if (run.topic->several_gpus)
        return {{"GPU\nms", 9, true},           {"x one\nGPU", 7, true}, {"effici-\nency %", 8, true},
                {"bytes\nper step", 12, false}, {"hidden\n%", 8, true},  {"x one\nbefore", 7, true},
                {"speed-\nup", 8, false}};
    std::vector<Column> columns{
        {"GPU\nms", 9, true},
        {run.topic->rate == Rate::bytes ? "GB/s\n " : "Gop/s\n ", 9, false},
        {run.topic->limit == std::string("peak") ? "% of\npeak" : "% of\nbound", 6, true},
        {"speed-\nup", 8, !run.topic->errors},
        {"with\nmem ops", 9, false},
        {"x one\nbefore", 7, true},
        {"x lib-\nrary", 7, true}};
    if (run.topic->errors)
        columns.push_back({"error\n ", 8, true});
    return columns;
}

bool is_wide(const RunResult& run)
{
    std::size_t width = kSuffix + kWideIdea + kCheck;
    for (const Column& column : all_columns(run))
        width += column.width;
    return run.options.wide || width <= terminal_columns();
}

std::string trimmed_right(std::string line)
{
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

// cells: one for each of all_columns(), or none.
std::string line_of(const RunResult& run, const std::string& first, std::string idea,
                    const std::vector<std::string>& cells, const std::string& last)
{
    const bool wide = is_wide(run);
    const std::size_t most = wide ? kWideIdea : kIdea;
    if (idea.size() > most)
        idea = idea.substr(0, most - 2) + "..";
    std::string line = format_text("%-*s%-*s", int(kSuffix), first.c_str(), int(most), idea.c_str());
    const std::vector<Column> columns = all_columns(run);
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (wide || columns[i].narrow)
            line += format_text("%*s", int(columns[i].width), i < cells.size() ? cells[i].c_str() : "");
    return trimmed_right(line + "  " + last);
}

// Of at most 80 columns.
std::string wrapped(const std::string& text)
{
    std::string lines, line;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!line.empty() && line.size() + 1 + word.size() > 80) {
            lines += line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return lines + line;
}

std::string number(double value, const char* format = "%.2f")
{
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string count(std::uint64_t value)
{
    return value ? std::to_string(value) : "-";
}

std::string ratio(double value, const char* format = "%.2f")
{
    return value > 0 ? number(value, format) : "-";
}

// Of loads and stores together.
double bus_utilisation(const Counters& c)
{
    const std::uint64_t moved = c.global_loads.bytes_moved() + c.global_stores.bytes_moved();
    return moved ? double(c.global_loads.bytes_asked + c.global_stores.bytes_asked) / double(moved) : 0;
}

// Of several GPUs: what travels between them, and what by way of the host.
std::vector<std::string> traffic_cells(const Counters& c)
{
    std::uint64_t between = 0, by_host = c.work.pageable.bytes + c.work.pinned.bytes;
    for (const WorkCounters::Link& link : c.work.links) {
        between += link.bytes() - link.staged.bytes;
        by_host += link.staged.bytes;
    }
    return {count(between),
            count(by_host),
            count(c.work.host_waits),
            count(c.global_loads.requests),
            ratio(c.global_loads.sectors_per_request()),
            ratio(100 * bus_utilisation(c), "%.0f")};
}

std::vector<std::string> emulator_cells(const RunResult& run, const VersionResult& result)
{
    const Counters& c = result.counters;
    if (run.topic->several_gpus)
        return traffic_cells(c);
    const AccessCounters& atomics = c.shared_atomics.requests ? c.shared_atomics : c.global_atomics;
    return {count(c.global_loads.requests),
            ratio(c.global_loads.sectors_per_request()),
            count(c.global_stores.requests),
            ratio(100 * bus_utilisation(c), "%.0f"),
            count(c.global_atomics.lanes),
            count(c.shared_loads.requests),
            ratio(c.bank_conflicts(), "%.1f"),
            count(c.shared_atomics.lanes),
            ratio(atomics.same_address_degree(), "%.1f"),
            count(c.barriers),
            ratio(c.active_threads(), "%.1f")};
}

std::vector<std::string> gpu_cells(const RunResult& run, const VersionResult& result, double previous,
                                   double library)
{
    if (!result.timed)
        return {};
    const double gpu = result.times.gpu();
    const auto over = [](double a, double b) {
        return a > 0 ? number(a / b, a / b < 1000 ? "%.2f" : "%.0f") : std::string("-");
    };
    const auto milliseconds = [](double seconds) {
        return number(seconds * 1e3, seconds < 1 ? "%.4f" : "%.1f");
    };
    if (!result.cases.empty())
        return {milliseconds(gpu),
                milliseconds(slowest_case(result).seconds),
                number(rate_of(run, result), "%.1f"),
                over(result.cpu_seconds, gpu),
                over(previous, gpu),
                over(library, gpu)};
    if (run.topic->several_gpus) {
        const Scaling s = result.scaling.value_or(Scaling{});
        if (s.gpus == 1)
            return {
                milliseconds(gpu), "-", "-", "-", "-", over(previous, gpu), over(result.cpu_seconds, gpu)};
        return {milliseconds(gpu),
                number(s.speedup(gpu), s.speedup(gpu) < 0.1 ? "%.4f" : "%.2f"),
                number(100 * s.efficiency(gpu), "%.1f"),
                number(s.bytes_per_step, "%.0f"),
                number(100 * s.hidden(gpu), "%.0f"),
                over(previous, gpu),
                over(result.cpu_seconds, gpu)};
    }
    return {milliseconds(gpu),
            number(rate_of(run, result), "%.1f"),
            ratio(100 * share_of_peak(run, result), "%.1f"),
            over(result.cpu_seconds, gpu),
            over(result.cpu_seconds, gpu + result.times.memory()),
            over(previous, gpu),
            over(library, gpu),
            result.error < 0 ? "-" : number(result.error, "%.1e")};
}

// What the emulator's columns hold, of those that the table has.
std::string about_columns(const RunResult& run)
{
    const bool over = std::any_of(run.versions.begin(), run.versions.end(), [](const VersionResult& result) {
        return bus_utilisation(result.counters) > 1.005;
    });
    const std::string bus =
        std::string("Bus utilisation: bytes asked for over bytes moved") +
        (over ? "; it is over 100 % where threads of a warp ask for the same bytes, which are moved once"
              : "") +
        ".";
    if (run.topic->several_gpus)
        return "Bytes between GPUs: of copies, collectives, and kernels' loads and stores." +
               (is_wide(run) ? " " + bus : "");
    return bus + " Bank conflicts: wavefronts of shared loads, stores and atomics over the fewest possible.";
}

}  // namespace

void print_table_head(const RunResult& run)
{
    if (run.cpu_seconds > 0 && !run.versions_differ && !kEmulator)
        print_cpu_time(run, run.cpu_seconds);
    std::printf("\n");
    std::vector<std::string> upper, lower;
    for (const Column& column : all_columns(run)) {
        const std::string head = column.head;
        const std::size_t cut = head.find('\n');
        upper.push_back(head.substr(0, cut));
        lower.push_back(head.substr(cut + 1));
    }
    std::printf("%s\n%s\n", line_of(run, "", "", upper, "").c_str(),
                line_of(run, "", "idea", lower, "check").c_str());
    std::fflush(stdout);
}

void print_table_row(const RunResult& run, const VersionResult& result, double previous, double library)
{
    if (run.options.quiet) {
        std::printf("%s_%s: %s\n", run.topic->name, result.version.suffix().c_str(),
                    coloured_status(result, verdict_text(result)).c_str());
        return;
    }
    const std::string line =
        line_of(run, result.version.suffix(), result.version.idea,
                kEmulator ? emulator_cells(run, result) : gpu_cells(run, result, previous, library),
                status_name(result.status));
    // The row to look at is all red.
    const std::string end = status_name(result.status);
    const std::string begin = line.substr(0, line.size() - end.size());
    std::printf("%s\n", result.status == Status::right || result.status == Status::wrong_as_meant
                            ? (begin + coloured_status(result, end)).c_str()
                            : coloured_status(result, line).c_str());
    std::fflush(stdout);
}

void print_table_notes(const RunResult& run)
{
    bool blank = false;
    const auto note = [&](const std::string& text) {
        if (!blank)
            std::printf("\n");
        blank = true;
        std::printf("%s\n", text.c_str());
    };
    for (const VersionResult& result : run.versions) {
        if (result.status != Status::right)
            note(result.version.suffix() + ": " + verdict_text(result));
        for (const std::string& report : result.reports)
            note(result.version.suffix() + ": emulator: " + report);
        for (const Beside& beside : result.besides)
            note(result.version.suffix() + ": beside it, " + beside.what + ": " +
                 number(beside.seconds * 1e3, "%.4f") + " ms");
    }
    if (run.topic->unit && !kEmulator) {
        char text[100];
        std::snprintf(text, sizeof text, "G%ss/s: %g %s each, so Gop/s / %g", run.topic->unit,
                      run.topic->operations_per_unit, run.topic->operations, run.topic->operations_per_unit);
        note(text);
    }
    // Of the last version that has run.
    const auto last = std::find_if(run.versions.rbegin(), run.versions.rend(),
                                   [](const VersionResult& result) { return !has_no_answer(result.status); });
    if (last != run.versions.rend())
        for (const std::string& remark : last->remarks)
            note(remark);
    if (run.cases > 0)
        note(wrapped(kEmulator
                         ? format_text("Counts are of the first of %zu cases; all are checked.", run.cases)
                         : format_text("%zu cases: the median and the longest of their times, the "
                                       "harmonic mean of their rates.",
                                       run.cases)));
    if (kEmulator && is_wide(run))
        note(
            wrapped("Loads and stores count requests, one per warp and instruction; atomics count threads."));
    if (kEmulator)
        note(wrapped(about_columns(run) + " Run one version, as " + run.topic->name +
                     "_v1, for all of its counts" +
                     (is_wide(run) ? "." : ", or the ladder with --wide for more columns.")));
    else if (!is_wide(run))
        note("More columns: --wide");
}

}  // namespace ladders
