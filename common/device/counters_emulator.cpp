#include "common/device/counters.h"
#include "common/device/launch_total.h"
#include "common/support/progress.h"
#include "common/support/text.h"
#include "emulator.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>

namespace ladders {
namespace {

void add(AccessCounters& sum, const emu::LineCounters& line)
{
    sum.requests += line.requests;
    sum.lanes += line.lanes;
    sum.bytes_asked += line.lanes * static_cast<std::uint64_t>(line.bytes);
    sum.sectors += line.sectors;
    sum.ideal_sectors += line.ideal_sectors;
    sum.wavefronts += line.wavefronts;
    sum.ideal_wavefronts += line.ideal_wavefronts;
    sum.same_address += line.same_address;
}

bool lines_wanted = false;
std::uint64_t total_of_launches = 0;

struct Printing {
    std::string version, heading;
    bool on = true;
    std::set<std::string> printed;  // version, kind and place of each error
};
Printing& printing = *new Printing;  // never destroyed: static destructors may still launch kernels

bool may_print(const emu::Report& report)
{
    if (!printing.on)
        return false;
    const std::string error =
        printing.version + " " + report.what + " " + report.file + ":" + std::to_string(report.line);
    if (!printing.printed.insert(error).second)
        return false;
    hide_progress();
    if (!printing.heading.empty()) {
        std::fflush(stdout);
        std::fprintf(stderr, "%s\n", printing.heading.c_str());
        printing.heading.clear();
    }
    return true;
}

void add_lines(Counters& sum, const std::vector<emu::KernelCounters>& launches)
{
    for (const emu::KernelCounters& kernel : emu::by_kernel(launches)) {
        for (const emu::LineCounters& line : kernel.lines) {
            CountedLine& counted = sum.lines.emplace_back();
            counted.kernel = kernel.kernel;
            counted.file = base_name(line.file);
            counted.line = line.line;
            counted.memory = name_of(line.space);
            counted.access = name_of(line.access);
            counted.bytes = line.bytes;
            add(counted.counts, line);
        }
    }
    sum.source_table = emu::source_table(launches);
}

Explanation explanation_of(const std::vector<emu::KernelCounters>& launches, const emu::WorkCounters& work)
{
    const emu::Explanation all = emu::explain(launches, work);
    Explanation explanation;
    for (const emu::Finding& f : all.findings)
        explanation.findings.push_back({f.rule, f.kernel, base_name(f.file), f.line, f.counted, f.ideal,
                                        f.share, f.seconds, f.text, f.advice, f.see});
    explanation.floor.gpu = all.floor.gpu;
    explanation.floor.largest = all.floor.largest;
    for (const emu::Floor::Resource& r : all.floor.resources)
        explanation.floor.resources.push_back({r.name, r.seconds, r.from});
    explanation.text = emu::text_of(all);
    return explanation;
}

WorkCounters::Copies copies_of(const emu::WorkCounters::Copies& copies)
{
    return {copies.synchronous, copies.asynchronous, copies.bytes};
}

WorkCounters::Traffic traffic_of(const emu::LinkCounters::Traffic& t)
{
    return {t.requests, t.bytes};
}

WorkCounters work_of(const emu::WorkCounters& w)
{
    WorkCounters work{copies_of(w.pageable), copies_of(w.pinned), w.operations, w.longest_chain, w.streams,
                      w.graph_launches,      w.host_waits,        w.allocations};
    for (const emu::LinkCounters& l : w.links)
        work.links.push_back({l.from,
                              l.to,
                              traffic_of(l.copies),
                              traffic_of(l.staged_copies),
                              traffic_of(l.reads),
                              {l.writes.requests + l.atomics.requests, l.writes.bytes + l.atomics.bytes},
                              traffic_of(l.collectives)});
    return work;
}

}  // namespace

void count_lines(bool on)
{
    lines_wanted = on;
}

void explain_counters(bool on)
{
    emu::options().explain = on;
}

std::string begin_trace(const std::string& file)
{
    emu::options().trace.file = file;
    return emu::open_trace() ? "" : std::strerror(errno);
}

void trace_launches(bool on)
{
    emu::trace_launches(on);
}

void count_active_threads(bool on)
{
    emu::options().count_divergence = on;
}

std::uint64_t launches_in_all()
{
    return total_of_launches;
}

Counters take_counters()
{
    Counters sum;
    const emu::WorkCounters work = emu::take_work_counters();
    sum.work = work_of(work);
    const std::vector<emu::KernelCounters> launches = emu::take_counters();
    sum.launches = launches.size();
    total_of_launches += sum.launches;
    if (emu::options().explain)
        sum.explanation = explanation_of(launches, work);
    if (lines_wanted)
        add_lines(sum, launches);
    for (const emu::KernelCounters& kernel : launches) {
        const auto [grid, block] = std::pair(kernel.grid, kernel.block);
        const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
        sum.blocks += blocks;
        sum.threads += blocks * block.x * block.y * block.z;
        sum.shapes.insert(LaunchShape{{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}});
        for (const emu::LineCounters& line : kernel.lines) {
            if (line.space == emu::Space::constant)
                continue;
            if (line.space == emu::Space::texture || line.space == emu::Space::surface) {
                add(line.space == emu::Space::texture  ? sum.texture_loads
                    : line.access == emu::Access::load ? sum.surface_loads
                                                       : sum.surface_stores,
                    line);
                continue;
            }
            const bool shared = is_shared(line.space);  // __device__ variables are global memory
            switch (line.access) {
                case emu::Access::load:
                    add(shared ? sum.shared_loads : sum.global_loads, line);
                    break;
                case emu::Access::store:
                    add(shared ? sum.shared_stores : sum.global_stores, line);
                    break;
                case emu::Access::atomic:
                    add(shared ? sum.shared_atomics : sum.global_atomics, line);
                    break;
            }
        }
        sum.tensor_instructions += kernel.tensor_instructions();
        sum.barriers += kernel.barriers;
        sum.collectives += kernel.collectives;
        sum.warp_steps += kernel.warp_steps;
        sum.lane_steps += kernel.lane_steps;
    }
    return sum;
}

EmulatorErrors take_emulator_errors()
{
    static std::size_t seen = 0;
    emu::options().print_remarks = false;  // the harness tells them with a wrong result
    emu::options().idle_launches_may_repeat = false;
    emu::skip_in_reports("/common/harness/");
    EmulatorErrors errors;
    errors.count = emu::error_count() - seen;
    seen = emu::error_count();
    for (const emu::Report& report : emu::take_reports())
        errors.lines.push_back(report.what + (report.kernel.empty() ? "" : " in " + report.kernel) + " at " +
                               base_name(report.file) + ":" + std::to_string(report.line));
    for (const emu::Report& remark : emu::take_remarks())
        errors.remarks.push_back(remark.what + " at " + base_name(remark.file) + ":" +
                                 std::to_string(remark.line));
    return errors;
}

std::string work_beside_default_stream()
{
    return emu::work_beside_default_stream();
}

void print_emulator_errors(const std::string& version, const std::string& heading, bool print)
{
    printing.version = version;
    printing.heading = heading;
    printing.on = print;
    emu::options().may_print = may_print;
    emu::options().fail_at_exit = false;  // the harness decides the exit code
}

void set_patience(unsigned seconds)
{
    emu::options().patience = seconds;
}

void expect_small_inputs()
{
    emu::options().small_inputs = true;
}

}  // namespace ladders
