// --explain: why a version is slow. The emulator's rules say it (emulator/src/explain/); on a GPU, what its run has shown.
#include "common/report/rates.h"
#include "common/report/report.h"
#include "common/support/text.h"

#include <cstdio>

namespace ladders {
namespace {

// What a run on a GPU shows, and the command that shows the rest.
std::string seen_on_gpu(const RunResult& run, const VersionResult& result)
{
    std::string text;
    if (result.timed) {
        const bool bytes = run.topic->rate == Rate::bytes;
        text += format_text("Rate: %.1f %s", rate_of(run, result),
                            bytes ? "GB/s" : format_text("G%s/s", run.topic->operations).c_str());
        if (const double share = share_of_peak(run, result); share > 0)
            text += format_text(", %.0f %% of %s", 100 * share, run.topic->limit);
        text += ".\n";
    }
    for (const LaunchFacts& launch : result.launches) {
        const double blocks = double(launch.grid.x) * launch.grid.y * launch.grid.z;
        text += format_text("Launch: %.0f block%s for %d multiprocessors, occupancy %.0f %%.%s\n", blocks,
                            blocks == 1 ? "" : "s", run.device.multiprocessors, 100 * launch.occupancy,
                            blocks < run.device.multiprocessors
                                ? " Too little parallelism: some multiprocessors have no block."
                                : "");
    }
    const std::string name = std::string(run.topic->name) + "_" + result.version.suffix();
    // A library's row runs on a GPU only.
    if (!result.version.is_library())
        text += format_text(
            "Line by line, the emulator counts it: cmake --preset emulator && cmake --build --preset "
            "emulator --target %s && build/emulator/bin/%s --explain\n",
            name.c_str(), name.c_str());
    return text + format_text("The rest: ncu --set full --import-source yes ./%s --reps 1 --warmup 0\n",
                              name.c_str());
}

}  // namespace

std::vector<Finding> findings_of(const VersionResult& result)
{
    std::vector<Finding> findings = result.counters.explanation.findings;
    if (result.status == Status::wrong || result.status == Status::wrong_as_meant) {
        Finding wrong;
        wrong.rule = "wrong";
        wrong.text =
            "The result is wrong: " + (result.reports.empty() ? result.detail : result.reports.front()) + ".";
        wrong.advice = "Make it right first: what follows is about the wrong one.";
        findings.insert(findings.begin(), wrong);
    }
    return findings;
}

void print_explanation(const RunResult& run)
{
    for (const VersionResult& result : run.versions) {
        if (has_no_answer(result.status))
            continue;
        const std::string name = run.versions.size() == 1
                                     ? run.program
                                     : std::string(run.topic->name) + "_" + result.version.suffix();
        std::printf("\nWhy %s is not faster%s:\n", name.c_str(),
                    result.counters.processes > 1 ? ", by the counts of process 0 alone" : "");
        if (const auto findings = findings_of(result); !findings.empty() && findings.front().rule == "wrong")
            std::printf("%s\n%s\n", findings.front().text.c_str(), findings.front().advice.c_str());
        const std::string text = kEmulator ? result.counters.explanation.text : seen_on_gpu(run, result);
        std::printf("%s", text.c_str());
    }
}

}  // namespace ladders
