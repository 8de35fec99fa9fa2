// --selftest: every version over the topic's awkward sizes and inputs, each checked, none timed.
#include "common/errors.h"
#include "common/measure.h"
#include "common/report.h"

#include <cstdio>

namespace ladders {

int run_selftest(Ladder& ladder, const Options& options)
{
    const std::vector<VersionInfo> versions = ladder.versions();
    const std::size_t inputs = ladder.make_selftests(options.block);
    int code = kExitRight;
    std::vector<std::size_t> right(versions.size()), wrong(versions.size()), refused(versions.size());

    for (std::size_t i = 0; i < inputs; ++i) {
        const std::string name = ladder.use_selftest(i);
        ladder.run_cpu();
        for (std::size_t v = 0; v < versions.size(); ++v) {
            const VersionResult result = check_version(ladder, v, options);
            switch (result.status) {
                case Status::right:
                    ++right[v];
                    break;
                case Status::refused:
                    ++refused[v];
                    break;
                case Status::wrong_as_meant:
                    ++wrong[v];
                    break;
                default:
                    ++wrong[v];
                    std::printf("%s: %s: %s\n", versions[v].suffix().c_str(), name.c_str(),
                                verdict_text(result).c_str());
                    code = std::max(code, exit_code_of(result.status));
                    if (result.status == Status::failed)
                        return code;  // the device may not answer any more
            }
        }
    }
    for (std::size_t v = 0; v < versions.size(); ++v) {
        std::printf("%s_%s: %zu inputs right", ladder.info().name, versions[v].suffix().c_str(), right[v]);
        if (wrong[v])
            std::printf(", %zu wrong%s", wrong[v], versions[v].meant_to_fail.empty() ? "" : " as meant");
        if (refused[v])
            std::printf(", %zu refused", refused[v]);
        std::printf("\n");
        if (!versions[v].meant_to_fail.empty() && wrong[v] == 0) {
            std::printf("%s is meant to be wrong, but was right every time\n", versions[v].suffix().c_str());
            code = std::max<int>(code, kExitWrongAnswer);
        }
        if (right[v] + wrong[v] == 0)
            code = std::max<int>(code, kExitUsage);  // nothing was tested
    }
    return code;
}

}  // namespace ladders
