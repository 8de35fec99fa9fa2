#include "common/harness/measure.h"

#include "common/support/errors.h"
#include "common/support/mismatch_text.h"
#include "common/support/progress.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace ladders {
namespace {

RunPlan plan_for(const Options& options, bool timed)
{
    RunPlan plan;
    plan.timed = timed;
    plan.block = options.block;
    plan.reps = options.reps;
    plan.warmup = options.warmup;
    plan.hot = options.hot;
    plan.no_guard = options.no_guard;
    return plan;
}

// Whether kernels have stored all that was copied to the host: the emulator remarks copies of anything else. A GPU cannot
// tell.
bool all_was_written(const EmulatorErrors& errors)
{
    const auto tells = [](const std::string& remark) {
        return remark.find("never written") != std::string::npos;
    };
    return kEmulator && std::none_of(errors.remarks.begin(), errors.remarks.end(), tells);
}

// Why the result cannot be a kernel's; empty if it can.
std::string not_by_a_kernel(const Ladder& ladder, const RunRecord& record, const RunPlan& plan,
                            const EmulatorErrors& errors, bool right)
{
    if (!record.launched)
        return "no kernel was launched in run.kernel(), so the result does not come from the GPU";
    // Of a wrong result a remark may say that nothing wrote it: that is all.
    if (kEmulator && !plan.timed && !record.stored && !ladder.result_is_zero() &&
        (right || all_was_written(errors)))
        return "no kernel stored anything in global memory, so the result does not come from the GPU";
    return "";
}

// Threads of the version's blocks, if they are one-dimensional; else 0.
std::size_t block_of(const RunRecord& record)
{
    const bool row = !record.launches.empty() && record.launches.front().block.y == 1;
    return row ? record.launches.front().block.x : 0;
}

void explain_wrong(const Ladder& ladder, const Verdict& verdict, const RunRecord& record,
                   const EmulatorErrors& errors, VersionResult& result)
{
    const bool all_written = all_was_written(errors);
    const std::vector<Shown> inputs = ladder.shown_inputs();
    for (const Shown& input : inputs)
        result.elements += input.n;
    if (verdict.mismatch)
        result.explanation = explain(*verdict.mismatch, inputs, block_of(record), all_written);
    else
        result.explanation = explain_number(all_written ? verdict.hint_if_written : verdict.hint, inputs);
    // A report tells a line itself.
    if (result.reports.empty() && !record.stored_at.empty()) {
        std::vector<std::string> lines;
        add_sentence("Kernels stored into the result " + record.stored_at.back() + ".", lines);
        result.explanation.insert(result.explanation.begin(), lines.begin(), lines.end());
    }
    if (result.elements == 0 && verdict.mismatch)
        result.elements = verdict.mismatch->n;
}

// Runs the version and judges its result, what its kernels did to memory, and what the emulator reported.
Verdict run_and_check(Ladder& ladder, std::size_t index, const Options& options, const RunPlan& plan,
                      RunRecord& record, VersionResult& result)
{
    take_emulator_errors();
    {
        now_at_part("what comes before its launches");
        Run run(plan, record);
        ladder.run(index, run);
    }
    if (record.failure)
        std::rethrow_exception(record.failure);
    const EmulatorErrors errors = take_emulator_errors();
    result.reports.insert(result.reports.end(), errors.lines.begin(), errors.lines.end());
    result.remarks = record.notes;

    now_at_part("checking the result");
    Verdict verdict;
    if (!options.unchecked)
        verdict = ladder.check(index, record.chain, options.no_cpu);
    if (verdict.sized && !options.unchecked)
        result.figures = ladder.gpu_figures();
    if (!verdict.right) {
        for (const std::string& remark : errors.remarks)
            verdict.detail += "; " + remark;
        if (verdict.sized)
            explain_wrong(ladder, verdict, record, errors, result);
    }
    const std::string what =
        errors.count == 0 ? not_by_a_kernel(ladder, record, plan, errors, verdict.right) : "";
    if (!what.empty())
        record.complaints.insert(record.complaints.begin(), what);
    if (!record.complaints.empty()) {  // it may well be the cause of wrong results
        verdict.detail = record.complaints.front() + (verdict.right ? "" : "; " + verdict.detail);
        verdict.right = false;
        return verdict;
    }
    if (!verdict.right)
        return verdict;
    if (const std::string doubt = record.chain.doubt(); !doubt.empty())
        result.remarks.push_back(doubt);
    if (errors.count > 0)
        return Verdict::wrong("the emulator found " + std::to_string(errors.count) + " errors, the first: " +
                              (errors.lines.empty() ? "reported before" : errors.lines.front()));
    return verdict;
}

void run_checked(Ladder& ladder, std::size_t index, const Options& options, bool traced,
                 VersionResult& result)
{
    RunRecord record;
    RunPlan plan = plan_for(options, false);
    plan.traced = traced;
    const Verdict verdict = run_and_check(ladder, index, options, plan, record, result);
    result.work = record.work ? *record.work : ladder.work();
    for (const Launch& launch : record.launches)
        result.launches.push_back({launch.grid, launch.block, launch.shared, occupancy(launch)});
    result.counters = record.counters;
    result.chain = record.chain;
    result.detail = verdict.detail;
    result.error = verdict.error;
    result.sized = verdict.sized;
    if (!verdict.right)
        result.status = result.version.meant_to_fail.empty() ? Status::wrong : Status::wrong_as_meant;
}

void run_timed(Ladder& ladder, std::size_t index, const Options& options, VersionResult& result)
{
    RunRecord record;
    const Verdict verdict = run_and_check(ladder, index, options, plan_for(options, true), record, result);
    if (!verdict.right) {
        result.status = Status::wrong;
        result.detail = "right at first, but not after repeated launches: " + verdict.detail;
        return;
    }
    result.times = record.times;
    result.bound = record.bound;
    result.besides = record.besides;
    result.scaling = record.scaling;
    result.timed = true;
}

// A wrong-by-design version that happens to be right (n = 1, say) is not timed either: its time would mean
// nothing.
bool worth_timing(const VersionResult& result)
{
    return !kEmulator && result.status == Status::right && result.version.meant_to_fail.empty();
}

// Why this GPU cannot run the version; empty if it can.
std::string unsupported(const std::string& topic, const VersionInfo& version)
{
    if (!version.capability)
        return "";
    const int here = compute_capability();
    if (version.no_newer ? here == version.capability : here >= version.capability)
        return "";
    return format_text("%s_%s needs a GPU of compute capability %d.%d%s, and this one has %d.%d",
                       topic.c_str(), version.suffix().c_str(), version.capability / 10,
                       version.capability % 10, version.no_newer ? "" : " or newer", here / 10, here % 10);
}

template <class F>
VersionResult guarded(Ladder& ladder, std::size_t index, F&& run)
{
    VersionResult result;
    result.version = ladder.versions().at(index);
    const auto ended = [&](Status status, const std::exception& error) {
        result.status = status;
        result.detail = error.what();
    };
    try {
        result.detail = unsupported(ladder.info().name, result.version);
        if (!result.detail.empty()) {
            result.status = Status::unsupported;
            return result;
        }
        run(result);
    } catch (const UsageError& error) {
        ended(Status::refused, error);
    } catch (const NotBuilt& error) {
        ended(Status::not_built, error);
    } catch (const OutOfMemory& error) {
        ended(Status::out_of_memory, error);
    } catch (const std::bad_alloc&) {
        ended(Status::out_of_memory, OutOfMemory("host memory is used up"));
    } catch (const std::length_error&) {
        ended(Status::out_of_memory, OutOfMemory("host memory is used up"));
    } catch (const NoGpu&) {
        throw;
    } catch (const CudaError& error) {
        ended(Status::failed, error);
    } catch (const std::exception& error) {
        ended(Status::wrong,
              std::runtime_error(std::string("the version threw an exception: ") + error.what()));
    }
    return result;
}

}  // namespace

