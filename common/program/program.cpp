// run_program: what every ladder's main() does.
#include "common/harness/measure.h"
#include "common/program/selftest.h"
#include "common/report/report.h"
#include "common/support/errors.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ladders {

namespace {

// Before the work, so that a wrong path costs no waiting; and an older file stays as it is if the run fails.
void require_json_file(const std::string& file)
{
    if (!file.empty() && file != "-" && !is_writable(file))
        throw UsageError("--json " + file + ": cannot be written");
}

void write_json(const std::string& file, const RunResult& run)
{
    if (file.empty())
        return;
    std::ofstream stream;
    if (file != "-")
        stream.open(file);
    std::ostream& out = file == "-" ? std::cout : stream;
    out << to_json(run) << std::endl;
    if (!out)
        throw UsageError("--json " + file + ": cannot be written");
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
    run.cpu_seconds = time_cpu(ladder, index);
    run.cpu_share = ladder.cpu_share();
    run.cpu_figures = ladder.cpu_figures();
}

VersionResult measure_with_reference(Ladder& ladder, std::size_t index, RunResult& run)
{
    run_reference(ladder, index, run);
    VersionResult result = measure(ladder, index, run.options);
    result.cpu_seconds = run.cpu_seconds;
    if (kEmulator && result.status == Status::right && result.version.meant_to_fail.empty())
        check_small_inputs(ladder, index, run.options, result);
    return result;
}

int run_one_version(Ladder& ladder, RunResult& run, bool silent)
{
    VersionResult& result = run.versions.emplace_back(measure_with_reference(ladder, 0, run));
    if (result.status == Status::refused || result.status == Status::out_of_memory ||
        result.status == Status::failed) {
        std::cerr << run.program << ": " << result.detail << '\n';
        return exit_code_of(result.status);
    }
    if (!silent)
        print_version(run, result);
    if (result.status == Status::right)
        ladder.write_output();
    return exit_code_of(result.status);
}

// Measures the library first, since each row is compared with it, but shows it last.
int run_ladder(Ladder& ladder, RunResult& run, bool silent)
{
    const std::vector<VersionInfo> versions = ladder.versions();
    VersionResult library;
    if (versions.back().is_library())
        library = measure_with_reference(ladder, versions.size() - 1, run);
    if (!silent && !run.options.quiet)
        print_table_head(run);

    double previous = 0;
    bool any_ran = false, written = false;
    int code = kExitRight;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        run.versions.push_back(versions[i].is_library() ? library : measure_with_reference(ladder, i, run));
        const VersionResult& result = run.versions.back();
        if (!silent)
            print_table_row(run, result, versions[i].is_library() ? 0 : previous, gpu_seconds(library));
        if (!versions[i].is_library() &&
            (result.status == Status::right || result.status == Status::wrong_as_meant))
            any_ran = true;
        // A version that refuses leaves the others' answers right.
        if (result.status != Status::refused && result.status != Status::out_of_memory)
            code = std::max(code, exit_code_of(result.status));
        if (gpu_seconds(result) > 0)
            previous = gpu_seconds(result);
        if (result.status == Status::right && !written) {  // all right answers are the same
            ladder.write_output();
            written = true;
        }
        if (result.status == Status::failed)
            break;  // the device may not answer any more
    }
    if (!silent && !run.options.quiet)
        print_table_notes(run);
    if (code == kExitRight && !any_ran) {
        std::cerr << run.program << ": " << run.versions.front().detail << '\n';
        return exit_code_of(run.versions.front().status);
    }
    if (code == kExitCudaError)
        std::cerr << run.program << ": " << run.versions.back().detail << '\n';
    return code;
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
    const bool single = ladder.versions().size() == 1;
    RunResult run;
    run.program = program;
    run.command = command_of(program, argc, argv);
    run.topic = &topic;

    const VersionInfo first = ladder.versions().front();
    const ProgramHelp help{program, std::string(topic.title) + (single ? ": " + first.idea : ""),
                           single && first.default_size ? first.default_size : topic.default_size()};
    const auto add = [&](OptionList& list) { ladder.add_options(list); };
    if (!parse_options(run.options, help, add, std::vector<std::string>(argv + 1, argv + argc)))
        return kExitRight;

    require_json_file(run.options.json_file);
    const bool silent = run.options.json_file == "-";
    run.device = current_device();
    print_emulator_errors(single && !run.options.quiet && !run.options.selftest);
    count_lines(run.options.counters);
    if (run.options.selftest) {
        count_active_threads(false);  // nobody sees the counters
        return run_selftest(ladder, run.options);
    }

    if (!silent)
        std::printf("%s: %s\n", program.c_str(),
                    single ? ladder.versions().front().idea.c_str() : topic.title);
    ladder.make_input(run.options);
    run.input = ladder.describe_input();
    if (!silent && !run.options.quiet)
        print_heading(run);
    std::fflush(stdout);  // a kernel may take long, or not end
    if (!ladder.versions_differ())
        run_reference(ladder, 0, run);
    run.versions_differ = ladder.versions_differ();
    const int code = single ? run_one_version(ladder, run, silent) : run_ladder(ladder, run, silent);
    if (!silent)
        print_counters_by_line(run);
    write_json(run.options.json_file, run);
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
    const std::string program = path.substr(path.find_last_of('/') + 1);
    const int code = exit_code_of_program(program, [&] { return run(ladder, program, argc, argv); });
    verdict_reached = true;
    return code;
}

}  // namespace ladders
