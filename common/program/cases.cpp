#include "common/program/cases.h"

#include "common/program/selftest.h"
#include "common/support/progress.h"
#include "common/support/statistics.h"

#include <algorithm>
#include <utility>

namespace ladders {
namespace {

constexpr int kRunsOfACase = 5;  // unless --reps says it: the cases vary more than the runs of one

VersionResult measure_case(Ladder& ladder, std::size_t index, const RunResult& run)
{
    const VersionInfo version = ladder.versions().at(index);
    const std::string name = std::string(run.topic->name) + "_" + version.suffix();
    const bool single = ladder.versions().size() == 1;
    now_at((single ? "" : version.suffix() + ", ") + ladder.case_name());
    print_emulator_errors(version.suffix(), single ? "" : name + ":", version.meant_to_fail.empty());
    Options options = run.options;
    if (options.reps == 0)
        options.reps = kRunsOfACase;
    VersionResult result = measure(ladder, index, options);
    hide_progress();
    if (result.timed)
        result.cases.push_back({ladder.case_name(), result.times.gpu(), result.work});
    if (result.status == Status::wrong || result.status == Status::wrong_as_meant)
        result.detail = ladder.case_name() + ": " + result.detail;
    return result;
}

void add_case(const VersionResult& one, VersionResult& all)
{
    if (one.status != Status::right) {
        all.status = one.status;
        all.detail = one.detail;
        all.explanation = one.explanation;
        all.elements = one.elements;
        all.timed = false;
    }
    all.cases.insert(all.cases.end(), one.cases.begin(), one.cases.end());
    all.reports.insert(all.reports.end(), one.reports.begin(), one.reports.end());
}

void use_medians(VersionResult& result)
{
    if (!result.timed) {
        result.cases.clear();
        return;
    }
    std::vector<double> seconds;
    for (const CaseResult& one : result.cases)
        seconds.push_back(one.seconds);
    const Median median = median_of(seconds);
    result.times.kernel = median.value;
    result.times.kernel_min = median.min;
    result.times.host = 0;  // it is in the cases' seconds
}

}  // namespace

std::vector<VersionResult> measure_cases(Ladder& ladder, RunResult& run)
{
    const std::size_t versions = ladder.versions().size();
    std::vector<VersionResult> all(versions);
    std::vector<double> cpu_seconds;
    for (std::size_t i = 0; i < run.cases; ++i) {
        ladder.use_case(i);
        bool has_reference = run.options.no_cpu;
        for (std::size_t v = 0; v < versions; ++v) {
            if (i > 0 && all[v].status != Status::right)
                continue;
            if (!has_reference || (ladder.versions_differ() && !run.options.no_cpu)) {
                now_at_part("CPU");
                cpu_seconds.push_back(time_cpu(ladder, v));
                has_reference = true;
            }
            VersionResult one = measure_case(ladder, v, run);
            if (i == 0)
                all[v] = std::move(one);
            else
                add_case(one, all[v]);
        }
    }
    run.cpu_seconds = cpu_seconds.empty() ? 0 : median_of(cpu_seconds).value;
    run.cpu_share = 1;
    for (std::size_t v = 0; v < versions; ++v) {
        VersionResult& result = all[v];
        use_medians(result);
        result.figures.clear();  // they differ from case to case
        result.cpu_seconds = run.cpu_seconds;
        if (kEmulator && result.status == Status::right && result.version.meant_to_fail.empty())
            check_small_inputs(ladder, v, run.options, result);
    }
    return all;
}

}  // namespace ladders
