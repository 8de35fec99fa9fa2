#include "common/report/rates.h"

#include <algorithm>
#include <string>

namespace ladders {

double rate_of(const RunResult& run, const VersionResult& result)
{
    const auto rate = [&](const Work& work, double seconds) {
        return seconds > 0 ? (run.topic->rate == Rate::bytes ? work.bytes : work.operations) / seconds / 1e9
                           : 0;
    };
    if (result.cases.empty())
        return rate(result.work, result.times.gpu());
    double seconds_per_giga = 0;
    for (const CaseResult& one : result.cases)
        seconds_per_giga += 1 / rate(one.work, one.seconds);
    return double(result.cases.size()) / seconds_per_giga;
}

const CaseResult& slowest_case(const VersionResult& result)
{
    return *std::max_element(result.cases.begin(), result.cases.end(),
                             [](const CaseResult& a, const CaseResult& b) { return a.seconds < b.seconds; });
}

double unit_rate_of(const RunResult& run, const VersionResult& result)
{
    if (!run.topic->unit || !(result.times.gpu() > 0))
        return 0;
    return result.work.operations / run.topic->operations_per_unit / result.times.gpu() / 1e9;
}

double peak_operations(const RunResult& run)
{
    return run.topic->rate == Rate::tensor_operations ? run.device.peak_tensor_flops()
                                                      : run.device.peak_flops();
}

double share_of_peak(const RunResult& run, const VersionResult& result)
{
    if (result.bound > 0)
        return result.bound / result.times.gpu();
    if (run.topic->rate == Rate::operations && run.topic->operations != std::string("FLOP"))
        return 0;
    const int gpus = result.scaling ? result.scaling->gpus : 1;
    const double peak =
        gpus * (run.topic->rate == Rate::bytes ? run.device.peak_bandwidth() : peak_operations(run));
    return peak > 0 ? rate_of(run, result) * 1e9 / peak : 0;
}

}  // namespace ladders
