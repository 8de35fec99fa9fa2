#include "common/report/rates.h"
#include "common/report/report.h"
#include "common/report/terminal.h"
#include "common/support/text.h"

#include <cstdio>

namespace ladders {
namespace {

// Without an exponent: 12380, not 1.238e+04.
std::string four_digits(double value)
{
    char text[64];
    std::snprintf(text, sizeof text, value < 1000 ? "%.4g" : "%.0f", value);
    return text;
}

void print_launch(const LaunchFacts& launch)
{
    const auto dims = [](const dim3& d) {
        std::string text = std::to_string(d.x);
        if (d.y > 1 || d.z > 1)
            text += " x " + std::to_string(d.y);
        if (d.z > 1)
            text += " x " + std::to_string(d.z);
        return text;
    };
    const auto one = [](const dim3& d) { return d.x == 1 && d.y == 1 && d.z == 1; };
    std::printf("CUDA kernel launch with %s block%s of %s thread%s", dims(launch.grid).c_str(),
                one(launch.grid) ? "" : "s", dims(launch.block).c_str(), one(launch.block) ? "" : "s");
    if (launch.shared)
        std::printf(" and %zu bytes of shared memory each", launch.shared);
    if (!kEmulator)
        std::printf(" (occupancy %.0f %%)", 100 * launch.occupancy);
    std::printf("\n");
}

void print_traffic(const char* label, const AccessCounters& c)
{
    if (c.requests)
        std::printf(
            "%s: %llu requests of %.1f threads, %.2f sectors per request (ideal %.2f), bus utilisation %.0f "
            "%%%s\n",
            label, (unsigned long long)c.requests, double(c.lanes) / double(c.requests),
            c.sectors_per_request(), double(c.ideal_sectors) / double(c.requests), 100 * c.bus_utilisation(),
            c.bus_utilisation() > 1.005 ? " (threads of a warp ask for the same bytes, which are moved once)"
                                        : "");
}

void print_banks(const char* label, const AccessCounters& c)
{
    if (c.requests)
        std::printf("%s: %llu requests of %.1f threads, %llu wavefronts, %.1f-way bank conflicts\n", label,
                    (unsigned long long)c.requests, double(c.lanes) / double(c.requests),
                    (unsigned long long)c.wavefronts, c.conflict_degree());
}

void print_atomics(const char* label, const AccessCounters& c)
{
    if (c.requests)
        std::printf("%s: %llu by threads, %llu by warps, same-address degree %.1f\n", label,
                    (unsigned long long)c.lanes, (unsigned long long)c.requests, c.same_address_degree());
}

void print_requests(const char* label, const AccessCounters& c)
{
    if (c.requests)
        std::printf("%s: %llu requests of %.1f threads\n", label, (unsigned long long)c.requests,
                    double(c.lanes) / double(c.requests));
}

void print_counters(const Counters& c)
{
    print_traffic("Global loads", c.global_loads);
    print_traffic("Global stores", c.global_stores);
    print_atomics("Global atomics", c.global_atomics);
    print_banks("Shared loads", c.shared_loads);
    print_banks("Shared stores", c.shared_stores);
    print_atomics("Shared atomics", c.shared_atomics);
    print_requests("Texture loads", c.texture_loads);
    print_requests("Surface loads", c.surface_loads);
    print_requests("Surface stores", c.surface_stores);
    if (c.tensor_instructions)
        std::printf("Tensor instructions: %llu\n", (unsigned long long)c.tensor_instructions);
    if (c.barriers)
        std::printf("Barriers: %llu\n", (unsigned long long)c.barriers);
    if (c.collectives)
        std::printf("Warp collectives: %llu\n", (unsigned long long)c.collectives);
    if (c.warp_steps)
        std::printf("Active threads per warp: %.1f of 32\n", c.active_threads());
}

void print_copies(const char* memory, const WorkCounters::Copies& c)
{
    if (c.synchronous + c.asynchronous)
        std::printf("Copies of %s memory: %llu synchronous, %llu asynchronous, %llu bytes\n", memory,
                    (unsigned long long)c.synchronous, (unsigned long long)c.asynchronous,
                    (unsigned long long)c.bytes);
}

void print_work(const WorkCounters& w)
{
    print_copies("pageable", w.pageable);
    print_copies("pinned", w.pinned);
    std::printf("Longest chain: %llu of %llu copies and kernels, in %llu stream%s",
                (unsigned long long)w.longest_chain, (unsigned long long)w.operations,
                (unsigned long long)w.streams, w.streams == 1 ? "" : "s");
    if (w.graph_launches)
        std::printf(", %llu graph launch%s", (unsigned long long)w.graph_launches,
                    w.graph_launches == 1 ? "" : "es");
    std::printf("\nHost waits in between: %llu\n", (unsigned long long)w.host_waits);
}

void print_links(const WorkCounters& w)
{
    for (const WorkCounters::Link& link : w.links)
        std::printf("From GPU %d to %s: %s in %s%s\n", link.from,
                    link.to < 0 ? "other processes" : ("GPU " + std::to_string(link.to)).c_str(),
                    count_text(link.bytes(), "byte").c_str(),
                    count_text(link.transfers(), "transfer").c_str(),
                    link.staged.bytes ? ", through the host" : "");
    if (w.links.empty())
        std::printf("Between GPUs: nothing\n");
}

void print_scaling(const Scaling& scaling, double seconds)
{
    std::printf("One GPU (sec.): %.6f   (%s)\n", scaling.one_gpu,
                scaling.weak ? "its part of the problem" : "the whole problem");
    std::printf("Speedup over one GPU: %.2f   (efficiency %.1f %%)\n", scaling.speedup(seconds),
                100 * scaling.efficiency(seconds));
    std::printf("Exchanged per step: %.0f bytes from each GPU\n", scaling.bytes_per_step);
    std::printf("Exchange hidden: %.0f %%   (sec.: without it %.6f, it alone %.6f)\n",
                100 * scaling.hidden(seconds), scaling.without_exchange, scaling.exchange_alone);
}

void print_times(const RunResult& run, const VersionResult& result)
{
    const Times& t = result.times;
    if (result.cpu_seconds > 0)
        print_cpu_time(run, result.cpu_seconds);
    if (result.cases.empty())
        std::printf("GPU version (sec.): %.6f   (median of %d runs, min %.6f, noise %.1f %%", t.gpu(), t.runs,
                    t.kernel_min, 100 * t.kernel_noise);
    else
        std::printf("GPU version (sec.): %.6f   (median of %zu cases, min %.6f, slowest %.6f, %s", t.gpu(),
                    result.cases.size(), t.kernel_min, slowest_case(result).seconds,
                    slowest_case(result).name.c_str());
    if (t.host > 0)
        std::printf("; of it on the host %.6f", t.host);
    std::printf(")\n");
    std::printf("Memory ops. (sec.): %.6f   (alloc %.6f, upload %.6f, download %.6f)\n", t.memory(), t.alloc,
                t.upload, t.download);
    for (const Beside& beside : result.besides)
        std::printf("For comparison (sec.): %.6f   (%s)\n", beside.seconds, beside.what.c_str());
    if (result.bound > 0)
        std::printf("Bound (sec.): %.6f   (the GPU version takes %.2f times that)\n", result.bound,
                    t.gpu() / result.bound);
    if (run.topic->rate == Rate::bytes)
        std::printf("GPU bandwidth (GB/s): %.2f", rate_of(run, result));
    else
        std::printf("GPU rate (G%s/s): %s", run.topic->operations, four_digits(rate_of(run, result)).c_str());
    if (!result.cases.empty())
        std::printf("   (harmonic mean of the cases' rates)");
    else if (const double share = share_of_peak(run, result); share > 0)
        std::printf("   (%.1f %% of %s)", 100 * share, run.topic->limit);
    std::printf("\n");
    if (const double rate = unit_rate_of(run, result); rate > 0)
        std::printf("GPU rate (G%ss/s): %s   (%g %s each)\n", run.topic->unit, four_digits(rate).c_str(),
                    run.topic->operations_per_unit, run.topic->operations);
    if (result.scaling && result.scaling->gpus > 1)
        print_scaling(*result.scaling, t.gpu());
    if (result.cpu_seconds > 0) {
        std::printf("Speedup: %.2f\n", result.cpu_seconds / t.gpu());
        std::printf("Speedup (with mem ops.): %.2f\n", result.cpu_seconds / (t.gpu() + t.memory()));
    }
}

}  // namespace

void print_cpu_time(const RunResult& run, double seconds)
{
    std::printf("CPU version (sec.): %.6f", seconds);
    if (run.cpu_share < 1)
        std::printf("   (scaled up: %.3g %% of the work was measured)", 100 * run.cpu_share);
    std::printf("\n");
}

std::string verdict_text(const VersionResult& result)
{
    switch (result.status) {
        case Status::right:
            return "ok";
        case Status::wrong:
            return "WRONG: " + result.detail;
        case Status::wrong_as_meant:
            return "WRONG, as this version is meant to show: " + result.version.meant_to_fail + " (" +
                   result.detail + ")";
        case Status::refused:
            return "refused: " + result.detail;
        case Status::not_built:
            return "not built: " + result.detail;
        case Status::out_of_memory:
            return "out of memory: " + result.detail;
        case Status::failed:
            return "CUDA error: " + result.detail;
        case Status::unsupported:
            return "unsupported: " + result.detail;
    }
    return "";
}

std::string coloured_status(const VersionResult& result, const std::string& text)
{
    return coloured(text, result.status == Status::right            ? Colour::right
                          : result.status == Status::wrong_as_meant ? Colour::as_meant
                                                                    : Colour::wrong);
}

void print_heading(const RunResult& run)
{
    std::printf("Device: %s\n%s\n", run.device.describe().c_str(), run.input.c_str());
}

void print_version(const RunResult& run, const VersionResult& result)
{
    if (!run.options.quiet) {
        for (const LaunchFacts& launch : result.launches)
            print_launch(launch);
        for (const auto& [label, value] : run.cpu_figures)
            std::printf("%s (CPU) = %s\n", label.c_str(), value.c_str());
        for (const auto& [label, value] : result.figures)
            std::printf("%s (GPU) = %s\n", label.c_str(), value.c_str());
        for (const std::string& remark : result.remarks)
            std::printf("%s\n", remark.c_str());
    }
    if (!run.options.quiet && run.topic->errors && result.error >= 0)
        std::printf("Error: %.2g of the result's norm\n", result.error);
    std::printf("Check: %s\n", coloured_status(result, verdict_text(result)).c_str());
    if (result.status == Status::wrong)
        for (const std::string& line : result.explanation)
            std::printf("%s\n", line.c_str());
    for (const std::string& report : result.reports)
        std::printf("Emulator: %s\n", report.c_str());
    if (run.options.quiet)
        return;
    if (kEmulator && run.cases > 0)
        std::printf("Counts: of the first of %zu cases\n", run.cases);
    if (result.counters.processes > 1)
        std::printf("Counts: of all %d processes together\n", result.counters.processes);
    if (kEmulator)
        print_counters(result.counters);
    if (kEmulator && run.topic->copies)
        print_work(result.counters.work);
    if (kEmulator && run.topic->several_gpus)
        print_links(result.counters.work);
    if (result.timed)
        print_times(run, result);
    if (result.status != Status::wrong && !result.version.next_idea.empty())
        std::printf("Next: v%d: %s   (see %s/README.md)\n", result.version.number + 1,
                    result.version.next_idea.c_str(), run.topic->folder);
}

}  // namespace ladders
