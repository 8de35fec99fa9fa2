#include "common/program/selftest.h"

#include "common/device/counters.h"
#include "common/harness/measure.h"
#include "common/report/report.h"
#include "common/support/errors.h"

#include <algorithm>
#include <cstdio>

namespace ladders {
namespace {

// A wrong kernel fails nearly everywhere: the first failures tell enough.
constexpr std::size_t kMostShown = 5;

struct Tally {
    std::size_t right = 0, wrong = 0, refused = 0;
};

void print_failure(const VersionResult& result, const std::string& input, std::size_t failures)
{
    if (failures <= kMostShown) {
        std::printf("%s: %s: %s\n", result.version.suffix().c_str(), input.c_str(),
                    verdict_text(result).c_str());
        if (!result.reports.empty())
            std::printf("%s: %s: emulator: %s\n", result.version.suffix().c_str(), input.c_str(),
                        result.reports.front().c_str());
    }
    if (failures == kMostShown)
        std::printf("%s: further failures are only counted\n", result.version.suffix().c_str());
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
            if (v == 0 || ladder.versions_differ())
                ladder.run_cpu(v);
            const VersionResult result = check_version(ladder, v, options);
            Tally& tally = tallies[v];
            if (result.status == Status::right) {
                ++tally.right;
            } else if (result.status == Status::refused) {
                ++tally.refused;
            } else {
                ++tally.wrong;
                if (result.status == Status::wrong_as_meant)
                    continue;
                print_failure(result, name, tally.wrong);
                code = std::max(code, exit_code_of(result.status));
                if (result.status == Status::failed)
                    return code;  // the device may not answer any more
            }
        }
    }
    for (std::size_t v = 0; v < versions.size(); ++v) {
        const Tally& tally = tallies[v];
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
        if (tally.right + tally.wrong == 0)
            code = std::max<int>(code, kExitUsage);  // nothing was tested
    }
    return code;
}

}  // namespace ladders