double time_cpu(Ladder& ladder, std::size_t index)
{
    using Clock = std::chrono::steady_clock;
    double best = std::numeric_limits<double>::infinity();
    double total = 0;
    for (int run = 0; run < 3 || (total < 0.1 && run < 1000); ++run) {
        const auto start = Clock::now();
        ladder.run_cpu(index);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        best = std::min(best, seconds);
        total += seconds;
        if (total > 1)
            break;
    }
    return best / ladder.cpu_share();
}

VersionResult check_version(Ladder& ladder, std::size_t index, const Options& options)
{
    return guarded(ladder, index,
                   [&](VersionResult& result) { run_checked(ladder, index, options, false, result); });
}

VersionResult measure(Ladder& ladder, std::size_t index, const Options& options)
{
    return guarded(ladder, index, [&](VersionResult& result) {
        run_checked(ladder, index, options, true, result);
        if (worth_timing(result))
            run_timed(ladder, index, options, result);
        // Once, since some take as long as a run.
        if (result.sized) {
            const std::vector<std::string> remarks = ladder.remarks();
            result.remarks.insert(result.remarks.begin(), remarks.begin(), remarks.end());
        }
    });
}

int exit_code_of(Status status)
{
    switch (status) {
        case Status::right:
        case Status::wrong_as_meant:
            return kExitRight;
        case Status::wrong:
            return kExitWrongAnswer;
        case Status::refused:
            return kExitUsage;
        case Status::not_built:
            return kExitNoGpu;
        case Status::out_of_memory:
            return kExitOutOfMemory;
        case Status::failed:
        case Status::unsupported:
            return kExitCudaError;
    }
    return kExitWrongAnswer;
}

const char* status_name(Status status)
{
    switch (status) {
        case Status::right:
            return "ok";
        case Status::wrong:
            return "WRONG";
        case Status::wrong_as_meant:
            return "WRONG as meant";
        case Status::refused:
            return "refused";
        case Status::not_built:
            return "not built";
        case Status::out_of_memory:
            return "out of memory";
        case Status::failed:
            return "CUDA error";
        case Status::unsupported:
            return "unsupported";
    }
    return "";
}

}  // namespace ladders
