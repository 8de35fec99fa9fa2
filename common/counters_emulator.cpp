#include "common/counters.h"
#include "emulator.h"

namespace ladders {
namespace {

void add(AccessCounters& sum, const emu::LineCounters& line)
{
    sum.requests += line.requests;
    sum.lanes += line.lanes;
    sum.sectors += line.sectors;
    sum.ideal_sectors += line.ideal_sectors;
    sum.wavefronts += line.wavefronts;
    sum.ideal_wavefronts += line.ideal_wavefronts;
    sum.same_address += line.same_address;
}

std::string base_name(const std::string& path)
{
    return path.substr(path.find_last_of('/') + 1);
}

}  // namespace

Counters take_counters()
{
    Counters sum;
    for (const emu::KernelCounters& kernel : emu::take_counters()) {
        for (const emu::LineCounters& line : kernel.lines) {
            if (line.space == emu::Space::constant)
                continue;
            const bool shared = line.space == emu::Space::shared;  // __device__ variables are global memory
            switch (line.access) {
                case emu::Access::load:
                    add(shared ? sum.shared_loads : sum.global_loads, line);
                    break;
                case emu::Access::store:
                    add(shared ? sum.shared_stores : sum.global_stores, line);
                    break;
                case emu::Access::atomic:
                    add(shared ? sum.shared_atomics : sum.global_atomics, line);
                    break;
            }
        }
        sum.barriers += kernel.barriers;
        sum.collectives += kernel.collectives;
        sum.warp_steps += kernel.warp_steps;
        sum.lane_steps += kernel.lane_steps;
    }
    return sum;
}

EmulatorErrors take_emulator_errors()
{
    static std::size_t seen = 0;
    EmulatorErrors errors;
    errors.count = emu::error_count() - seen;
    seen = emu::error_count();
    for (const emu::Report& report : emu::take_reports())
        errors.lines.push_back(report.what + " in " + report.kernel + " at " + base_name(report.file) + ":" +
                               std::to_string(report.line));
    return errors;
}

void print_emulator_errors(bool on)
{
    emu::options().print_reports = on;
    emu::options().fail_at_exit = false;  // the harness decides the exit code
}

}  // namespace ladders
