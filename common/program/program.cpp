// run_program: what every ladder's main() does.
#include "common/harness/measure.h"
#include "common/program/cases.h"
#include "common/program/json_output.h"
#include "common/program/judge.h"
#include "common/program/selftest.h"
#include "common/report/report.h"
#include "common/support/errors.h"
#include "common/support/processes.h"
#include "common/support/progress.h"
#include "common/support/text.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ladders {

namespace {

void begin_trace_in(const std::string& file)
{
    if (const std::string why = file.empty() ? "" : begin_trace(file); !why.empty())
        throw UsageError("--trace " + file + ": cannot be written: " + why);
}

// Two files with one number would be two rows of the same name.
void require_versions(const std::vector<VersionInfo>& versions)
{
    if (versions.empty())
        throw UsageError("no version is registered: its file must end with LADDER_VERSION(...)");
    for (std::size_t i = 1; i < versions.size(); ++i)
        if (versions[i].number == versions[i - 1].number)
            throw UsageError("two versions are registered as " + versions[i].suffix() +
                             ": give each LADDER_VERSION a number of its own");
}

double gpu_seconds(const VersionResult& result)
{
    return result.timed ? result.times.gpu() : 0;
}

// Runs and times the reference that the version at `index` is held against, if that is not done yet.
void run_reference(Ladder& ladder, std::size_t index, RunResult& run)
{
    if (run.options.no_cpu || (run.cpu_seconds > 0 && !ladder.versions_differ()))
        return;
    now_at_part("CPU");
    run.cpu_seconds = time_cpu(ladder, index);
    run.cpu_share = ladder.cpu_share();
    run.cpu_figures = ladder.cpu_figures();
}

VersionResult measure_with_reference(Ladder& ladder, std::size_t index, RunResult& run)
{
    const VersionInfo version = ladder.versions().at(index);
    const bool single = ladder.versions().size() == 1;
    const std::string name = std::string(run.topic->name) + "_" + version.suffix();
    now_at(single ? "" : version.suffix());
    run_reference(ladder, index, run);
    // In a table, what a version is meant to show is a line below it.
    const bool print = version.meant_to_fail.empty() || (single && !run.options.quiet);
    print_emulator_errors(version.suffix(), single ? "" : name + ":", print);
    VersionResult result = measure(ladder, index, run.options);
    hide_progress();
    result.cpu_seconds = run.cpu_seconds;
    if (kEmulator && result.status == Status::right && result.version.meant_to_fail.empty())
        check_small_inputs(ladder, index, run.options, result);
    return result;
}

// It may draw on the terminal.
void write_output(const Ladder& ladder)
{
    may_show_progress(false);
    ladder.write_output();
    may_show_progress(true);
}

// measured: the results, if the input has cases; else empty.
int run_one_version(Ladder& ladder, RunResult& run, const std::vector<VersionResult>& measured, bool silent)
{
    VersionResult& result = run.versions.emplace_back(
        measured.empty() ? measure_with_reference(ladder, 0, run) : measured.front());
    if (has_no_answer(result.status)) {
        let_first_process_speak();
        std::cerr << run.program << ": " << printable(result.detail) << '\n';
        return exit_code_of(result.status);
    }
    if (!silent)
        print_version(run, result);
    if (result.status == Status::right)
        write_output(ladder);
    return exit_code_of(result.status);
}

// Measures the library first, since each row is compared with it, but shows it last.
int run_ladder(Ladder& ladder, RunResult& run, const std::vector<VersionResult>& measured, bool silent)
{
    const std::vector<VersionInfo> versions = ladder.versions();
    const auto result_of = [&](std::size_t i) {
        return measured.empty() ? measure_with_reference(ladder, i, run) : measured.at(i);
    };
    VersionResult library;
    if (versions.back().is_library())
        library = result_of(versions.size() - 1);
    if (!silent && !run.options.quiet)
        print_table_head(run);

    double previous = 0;
    bool any_ran = false, written = false;
    int code = kExitRight;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        run.versions.push_back(versions[i].is_library() ? library : result_of(i));
        const VersionResult& result = run.versions.back();
        if (!silent)
            print_table_row(run, result, versions[i].is_library() ? 0 : previous, gpu_seconds(library));
        if (!versions[i].is_library() &&
            (result.status == Status::right || result.status == Status::wrong_as_meant))
            any_ran = true;
        // A version that has no answer leaves the others' answers right; but what failed must be seen.
        if (!has_no_answer(result.status) || result.status == Status::failed)
            code = std::max(code, exit_code_of(result.status));
        if (gpu_seconds(result) > 0)
            previous = gpu_seconds(result);
        if (result.status == Status::right && !written) {  // all right answers are the same
            write_output(ladder);
            written = true;
        }
        if (result.status == Status::failed)
            break;  // the device may not answer any more
    }
    if (!silent && !run.options.quiet)
        print_table_notes(run);
    if (code == kExitRight && !any_ran) {
        std::cerr << run.program << ": " << printable(run.versions.front().detail) << '\n';
        return exit_code_of(run.versions.front().status);
    }
    if (code == kExitCudaError)
        std::cerr << run.program << ": " << printable(run.versions.back().detail) << '\n';
    return code;
}

