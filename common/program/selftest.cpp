#include "common/program/selftest.h"

#include "common/device/counters.h"
#include "common/report/report.h"
#include "common/support/errors.h"
#include "common/support/progress.h"

#include <algorithm>
#include <cstdio>

namespace ladders {
namespace {

// A wrong kernel fails nearly everywhere: the first failures tell enough.
constexpr std::size_t kMostShown = 5;

struct Tally {
    std::size_t right = 0, wrong = 0, refused = 0;
    bool cannot_run = false;        // by this GPU, or as it was built
    std::string refusal;            // the first one's reason
    std::string first;              // the first input that failed
    bool first_has_result = false;  // whether its result is what was wrong
    // Of the wrong results, that of the smallest input.
    std::string smallest, smallest_detail;
    std::size_t elements = 0;
    std::vector<std::string> explanation;
};

void print_failure(const VersionResult& result, const std::string& input, std::size_t failures)
{
    if (failures <= kMostShown) {
        hide_progress();
        std::printf("%s: %s: %s\n", result.version.suffix().c_str(), input.c_str(),
                    coloured_status(result, verdict_text(result)).c_str());
        if (!result.reports.empty() && result.detail.find(result.reports.front()) == std::string::npos)
            std::printf("%s: %s: emulator: %s\n", result.version.suffix().c_str(), input.c_str(),
                        result.reports.front().c_str());
    }
    if (failures == kMostShown)
        std::printf("%s: further failures are only counted\n", result.version.suffix().c_str());
    std::fflush(stdout);  // the next input may crash
}

// What the self-test stands at, for whoever waits, and the heading of the emulator's reports.
void announce(const Ladder& ladder, const VersionInfo& version, std::size_t i, std::size_t inputs,
              const std::string& input)
{
    const bool single = ladder.versions().size() == 1;
    const std::string test = format_text("self-test %zu of %zu: ", i + 1, inputs) + input;
    now_at_selftest((single ? "" : version.suffix() + ", ") + test);
    print_emulator_errors(version.suffix(), ladder.info().name + ("_" + version.suffix()) + ": " + test,
                          version.meant_to_fail.empty());
}

// The inputs come in the topic's order, by what is awkward about them: the first that fails may have a million elements,
// and a later one three. A student can compute the result of three by hand, so the picture is that of the smallest. The
// verdicts are printed in the order in which they come, also of inputs whose result is right but for which the emulator
// found errors: of these there is no picture.
void keep_smallest(const VersionResult& result, const std::string& input, Tally& tally)
{
    if (result.explanation.empty() || (!tally.explanation.empty() && tally.elements <= result.elements))
        return;
    tally.smallest = input;
    tally.smallest_detail = result.detail;
    tally.elements = result.elements;
    tally.explanation = result.explanation;
}

void print_smallest(const VersionInfo& version, const Tally& tally)
{
    if (tally.explanation.empty())
        return;
    std::printf("%s: the smallest input with a wrong result is %s\n", version.suffix().c_str(),
                tally.smallest.c_str());
    std::printf("  %s\n", tally.smallest == tally.first ? "It is also the first that failed, see above."
                          : tally.first_has_result
                              ? "It is not the first that failed, but its numbers are the easiest to follow."
                              : "The first that failed, see above, is wrong in another way.");
    if (tally.smallest != tally.first)
        std::printf("  %s\n", tally.smallest_detail.c_str());
    for (const std::string& line : tally.explanation)
        std::printf("%s\n", line.c_str());
}

}  // namespace

int run_selftest(Ladder& ladder, const Options& options)
{
    expect_small_inputs();
    const std::vector<VersionInfo> versions = ladder.versions();
    const std::size_t inputs = ladder.make_selftests(options.block);
    int code = kExitRight;
    std::vector<Tally> tallies(versions.size());

    for (std::size_t i = 0; i < inputs; ++i) {
        const std::string name = ladder.use_selftest(i);
        for (std::size_t v = 0; v < versions.size(); ++v) {
            announce(ladder, versions[v], i, inputs, name);
            if (v == 0 || ladder.versions_differ()) {
                now_at_part("CPU");
                ladder.run_cpu(v);
            }
            const VersionResult result = check_version(ladder, v, options);
            Tally& tally = tallies[v];
            if (result.status == Status::right) {
                ++tally.right;
            } else if (result.status == Status::refused || cannot_run_here(result.status)) {
                if (tally.refused++ == 0)
                    tally.refusal = result.detail;
                tally.cannot_run = cannot_run_here(result.status);
            } else {
                ++tally.wrong;
                if (result.status == Status::wrong_as_meant)
                    continue;
                print_failure(result, name, tally.wrong);
                if (tally.first.empty()) {
                    tally.first = name;
                    tally.first_has_result = !result.explanation.empty();
                }
                keep_smallest(result, name, tally);
                code = std::max(code, exit_code_of(result.status));
                if (result.status == Status::failed) {  // the device may not answer any more
                    print_smallest(versions[v], tally);
                    return code;
                }
            }
        }
    }
    hide_progress();
    for (std::size_t v = 0; v < versions.size(); ++v) {
        const Tally& tally = tallies[v];
        print_smallest(versions[v], tally);
        const bool meant_to_fail = !versions[v].meant_to_fail.empty();
        std::printf("%s_%s: %zu inputs right", ladder.info().name, versions[v].suffix().c_str(), tally.right);
        if (tally.wrong)
            std::printf(", %zu wrong%s", tally.wrong, meant_to_fail ? " as meant" : "");
        if (tally.refused)
            std::printf(", %zu refused", tally.refused);
        std::printf("\n");
        if (meant_to_fail && tally.wrong == 0) {
            std::printf("%s is meant to be wrong, but was right every time\n", versions[v].suffix().c_str());
            code = std::max<int>(code, kExitWrongAnswer);
        }
        if (tally.cannot_run) {
            std::printf("%s\n", tally.refusal.c_str());
            if (versions.size() == 1)
                code = kExitNoGpu;                    // nothing was tested, and nothing is wrong
        } else if (tally.right + tally.wrong == 0) {  // nothing was tested
            code = std::max<int>(code, kExitUsage);
            std::fflush(stdout);
            std::fprintf(stderr, "%s_%s: refuses every input: %s\n", ladder.info().name,
                         versions[v].suffix().c_str(), printable(tally.refusal).c_str());
        }
    }
    return code;
}

void check_small_inputs(const Ladder& ladder, std::size_t index, const Options& options,
                        VersionResult& result)
{
    const std::unique_ptr<Ladder> small = ladder.another();  // `ladder` keeps its input and its result
    const std::size_t inputs = small->make_selftests(options.block);
    for (std::size_t i = 0; i < inputs; ++i) {
        if (!small->in_plain_runs(i))
            continue;
        const std::string name = small->use_selftest(i);
        small->run_cpu(index);
        const VersionResult other = check_version(*small, index, options);
        if (other.status == Status::right || other.status == Status::refused)
            continue;
        result.status = other.status;
        result.detail = "right for this input, but not for " + name + ": " + other.detail;
        result.reports = other.reports;
        result.explanation = other.explanation;
        result.elements = other.elements;
        return;
    }
}

}  // namespace ladders
