#include "common/report/report.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace ladders {
namespace {

constexpr int kIdeaWidth = 26;

struct Column {
    const char* head;
    int width;
};

std::vector<Column> columns(const RunResult& run)
{
    if (kEmulator)
        return {{"global\nloads", 9},   {"sectors\n/load", 8}, {"global\nstores", 8}, {"bus\nutil. %", 8},
                {"global\natomics", 9}, {"shared\nloads", 8},  {"bank\nconfl.", 7},   {"shared\natomics", 9},
                {"same\naddress", 8},   {"barriers\n ", 9},    {"active\nthreads", 8}};
    return {{"GPU\nms", 10},
            {run.topic->rate == Rate::bytes ? "GB/s\n " : "Gop/s\n ", 9},
            {run.topic->limit == std::string("peak") ? "% of\npeak" : "% of\nbound", 7},
            {"speed-\nup", 9},
            {"with\nmem ops", 9},
            {"x one\nbefore", 8},
            {"x lib-\nrary", 8}};
}

void print_line(const std::string& first, const std::string& idea, const std::vector<std::string>& cells,
                const std::vector<Column>& widths, const std::string& last)
{
    std::printf("%-5s %-*s", first.c_str(), kIdeaWidth, idea.c_str());
    for (std::size_t i = 0; i < widths.size(); ++i)
        std::printf("%*s", widths[i].width, i < cells.size() ? cells[i].c_str() : "");
    std::printf("  %s\n", last.c_str());
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

std::vector<std::string> emulator_cells(const VersionResult& result)
{
    const Counters& c = result.counters;
    const AccessCounters& atomics = c.shared_atomics.requests ? c.shared_atomics : c.global_atomics;
    return {count(c.global_loads.requests),
            ratio(c.global_loads.sectors_per_request()),
            count(c.global_stores.requests),
            ratio(100 * bus_utilisation(c), "%.0f"),
            count(c.global_atomics.lanes),
            count(c.shared_loads.requests),
            ratio(c.shared_loads.conflict_degree(), "%.1f"),
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
    const auto over = [](double a, double b) { return a > 0 ? number(a / b) : std::string("-"); };
    return {number(gpu * 1e3, "%.4f"),
            number(rate_of(run, result), "%.1f"),
            ratio(100 * share_of_peak(run, result), "%.1f"),
            over(result.cpu_seconds, gpu),
            over(result.cpu_seconds, gpu + result.times.memory()),
            over(previous, gpu),
            over(library, gpu)};
}

}  // namespace

void print_table_head(const RunResult& run)
{
    if (run.cpu_seconds > 0 && !run.versions_differ && !kEmulator)
        print_cpu_time(run, run.cpu_seconds);
    std::printf("\n");
    const std::vector<Column> all = columns(run);
    std::vector<std::string> upper, lower;
    for (const Column& column : all) {
        const std::string head = column.head;
        const std::size_t cut = head.find('\n');
        upper.push_back(head.substr(0, cut));
        lower.push_back(head.substr(cut + 1));
    }
    print_line("", "", upper, all, "");
    print_line("", "idea", lower, all, "check");
    std::fflush(stdout);
}

void print_table_row(const RunResult& run, const VersionResult& result, double previous, double library)
{
    if (run.options.quiet) {
        std::printf("%s_%s: %s\n", run.topic->name, result.version.suffix().c_str(),
                    verdict_text(result).c_str());
        return;
    }
    std::string idea = result.version.idea;
    if (idea.size() > kIdeaWidth)
        idea = idea.substr(0, kIdeaWidth - 2) + "..";
    print_line(result.version.suffix(), idea,
               kEmulator ? emulator_cells(result) : gpu_cells(run, result, previous, library), columns(run),
               status_name(result.status));
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
    if (!run.versions.empty())
        for (const std::string& remark : run.versions.back().remarks)
            note(remark);
    if (kEmulator)
        note(
            "Loads and stores count requests, one per warp and instruction; atomics count threads. Bus "
            "utilisation: bytes asked for over "
            "bytes "
            "moved.\nBank conflicts: wavefronts over the fewest possible. Run one version, as " +
            std::string(run.topic->name) + "_v1, for all of its counts.");
}

}  // namespace ladders