// Of the processes of one run only the first prints.
void run_silently()
{
    std::fflush(stdout);
    if (!std::freopen("/dev/null", "w", stdout))
        throw UsageError("/dev/null cannot be opened");
}

std::string command_of(const std::string& program, int argc, char** argv)
{
    std::string command = program;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--json")
            ++i;
        else if (!word.starts_with("--json="))
            command += " " + word;
    }
    return command;
}

int run(Ladder& ladder, const std::string& program, int argc, char** argv)
{
    const TopicInfo& topic = ladder.info();
    require_versions(ladder.versions());
    trace_launches(false);  // until the launches that are counted
    if (argc > 1 && is_for_judge(argv[1]))
        return run_for_judge(ladder, program, std::vector<std::string>(argv + 1, argv + argc));
    const bool single = ladder.versions().size() == 1;
    RunResult run;
    run.program = program;
    run.command = command_of(program, argc, argv);
    run.topic = &topic;

    const VersionInfo first = ladder.versions().front();
    const ProgramHelp help{program, std::string(topic.title) + (single ? ": " + first.idea : ""),
                           single && first.default_size ? first.default_size : topic.default_size()};
    const auto add = [&](OptionList& list) { ladder.add_options(list); };
    if (process_rank() > 0)
        run_silently();
    if (!parse_options(run.options, help, add, std::vector<std::string>(argv + 1, argv + argc)))
        return kExitRight;
    if (process_rank() > 0)
        run.options.json_file.clear();

    JsonOutput json(run.options.json_file);
    const bool silent = json.takes_stdout();
    begin_trace_in(run.options.trace_file);
    run.device = current_device();
    count_lines(run.options.counters);
    if (run.options.explain && !run.options.selftest)
        explain_counters(true);
    if (run.options.selftest) {
        count_active_threads(false);  // nobody sees the counters
        return run_selftest(ladder, run.options);
    }

    if (!silent)
        std::printf("%s: %s\n", program.c_str(),
                    single ? ladder.versions().front().idea.c_str() : topic.title);
    now_at_part("making the input");
    ladder.make_input(run.options);
    hide_progress();
    run.input = ladder.describe_input();
    run.gpus = ladder.gpus();
    if (!silent && !run.options.quiet)
        print_heading(run);
    std::fflush(stdout);  // a kernel may take long, or not end
    run.versions_differ = ladder.versions_differ();
    run.cases = ladder.cases();
    std::vector<VersionResult> measured;
    if (run.cases > 0)
        measured = measure_cases(ladder, run);
    else if (!run.versions_differ)
        run_reference(ladder, 0, run);
    const int code =
        single ? run_one_version(ladder, run, measured, silent) : run_ladder(ladder, run, measured, silent);
    if (!silent)
        print_counters_by_line(run);
    if (!silent && run.options.explain)
        print_explanation(run);
    json.write(run);
    return code;
}

// Makes the program keep the memory that it frees. Else each run of the reference would get fresh pages for a large
// result, and its time would be mostly the system's for handing them out.
void keep_freed_memory()
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

// exit() in a version, or in a library that it calls, would end the program as if all were well.
bool verdict_reached = false;
void refuse_early_exit()
{
    if (verdict_reached)
        return;
    std::fflush(stdout);
    if (take_emulator_errors().count == 0)  // else the emulator has said why it ended the program
        std::fputs("the program ended before its result was checked: something called exit()\n", stderr);
    std::fflush(stderr);
    std::_Exit(kExitWrongAnswer);
}

}  // namespace

int run_program(Ladder& ladder, int argc, char** argv)
{
    keep_freed_memory();
    std::atexit(refuse_early_exit);
    const std::string path = argc > 0 ? argv[0] : ladder.info().name;
    const std::string program = base_name(path);
    watch_progress(program);
    const int code = exit_code_of_program(program, [&] { return run(ladder, program, argc, argv); });
    verdict_reached = true;
    return code;
}

}  // namespace ladders
